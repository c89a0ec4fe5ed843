package import Foundation

/// One message to one person.
///
/// Every field is safe by its type or is made safe when written, so that no text can add a header or a recipient.
package struct MailMessage: Hashable, Sendable {
    package var id: MessageID
    package var date: Date
    package var from: MailAddress
    package var to: MailAddress
    /// Where answers go, if not to `from`.
    package var replyTo: MailAddress?
    /// Where the mail system reports that it could not deliver, if not to `from`.
    package var returnPath: MailAddress?
    package var subject: String
    /// Plain text; lines may be of any length.
    package var text: String
    /// The same as HTML; nil sends the plain text alone.
    package var html: String?
    /// What this message continues, oldest first.
    package var references: [MessageID]
    package var unsubscribe: UnsubscribeLink?
    /// What the reader's calendar is to know.
    package var calendar: CalendarPart?

    package init(
        id: MessageID, date: Date, from: MailAddress, to: MailAddress, replyTo: MailAddress? = nil,
        returnPath: MailAddress? = nil, subject: String, text: String, html: String? = nil,
        references: [MessageID] = [], unsubscribe: UnsubscribeLink? = nil,
        calendar: CalendarPart? = nil
    ) {
        self.id = id
        self.date = date
        self.from = from
        self.to = to
        self.replyTo = replyTo
        self.returnPath = returnPath
        self.subject = subject
        self.text = text
        self.html = html
        self.references = references
        self.unsubscribe = unsubscribe
        self.calendar = calendar
    }
}
