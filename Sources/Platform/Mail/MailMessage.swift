package import Foundation
import Initializers

/// One message to one recipient.
///
/// Every field is safe by its type or is sanitised when written, so that no text can add a header or a
/// recipient.
@MemberwiseInit
package struct MailMessage: Hashable, Sendable {
    package var id: MessageID
    package var date: Date
    package var from: MailAddress
    package var to: MailAddress
    /// The address for replies, if it is not `from`.
    package var replyTo: MailAddress? = nil
    /// The address for delivery reports, if it is not `from`.
    package var returnPath: MailAddress? = nil
    package var subject: String
    /// Plain text, with lines of any length.
    package var text: String
    /// The same content as HTML; `nil` to send the plain text alone.
    package var html: String? = nil
    /// The earlier messages of the thread, oldest first.
    package var references: [MessageID] = []
    package var unsubscribe: UnsubscribeLink? = nil
    /// An invitation or update for the recipient's calendar.
    package var calendar: CalendarPart? = nil
}
