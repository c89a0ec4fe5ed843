/// A link that stops mail of one kind without signing in.
///
/// A `POST` to it unsubscribes at once, without cookies. A `GET` only shows a page, because link scanners
/// follow every link.
///
/// - Source: RFC 2369 §3.2, RFC 8058 §3.1.
package struct UnsubscribeLink: Hashable, Sendable {
    package let url: String

    /// Whether to announce one-click unsubscribing, which requires HTTPS. With `http`, as in a local trial,
    /// the header has the link alone.
    package var isOneClick: Bool { url.hasPrefix("https://") }

    package init(_ url: String) throws(MailFault) {
        guard url.hasPrefix("https://") || url.hasPrefix("http://") else {
            throw MailFault("an unsubscribe link must begin with https://")
        }
        guard url.utf8.count <= MailLimits.linkBytes else {
            throw MailFault("an unsubscribe link has at most \(MailLimits.linkBytes) bytes")
        }
        guard url.utf8.allSatisfy({ (0x21...0x7e).contains($0) && !"<>,\"".utf8.contains($0) }) else {
            throw MailFault(
                "an unsubscribe link has no spaces, brackets, commas, quotes or control characters")
        }
        self.url = url
    }
}
