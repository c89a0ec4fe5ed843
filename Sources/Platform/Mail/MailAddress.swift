/// A mail address that is safe to transmit, with an optional display name.
///
/// The address is always `local@domain` in plain ASCII, without spaces, brackets, quotes, comments or control
/// characters. libcurl sends envelope addresses unchanged, so this type is what prevents injection.
///
/// Not every address that RFC 5321 permits is accepted: no quoted local parts, no address literals, no
/// SMTPUTF8. Internationalised domains must be in their `xn--` form.
package struct MailAddress: Hashable, Sendable {
    /// `local@domain`, as given.
    package let address: String
    /// The display name, free of control characters; `nil` if there is none.
    package let name: String?

    /// Validates an address.
    ///
    /// - Parameters:
    ///   - address: `local@domain`.
    ///   - name: Any text. Control characters become spaces, and long names are truncated.
    /// - Throws: ``MailFault`` if `address` is invalid.
    package init(_ address: String, name: String? = nil) throws(MailFault) {
        guard address.utf8.count <= MailLimits.addressBytes else {
            throw MailFault("a mail address has at most \(MailLimits.addressBytes) characters")
        }
        guard let at = address.lastIndex(of: "@") else { throw MailFault("a mail address needs an @") }
        guard Self.isLocalPart(address[..<at], longest: MailLimits.localPartBytes) else {
            throw MailFault("the part of a mail address before the @ is not valid")
        }
        guard Self.isDomain(address[address.index(after: at)...]) else {
            throw MailFault("the part of a mail address after the @ is not a domain")
        }
        self.address = address
        let phrase = Phrase(name ?? "").text
        self.name = phrase.isEmpty ? nil : phrase
    }

    /// Parses `address`, `<address>`, `Name <address>` or `"Name" <address>`, the forms used in settings.
    package init(parsing text: String) throws(MailFault) {
        guard let open = text.lastIndex(of: "<") else {
            try self.init(text)
            return
        }
        guard text.last == ">" else { throw MailFault("a mail address in < > must end with >") }
        var name = text[..<open].drop { $0 == " " }
        while name.last == " " { name.removeLast() }
        if name.count >= 2 && name.first == "\"" && name.last == "\"" { name = name.dropFirst().dropLast() }
        try self.init(String(text[text.index(after: open)...].dropLast()), name: String(name))
    }

    /// The part after the @.
    package var domain: String {
        String(address[address.index(after: address.lastIndex(of: "@") ?? address.startIndex)...])
    }

    /// Returns whether a text is a permitted local part.
    ///
    /// - Source: RFC 5322 §3.2.3, "dot-atom-text".
    static func isLocalPart(_ text: Substring, longest: Int) -> Bool {
        guard (1...longest).contains(text.utf8.count) else { return false }
        return text.split(separator: ".", omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isAtomText) }
    }

    /// Returns whether a text is a domain: labels of letters, digits and hyphens, separated by dots. One
    /// label is enough, because tests use `localhost` as a mail domain.
    ///
    /// - Source: RFC 5321 §2.3.5, RFC 1123 §2.1.
    static func isDomain(_ text: Substring) -> Bool {
        guard (1...253).contains(text.utf8.count) else { return false }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            (1...MailLimits.domainLabelBytes).contains(label.utf8.count)
                && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
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
