/// A calendar document that travels in a message: within it, so that mail programs show buttons, and as a file for those
/// that do not.
///
/// - Source: RFC 6047 §2.4. That buttons appear only for the last part of multipart/alternative, neither attached nor in
///   base64, is what mail programs do.
package struct CalendarPart: Hashable, Sendable {
    /// `REQUEST`, as METHOD in the document has it.
    package let method: String
    /// The document, with CRLF.
    package let text: String

    /// - Throws: ``MailFault`` if `method` is not a word.
    package init(method: String, text: String) throws(MailFault) {
        guard !method.isEmpty,
            method.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { throw MailFault("the method of a calendar is a word in capitals") }
        self.method = method
        self.text = text
    }
}
