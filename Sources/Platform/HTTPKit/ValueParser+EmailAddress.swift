import JSON

extension ValueParser where Value == String {
    /// Parses an address of the form `dot-atom@domain`; returns it with the domain in lower case.
    ///
    /// Quoted local parts, address literals and non-ASCII characters are rejected: they are very rare in
    /// practice and have often been used to make mail go elsewhere than it appears to. Only sending mail can
    /// show whether the mailbox exists.
    ///
    /// - Source: RFC 5321, sections 4.1.2 (`Dot-string`, `sub-domain`) and 4.5.3.1 (64, 255 and 254 octets).
    package static var emailAddress: ValueParser<String> {
        ValueParser(.string) { (value: JSONValue) throws(Refusal) -> String in
            guard case .string(let text) = value else { throw .wrongType("text") }
            guard let address = EmailAddressText(text) else {
                throw .notAllowed(
                    "not_an_email_address", "Expected an e-mail address such as ada@example.org.")
            }
            return address.normalized
        }
    }
}

private struct EmailAddressText {
    let normalized: String

    init?(_ text: String) {
        guard text.utf8.count <= 254, let at = text.lastIndex(of: "@") else { return nil }
        let local = text[..<at]
        let domain = text[text.index(after: at)...]
        guard Self.isDotString(local), Self.isDomain(domain) else { return nil }
        normalized = "\(local)@\(domain.lowercased())"
    }

    private static func isDotString(_ text: Substring) -> Bool {
        guard (1...64).contains(text.utf8.count) else { return false }
        return text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty && $0.allSatisfy(isAtomText) }
    }

    /// Requires at least two labels, so that the address is valid beyond this machine.
    private static func isDomain(_ text: Substring) -> Bool {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return text.utf8.count <= 253 && labels.count >= 2
            && labels.allSatisfy { label in
                (1...63).contains(label.count)
                    && label.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
                    && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
            }
    }

    private static func isAtomText(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
