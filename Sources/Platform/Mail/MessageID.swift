/// The name of one message, unique in the world: `<unique@domain>`.
///
/// Whoever sends derives it from what the message says, so that a message sent twice is seen once.
///
/// - Source: RFC 5322 §3.6.4.
package struct MessageID: Hashable, Sendable, CustomStringConvertible {
    /// With the angle brackets.
    package let text: String
    package var description: String { text }

    /// - Parameter unique: Letters, digits, dots, hyphens and what else may stand before an @ without quotes.
    package init(_ unique: String, domain: String) throws(MailFault) {
        guard
            MailAddress.isLocalPart(unique[...], longest: MailLimits.messageIDBytes - domain.utf8.count - 3),
            MailAddress.isDomain(domain[...])
        else { throw MailFault("a Message-ID has a dot-atom before the @ and a domain after it") }
        text = "<\(unique)@\(domain)>"
    }

    /// Reads `<unique@domain>`.
    package init(parsing text: String) throws(MailFault) {
        guard text.hasPrefix("<"), text.hasSuffix(">"), let at = text.lastIndex(of: "@") else {
            throw MailFault("a Message-ID is written <unique@domain>")
        }
        let start = text.index(after: text.startIndex)
        try self.init(
            String(text[start..<at]), domain: String(text[text.index(after: at)...].dropLast()))
    }
}
