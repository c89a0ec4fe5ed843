import Encoding

/// The globally unique identifier of one message: `<unique@domain>`.
///
/// Senders derive it from the content, so that a mail client shows a message that was sent twice only once.
///
/// - Source: RFC 5322 §3.6.4.
package struct MessageID: Hashable, Sendable, CustomStringConvertible {
    /// The identifier with its angle brackets.
    package let text: String
    package var description: String { text }

    /// Creates an identifier.
    ///
    /// - Parameter unique: A dot-atom: letters, digits, dots, hyphens and other characters that need no
    ///   quotes before an @.
    package init(_ unique: String, domain: String) throws(MailFault) {
        guard
            MailAddressSyntax.isLocalPart(
                unique[...], longest: MailLimits.messageIDBytes - domain.utf8.count - 3),
            MailAddressSyntax.isDomain(domain[...])
        else { throw MailFault("a Message-ID has a dot-atom before the @ and a domain after it") }
        text = "<\(unique)@\(domain)>"
    }

    /// Parses `<unique@domain>`.
    package init(parsing text: String) throws(MailFault) {
        guard text.hasPrefix("<"), text.hasSuffix(">"), let at = text.lastIndex(of: "@") else {
            throw MailFault("a Message-ID is written <unique@domain>")
        }
        let start = text.index(after: text.startIndex)
        try self.init(
            String(text[start..<at]), domain: String(text[text.index(after: at)...].dropLast()))
    }
}
