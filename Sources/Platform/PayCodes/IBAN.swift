/// An international bank account number whose country, form and check digits are right.
///
/// - Source: ISO 13616-1; the check digits are those of ISO/IEC 7064, MOD 97-10.
package struct IBAN: Hashable, Sendable {
    package enum Fault: Error, Hashable, Sendable {
        /// There are characters other than letters, digits and spaces.
        case characters
        /// No account numbers of ISO 13616 begin with these letters.
        case unknownCountry
        /// The country's account numbers have another length or other characters.
        case wrongForm(length: Int)
        /// A digit was mistyped or two were swapped.
        case checkDigits
    }

    /// The number in its electronic form: without spaces and in capital letters.
    package let text: String

    package var country: String { String(text.prefix(2)) }

    /// The number in groups of four, as it is printed.
    package var grouped: String {
        var grouped = ""
        for (index, character) in text.enumerated() {
            if index > 0, index.isMultiple(of: 4) { grouped.append(" ") }
            grouped.append(character)
        }
        return grouped
    }

    /// The country and the last four characters, for lists: `FI •••• 0785`.
    package var masked: String { "\(country) •••• \(text.suffix(4))" }

    /// Reads a number as people type or paste it: with or without spaces, in either case.
    package init(parsing typed: String) throws(Fault) {
        let text = typed.filter { !$0.isWhitespace && $0 != "\u{2060}" && $0 != "\u{FEFF}" }.uppercased()
        guard text.utf8.allSatisfy({ $0.isDigit || $0.isCapital }) else { throw .characters }
        guard let form = Self.forms[String(text.prefix(2))] else { throw .unknownCountry }
        let bytes = Array(text.utf8)
        guard bytes.count == form.count + 4, bytes[2].isDigit, bytes[3].isDigit,
            zip(bytes.dropFirst(4), form).allSatisfy({ $1.allows($0) })
        else { throw .wrongForm(length: form.count + 4) }
        guard Self.remainder(of: bytes) == 1 else { throw .checkDigits }
        self.text = text
    }

    /// Returns the number modulo 97, with the first four characters moved to the end and letters as 10 to 35.
    private static func remainder(of bytes: [UInt8]) -> Int {
        (bytes.dropFirst(4) + bytes.prefix(4)).reduce(0) { remainder, byte in
            byte.isDigit
                ? (remainder * 10 + Int(byte - 48)) % 97 : (remainder * 100 + Int(byte - 55)) % 97
        }
    }

    /// A character of a country's form.
    private enum Kind {
        case digit, letter, either

        func allows(_ byte: UInt8) -> Bool {
            switch self {
            case .digit: byte.isDigit
            case .letter: byte.isCapital
            case .either: byte.isDigit || byte.isCapital
            }
        }
    }

    /// The form of what follows the check digits, by country.
    private static let forms: [String: [Kind]] = {
        var forms: [String: [Kind]] = [:]
        for entry in IBANTable.forms.split(whereSeparator: { $0 == "," || $0.isNewline }) {
            let parts = entry.split(separator: " ")
            var form: [Kind] = []
            var count = 0
            for byte in parts[1].utf8 {
                if byte.isDigit {
                    count = count * 10 + Int(byte - 48)
                } else {
                    let kind: Kind =
                        byte == UInt8(ascii: "n") ? .digit : byte == UInt8(ascii: "a") ? .letter : .either
                    form += repeatElement(kind, count: count)
                    count = 0
                }
            }
            forms[String(parts[0])] = form
        }
        return forms
    }()
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    var isSmall: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    var isAlphanumeric: Bool { isDigit || isCapital || isSmall }
}
