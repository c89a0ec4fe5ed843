package import Access
import Foundation
package import JSON
package import Postgres

/// A mail kept in the database instead of sent, for operators who run the server on their own machine.
@JSONObject
package struct OutboxMail: JSONEncodable {
    package let to: String
    package let subject: String
    package let text: String
    package let html: String?
    /// The calendar part (iCalendar, RFC 5545).
    @JSONMember(omitIfNil: true) package let calendar: String?
    let at: Date
    /// The first line of 6 to 8 digits only; sign-in mails have one.
    @JSONMember(omitIfNil: true) let code: String?
    /// All web addresses in the text, in order.
    let links: [String]

    /// - Returns: `nil` if the mail was stored with another key.
    init?(_ row: OutboxRow, key: SecretKey) {
        guard let body = MailBody(sealed: row.body, key, for: row.id) else { return nil }
        to = row.to
        subject = row.subject
        text = body.text
        html = body.html
        calendar = body.calendar
        at = row.at
        code = text.split(separator: "\n").first { $0.wholeMatch(of: /[0-9]{6,8}/) != nil }.map(String.init)
        links = text.split(whereSeparator: \.isWhitespace)
            .filter { $0.hasPrefix("http://") || $0.hasPrefix("https://") }.map(String.init)
    }

    /// Returns the newest kept mails, to one address or to all.
    package static func newest(to address: String?, in database: any Database, key: SecretKey) async throws
        -> [Self]
    {
        try await database.all(.outboxRows(to: address)).compactMap { Self($0, key: key) }
    }
}

/// A row of `mail_outbox`.
@Row
struct OutboxRow: PostgresRow {
    let id: UUID
    let to: String
    let subject: String
    /// What ``MailBody/sealed(_:for:)`` returned.
    let body: [UInt8]
    let at: Date
}

extension Query where Row == OutboxRow {
    fileprivate static func outboxRows(to address: String?) -> Self {
        Query(
            "accounts.list_kept_mail",
            """
            SELECT id, to_address, subject, body, at
              FROM mail_outbox
             WHERE NOT is_queued AND (\(address) IS NULL OR to_address = \(address))
             ORDER BY at DESC, id DESC
             LIMIT \(AccountLimits.outboxPage)
            """)
    }
}
