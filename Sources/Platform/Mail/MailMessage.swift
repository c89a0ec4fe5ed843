package import Foundation

/// One message to one recipient.
///
/// Every field is safe by its type or is sanitised when written, so that no text can add a header or a
/// recipient.
package struct MailMessage: Hashable, Sendable {
    package var id: MessageID
    package var date: Date
    package var from: MailAddress
    package var to: MailAddress
    /// The address for replies, if it is not `from`.
    package var replyTo: MailAddress?
    /// The address for delivery reports, if it is not `from`.
    package var returnPath: MailAddress?
    package var subject: String
    /// Plain text, with lines of any length.
    package var text: String
    /// The same content as HTML; `nil` to send the plain text alone.
    package var html: String?
    /// The earlier messages of the thread, oldest first.
    package var references: [MessageID]
    package var unsubscribe: UnsubscribeLink?
    /// An invitation or update for the recipient's calendar.
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
