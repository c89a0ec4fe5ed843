/// A key of an account in Pix: a number of a person or a company, a phone, a mail address or a random key.
///
/// - Source: Banco Central do Brasil, *Manual Operacional do DICT*, section 2, "Chaves Pix".
package struct PixKey: Hashable, Sendable {
    package let text: String

    /// Reads a key as people type it. Dots, hyphens and slashes of numbers are removed.
    package init(parsing typed: String) throws(PayCodeFault) {
        let trimmed = String(typed.filter { !$0.isWhitespace })
        if let key = Self.mailAddress(trimmed) ?? Self.randomKey(trimmed) ?? Self.phone(trimmed)
            ?? Self.number(trimmed)
        {
            text = key
        } else {
            throw .invalid(.key)
        }
    }

    private static func mailAddress(_ text: String) -> String? {
        let key = text.lowercased()
        let parts = key.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[1].contains("."), !parts[1].hasPrefix("."),
            !parts[1].hasSuffix("."), key.utf8.count <= 77,
            parts[0].utf8.allSatisfy({ $0.isAlphanumeric || ".!#$&'*+/=?^_`{|}~-".utf8.contains($0) }),
            parts[1].utf8.allSatisfy({ $0.isAlphanumeric || ".-".utf8.contains($0) })
        else { return nil }
        return key
    }

    /// A UUID.
    private static func randomKey(_ text: String) -> String? {
        let key = text.lowercased()
        let groups = key.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12],
            groups.joined().utf8.allSatisfy({
                $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            })
        else { return nil }
        return key
    }

    /// A Brazilian phone number in the form of E.164.
    private static func phone(_ text: String) -> String? {
        let key = text.filter { !"()-".contains($0) }
        let digits = key.dropFirst()
        guard key.hasPrefix("+55"), digits.utf8.allSatisfy(\.isDigit), (12...13).contains(digits.utf8.count)
        else { return nil }
        return key
    }

    /// A CPF of 11 digits, or a CNPJ of 12 digits or capital letters; two check digits included.
    private static func number(_ text: String) -> String? {
        let key = text.filter { !".-/".contains($0) }.uppercased()
        let bytes = Array(key.utf8)
        let isPerson = bytes.count == 11 && bytes.allSatisfy(\.isDigit)
        let isCompany =
            bytes.count == 14 && bytes.prefix(12).allSatisfy({ $0.isDigit || $0.isCapital })
            && bytes.suffix(2).allSatisfy(\.isDigit)
        guard isPerson || isCompany, Set(bytes).count > 1 else { return nil }
        for length in [bytes.count - 2, bytes.count - 1] {
            // Weights from the right: 2, 3, 4 …; those of companies begin again after 9.
            let sum = (0..<length).reduce(0) { sum, index in
                let place = length - 1 - index
                return sum + Int(bytes[index] - 48) * (2 + (isPerson ? place : place % 8))
            }
            let digit = sum % 11 < 2 ? 0 : 11 - sum % 11
            guard Int(bytes[length] - 48) == digit else { return nil }
        }
        return key
    }
}
