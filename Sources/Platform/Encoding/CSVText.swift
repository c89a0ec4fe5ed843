/// Tables as comma-separated values, for spreadsheets.
///
/// A cell that a spreadsheet would take for a formula begins with an apostrophe.
/// - Source: RFC 4180; OWASP, "CSV Injection".
package enum CSVText {
    /// What a file begins with, so that spreadsheets read it as UTF-8.
    package static let byteOrderMark = "\u{feff}"

    /// Returns a row with its line break.
    package static func row(_ cells: [String]) -> String {
        cells.map(cell).joined(separator: ",") + "\r\n"
    }

    /// Quotes a cell where RFC 4180 wants it, after making a formula plain text. Invisible characters and spaces
    /// before a formula do not hide it; a negative number or a phone number is none.
    package static func cell(_ text: String) -> String {
        let start = text.unicodeScalars.first { scalar in
            !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
        }
        let isFormula =
            text.hasPrefix("\t") || text.hasPrefix("\r")
            || start.map { "=+-@＝＋－＠".unicodeScalars.contains($0) } == true
        let plain = isFormula && !isNumber(text) && !isPhoneNumber(text) ? "'" + text : text
        let needsQuotes = plain.unicodeScalars.contains {
            $0 == "\"" || $0 == "," || $0 == "\n" || $0 == "\r"
        }
        return needsQuotes ? "\"" + plain.replacing("\"", with: "\"\"") + "\"" : plain
    }

    /// Whether a text is a plus, a digit, and then digits and spaces only: `+358 40 123 4567`.
    private static func isPhoneNumber(_ text: String) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let number = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "+"), let first = number.first else { return false }
        return digits.contains(first)
            && number.allSatisfy { digits.contains($0) || $0 == UInt8(ascii: " ") }
    }

    /// Whether a text has digits with at most a minus before them and one full stop among them.
    private static func isNumber(_ text: String) -> Bool {
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
        return text.utf8.count - digits.count <= 1 && digits.first != UInt8(ascii: ".")
            && digits.last != UInt8(ascii: ".") && !digits.isEmpty
            && digits.count(where: { $0 == UInt8(ascii: ".") }) <= 1
            && digits.allSatisfy {
                $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            }
    }
}
