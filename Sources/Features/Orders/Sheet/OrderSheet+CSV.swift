import Money
import NoonishAPI

extension OrderSheet {
    /// The sheet as a table, for spreadsheets: UTF-8 with a byte order mark.
    ///
    /// A cell that a spreadsheet would take for a formula begins with an apostrophe.
    /// - Source: RFC 4180; OWASP, "CSV Injection".
    var csv: String {
        let header = ["person", "count", "name", "options", "notes", "total", "currency", "changed"]
        var rows = [header]
        for section in sections {
            for entry in section.entries {
                let notes = entry.notes.map { note in
                    note.count < entry.count ? "\(note.text) (\(note.count)/\(entry.count))" : note.text
                }
                rows.append([
                    section.person ?? entry.people.joined(separator: "; "), String(entry.count), entry.name,
                    entry.options ?? "", notes.joined(separator: "; "), amount(entry.totalMinor), currency,
                    entry.mark?.rawValue ?? "",
                ])
            }
        }
        let lines = rows.map { row in row.map(Self.cell).joined(separator: ",") }
        return "\u{feff}" + lines.joined(separator: "\r\n") + "\r\n"
    }

    private func amount(_ minor: Int?) -> String {
        guard let minor, let currency = Currency(currency) else { return "" }
        return Money(Int64(minor), currency).decimal
    }

    /// Quotes a cell where RFC 4180 wants it, after making a formula plain text. Invisible characters and spaces
    /// before a formula do not hide it.
    static func cell(_ text: String) -> String {
        let start = text.unicodeScalars.first { scalar in
            !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
        }
        let isFormula =
            text.hasPrefix("\t") || text.hasPrefix("\r")
            || start.map { "=+-@＝＋－＠".unicodeScalars.contains($0) } == true
        let plain = isFormula ? "'" + text : text
        let needsQuotes = plain.unicodeScalars.contains {
            $0 == "\"" || $0 == "," || $0 == "\n" || $0 == "\r"
        }
        return needsQuotes ? "\"" + plain.replacing("\"", with: "\"\"") + "\"" : plain
    }
}
