package import Access
package import Foundation
import Initializers
import JSON
package import Jobs
package import Localization
package import Mail
package import Postgres

/// Stores mail in a table within the caller's transaction, so that it is sent if and only if that commits.
@MemberwiseInit(unlabeled: 1)
package struct MailOutbox: Sendable {
    /// How this server delivers mail.
    package enum Delivery: Hashable, Sendable {
        /// A worker sends it through a mail server.
        case server
        /// There is no mail server and only this machine can connect: mail is kept and shown at
        /// `/dev/outbox`.
        case kept
        /// There is no mail server and other machines can connect: no mail is accepted.
        case none
    }

    package let delivery: Delivery
    /// The domain of Message-IDs, after the @.
    let domain: String
    /// Encrypts the bodies of stored mails.
    let key: SecretKey
    /// The queue for the jobs that send mail to the server.
    var queue: JobQueue = JobQueue()

    /// Stores a mail; it is sent after the transaction commits.
    ///
    /// - Parameter name: A name for de-duplication: while a mail of this name is stored, further ones are
    ///   dropped. `nil` for a unique name.
    /// - Returns: The ID of its row in `mail_outbox`. There is no such row if mail is off or a duplicate was
    ///   dropped.
    @discardableResult
    package func enqueue(
        _ content: MailContent, to address: String, once name: String? = nil, in transaction: Transaction
    ) async throws -> UUID {
        let id = UUID.v7()
        guard delivery != .none else { return id }
        let name = name ?? id.canonicalText
        let count = try await transaction.execute(
            .insertMail(
                id, messageID: "<\(name)@\(domain)>", to: address, content.subject,
                body: try MailBody(text: content.text, html: content.html).sealed(key, for: id),
                isQueued: delivery == .server))
        if delivery == .server, count == 1 { try await queue.enqueue(SendMail(id), in: transaction) }
        return id
    }
}

extension MailOutbox {
    /// Notifies a person that the answer their calendar sent was not accepted, with a link to answer there.
    ///
    /// - Parameters:
    ///   - why: The reason, in `language`.
    ///   - link: The page of their invitation.
    ///   - name: The name of the answer, so that one that is received repeatedly is refused once.
    package func enqueueRefusal(
        of title: String, _ why: String, link: String, in language: Language, to address: String,
        once name: String, in transaction: Transaction
    ) async throws {
        let words = MailMessages(language: language).answerRefused(title: title, why: why, link: link)
        try await enqueue(words, to: address, once: name, in: transaction)
    }
}

/// A transport for servers without a mail server: it keeps mail to be shown at `/dev/outbox`.
@MemberwiseInit(unlabeled: 1)
package struct OutboxTransport: MailTransport {
    let database: any Database
    let key: SecretKey

    /// Stores a message. Idempotent: each message ID is stored once.
    package func send(_ message: MailMessage) async throws(MailSendError) {
        let id = UUID.v7()
        let body = MailBody(text: message.text, html: message.html, calendar: message.calendar?.text)
        do {
            try await database.execute(
                .insertMail(
                    id, messageID: message.id.text, to: message.to.address.lowercased(), message.subject,
                    body: try body.sealed(key, for: id), isQueued: false))
        } catch {
            throw .temporary(reason: "the outbox cannot be written: \(error)", reply: nil)
        }
    }
}

extension Command {
    fileprivate static func insertMail(
        _ id: UUID, messageID: String, to address: String, _ subject: String, body: [UInt8], isQueued: Bool
    ) -> Self {
        Command(
            "accounts.insert_mail",
            """
            INSERT INTO mail_outbox (id, message_id, to_address, subject, body, is_queued)
            VALUES (\(id), \(messageID), \(address), \(subject), \(body), \(isQueued))
                ON CONFLICT (message_id) DO NOTHING
            """)
    }
}
