package import Foundation

/// One language of a catalogue, as one reader has it: says its messages.
package struct Language: Sendable {
    /// BCP 47, the name of its file: `fi`.
    package let tag: String
    /// How numbers and times are written: the reader's own region where they named one.
    package let locale: Locale
    let messages: [String: Message]

    /// Whether it is written from right to left.
    package var isRightToLeft: Bool { locale.language.characterDirection == .rightToLeft }

    /// What HTML calls ``isRightToLeft``.
    package var direction: String { isRightToLeft ? "rtl" : "ltr" }

    /// The message `key`. A key that the catalogue lacks is a programmer's fault, which tests find; readers see the key.
    package func say(_ key: String, _ values: [String: MessageValue] = [:]) -> String {
        guard let message = messages[key] else {
            assertionFailure("the catalogue has no message \(key)")
            return key
        }
        return MessageWriter(language: self, values: values).text(message.parts, count: nil)
    }

    /// Whether there is such a message; for keys made of codes that a newer part may add to.
    package func knows(_ key: String) -> Bool { messages[key] != nil }

    /// The messages right below `section` that need nothing, by their last names.
    package func plain(below section: String) -> [String: String] {
        let prefix = section + "."
        let plain = messages.filter { key, message in
            key.hasPrefix(prefix) && !key.dropFirst(prefix.count).contains(".") && message.arguments.isEmpty
        }
        return Dictionary(
            uniqueKeysWithValues: plain.keys.map { (String($0.dropFirst(prefix.count)), say($0)) })
    }

    /// Names in a row: "Anna, Ben and Carl". The patterns of languages from the right isolate each by themselves.
    package func list(_ names: [String]) -> String {
        (isRightToLeft ? names : names.map(isolated)).formatted(.list(type: .and).locale(locale))
    }

    /// What somebody wrote, so that it can stand between words of this language.
    package func isolated(_ text: String) -> String {
        Isolation.isolated(text, inRightToLeft: isRightToLeft)
    }

    package func number(_ number: Int) -> String { number.formatted(.number.locale(locale)) }

    /// What people call a zone by: its city.
    package func city(of zone: TimeZone) -> String {
        guard zone.identifier.contains("/") else { return zone.identifier }
        let format = DateFormatter()
        format.locale = locale
        format.timeZone = zone
        format.dateFormat = "VVV"
        return format.string(from: Date(timeIntervalSince1970: 0))
    }
}

/// Writes one message out.
private struct MessageWriter {
    let language: Language
    let values: [String: MessageValue]

    func text(_ parts: [Message.Part], count: Int?) -> String {
        parts.map { text($0, count: count) }.joined()
    }

    private func text(_ part: Message.Part, count: Int?) -> String {
        switch part {
        case .text(let text): return text
        case .count: return language.number(count ?? 0)
        case .value(let name), .number(let name):
            switch value(name) {
            case .text(let text): return language.isolated(text)
            case .words(let text): return text
            case .number(let number): return language.number(number)
            case .moment: return wrong(name, "a text or a number")
            }
        case .moment(let name, let style):
            guard case .moment(let moment, let zone) = value(name) else { return wrong(name, "a moment") }
            return style.text(moment, in: zone, locale: language.locale)
        case .plural(let name, let plural):
            guard case .number(let number) = value(name) else { return wrong(name, "a number") }
            let category = PluralRules.category(of: number, plural.kind, in: language.tag)
            let branch = plural.exact[number] ?? plural.categories[category] ?? plural.categories[.other]
            return text(branch ?? [], count: number)
        case .select(let name, let branches):
            return text(branches[value(name).description] ?? branches["other"] ?? [], count: count)
        }
    }

    private func value(_ name: String) -> MessageValue {
        guard let value = values[name] else {
            assertionFailure("the message needs {\(name)}")
            return .words("")
        }
        return value
    }

    private func wrong(_ name: String, _ wanted: String) -> String {
        assertionFailure("{\(name)} must be \(wanted)")
        return value(name).description
    }
}
