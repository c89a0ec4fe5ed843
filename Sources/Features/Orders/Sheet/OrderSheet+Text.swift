import Localization
import Money
import NoonishAPI

extension OrderSheet {
    /// The sheet as it is read out: a dish a line, numbers first. What people wrote cannot turn the rest of its line around.
    func text(in language: Language) -> String {
        var lines = [language.say("sheet.title", ["place": .text(place)])]
        if let dueAt { lines.append(language.say("sheet.due", ["time": .text(Self.clock(dueAt))])) }
        let kind = language.say("sheet.fulfilment.\(fulfilment.rawValue)")
        lines.append(address.map { "\(kind): \(language.isolated($0))" } ?? kind)
        if let note { lines.append(language.isolated(Self.line(note))) }
        for section in sections {
            lines.append("")
            if let person = section.person { lines.append("\(language.isolated(person)):") }
            for entry in section.entries { lines += self.lines(of: entry, in: language) }
        }
        lines.append("")
        lines.append(language.say("sheet.portions", ["count": .number(portions)]))
        if let currency = Currency(currency), unpriced < portions {
            let total = language.amount(Money(Int64(totalMinor), currency))
            lines.append(language.say("sheet.total", ["amount": .words(total)]))
        }
        if unpriced > 0 { lines.append(language.say("sheet.unpriced", ["count": .number(unpriced)])) }
        lines.append(language.isolated(coordinator))
        return lines.joined(separator: "\n") + "\n"
    }

    private func lines(of entry: Entry, in language: Language) -> [String] {
        var first = "\(entry.count) × \(language.isolated(entry.name))"
        if let options = entry.options { first += ", \(language.isolated(options))" }
        if let mark = entry.mark { first += " [\(language.say("sheet.mark.\(mark.rawValue)"))]" }
        let notes = entry.notes.map { note in
            "   + \(language.isolated(Self.line(note.text)))"
                + (note.count < entry.count ? " (\(note.count)/\(entry.count))" : "")
        }
        let people = entry.people.map(language.isolated).joined(separator: ", ")
        return [first] + notes + (people.isEmpty ? [] : ["   \(people)"])
    }

    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// The day and the time of `2027-03-11T12:30:00+02:00`.
    private static func clock(_ time: String) -> String {
        String(time.prefix(16)).replacing("T", with: " ")
    }
}
