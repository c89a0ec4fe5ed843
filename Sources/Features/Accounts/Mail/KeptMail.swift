internal import Foundation
internal import JSON
internal import Postgres

/// A mail that nobody takes away, to be read by whoever runs this server on their own machine.
struct KeptMail: PostgresRow, JSONEncodable {
    let to: String
    let subject: String
    let text: String
    let html: String?
    /// The part that calendars read (iCalendar, RFC 5545).
    let calendar: String?
    let at: Date

    init(row: inout RowReader) throws(PostgresError) {
        to = try row.next()
        subject = try row.next()
        text = try row.next()
        html = try row.next()
        calendar = try row.next()
        at = try row.next()
    }

    /// The line that is nothing but digits: a sign-in mail has one.
    var code: String? {
        text.split(separator: "\n").first { $0.wholeMatch(of: /[0-9]{6,8}/) != nil }.map(String.init)
    }

    /// Every address of a page in the text, in its order.
    var links: [String] {
        text.split(whereSeparator: \.isWhitespace)
            .filter { $0.hasPrefix("http://") || $0.hasPrefix("https://") }.map(String.init)
    }

    func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("to", to)
            $0.field("subject", subject)
            $0.field("text", text)
            $0.field("html", html)
            $0.field("calendar", ifPresent: calendar)
            $0.field("at", at)
            $0.field("code", ifPresent: code)
            $0.field("links", links)
        }
    }
}

extension Query where Row == KeptMail {
    /// The newest mails, to one address or to all.
    static func keptMail(to address: String?) -> Self {
        Query(
            "accounts.list_kept_mail",
            """
            SELECT to_address, subject, text, html, calendar, at
              FROM mail_outbox
             WHERE due_at IS NULL AND (\(address) IS NULL OR to_address = \(address))
             ORDER BY at DESC, id DESC
             LIMIT \(AccountLimits.outboxPage)
            """)
    }
}
