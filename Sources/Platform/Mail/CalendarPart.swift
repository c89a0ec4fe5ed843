/// A calendar document in a message, included twice: as an alternative part, so that mail clients show
/// buttons, and as an attachment for those that do not.
///
/// - Source: RFC 6047 §2.4. That buttons appear only for the last part of multipart/alternative, and only if
///   it is neither attached nor in base64, is observed behaviour of mail clients.
package struct CalendarPart: Hashable, Sendable {
    /// The METHOD of the document, such as `REQUEST`.
    package let method: String
    /// The document, with CRLF line ends.
    package let text: String

    /// Creates a calendar part.
    ///
    /// - Throws: ``MailFault`` if `method` has anything but capital letters.
    package init(method: String, text: String) throws(MailFault) {
        guard !method.isEmpty,
            method.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { throw MailFault("the method of a calendar must be a word in capitals") }
        self.method = method
        self.text = text
    }
}
