import Encoding
import Money
import NoonishAPI

extension OrderSheet {
    /// The sheet as a table, for spreadsheets: UTF-8 with a byte order mark.
    var csv: String {
        var rows = [["person", "count", "name", "options", "notes", "total", "currency", "changed"]]
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
        return CSVText.byteOrderMark + rows.map(CSVText.row).joined()
    }

    private func amount(_ minor: Int?) -> String {
        guard let minor, let currency = Currency(currency) else { return "" }
        return Money(Int64(minor), currency).decimal
    }
}
