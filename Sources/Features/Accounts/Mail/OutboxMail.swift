internal import Foundation
internal import JSON
internal import Postgres

/// A mail kept in the database instead of sent, for operators who run the server on their own machine.
@Row
struct OutboxMail: PostgresRow, JSONEncodable {
    let to: String
    let subject: String
    let text: String
    let html: String?
    /// The calendar part (iCalendar, RFC 5545).
    let calendar: String?
    let at: Date

    /// The first line of 6 to 8 digits only; sign-in mails have one.
    var code: String? {
        text.split(separator: "\n").first { $0.wholeMatch(of: /[0-9]{6,8}/) != nil }.map(String.init)
    }

    /// All web addresses in the text, in order.
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

extension Query where Row == OutboxMail {
    /// The newest kept mails, to one address or to all.
    static func outboxMail(to address: String?) -> Self {
        Query(
            "accounts.list_kept_mail",
            """
            SELECT to_address, subject, text, html, calendar, at
              FROM mail_outbox
             WHERE NOT is_queued AND (\(address) IS NULL OR to_address = \(address))
             ORDER BY at DESC, id DESC
             LIMIT \(AccountLimits.outboxPage)
            """)
    }
}
