import Encoding

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
        guard MailAddressSyntax.isLocalPart(address[..<at]) else {
            throw MailFault("the part of a mail address before the @ is not valid")
        }
        guard MailAddressSyntax.isDomain(address[address.index(after: at)...]) else {
            throw MailFault("the part of a mail address after the @ is not a domain")
        }
        self.address = address
        let phrase = Phrase(name ?? "").text
        self.name = phrase.isEmpty ? nil : phrase
    }

    /// Parses `address`, `<address>`, `Name <address>` or `"Name" <address>`, the forms used in settings.
    package init(parsing text: String) throws(MailFault) {
        guard let mailbox = MailboxSyntax(text) else {
            throw MailFault("a mail address in < > must end with >")
        }
        try self.init(mailbox.address, name: mailbox.name)
    }

    /// The part after the @.
    package var domain: String {
        String(address[address.index(after: address.lastIndex(of: "@") ?? address.startIndex)...])
    }
}
