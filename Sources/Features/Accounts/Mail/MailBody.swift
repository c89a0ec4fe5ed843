package import Access
import Foundation
import JSON
import NIOCore
import Postgres

/// The parts of a stored mail that are encrypted, because they carry codes and links.
@JSONObject
struct MailBody: JSONCodable {
    let text: String
    let html: String?
    /// The calendar part (iCalendar, RFC 5545).
    var calendar: String? = nil
}

extension MailBody {
    /// Returns the body of the mail `id` as it is stored.
    func sealed(_ key: SecretKey, for id: UUID) throws -> [UInt8] {
        var writer = JSONWriter()
        encode(to: &writer)
        return try key.seal(Array(writer.finish().readableBytesView), Self.purpose, owner: id.canonicalText)
    }

    /// Decrypts what ``sealed(_:for:)`` returned.
    ///
    /// - Returns: `nil` if it was encrypted with another key or for another mail.
    init?(sealed: [UInt8], _ key: SecretKey, for id: UUID) {
        guard let bytes = key.open(sealed, Self.purpose, owner: id.canonicalText),
            let body = try? MailBody(parsing: ByteBuffer(bytes: bytes))
        else { return nil }
        self = body
    }

    fileprivate static let purpose = "mail"
}

extension SealedColumn {
    /// The bodies of stored mails.
    package static var mail: SealedColumn {
        SealedColumn(
            MailBody.purpose,
            read: Query("accounts.list_sealed_mails", "SELECT id::text, body FROM mail_outbox"),
            store: { mail in
                Command(
                    "accounts.reseal_mail",
                    "UPDATE mail_outbox SET body = \(mail.sealed) WHERE id = \(mail.owner)::text::uuid")
            })
    }
}
