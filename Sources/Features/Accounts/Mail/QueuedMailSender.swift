package import Access
package import Foundation
import Initializers
package import JSON
package import Jobs
package import Logging
package import Mail
package import Postgres
package import Timing

/// Sends one mail of the outbox to the mail server. The mail itself is stored in the outbox, so that it can
/// be withdrawn by its address.
@JSONObject
package struct SendMail: Job, JSONCodable {
    package static let kind = "accounts.send_mail"
    /// More than the time limit of a send, 10 s.
    package static let timeout = Duration.seconds(15)
    package static let attempts: Int? = nil
    /// Servers that use greylisting expect a retry within the hour.
    package static let backoff = Backoff(first: .seconds(2), longest: .seconds(3_600))
    package static let concurrency = 4

    package let mail: UUID
    package var uniqueKey: String? { mail.canonicalText }

    init(_ mail: UUID) { self.mail = mail }
}

/// Idempotent: a mail whose sending was interrupted is sent again under the same Message-ID. A mail that is
/// no longer in the outbox was sent or withdrawn.
@MemberwiseInit
package struct QueuedMailSender: Worker {
    let database: any Database
    let transport: any MailTransport
    let from: MailAddress
    /// Decrypts the bodies of stored mails.
    let key: SecretKey
    let logger: Logger

    package var worker: AnyWorker { AnyWorker(self) }

    package func work(_ job: SendMail, _ attempt: JobAttempt) async throws(JobFailure) {
        try await retryingOnError {
            guard let mail = try await database.first(.queuedMail(job.mail)) else { return }
            do {
                if let message = try mail.message(from: from, key: key) {
                    try await transport.send(message)
                } else {
                    logger.error(
                        "a mail cannot be decrypted", metadata: mail.metadata("stored with another key"))
                }
            } catch let failure as MailSendError {
                try await handleFailure(mail, failure)
            } catch let fault as MailFault {
                logger.warning("a mail cannot be sent", metadata: mail.metadata(fault.reason))
            }
            try await database.execute(.deleteQueuedMail(mail.id))
        }
    }

    /// Handles a failed send. Returns if the mail is to be dropped, and throws if it is to be retried.
    private func handleFailure(_ mail: QueuedMail, _ failure: MailSendError) async throws {
        switch failure {
        case .permanent:
            logger.warning("a mail was refused", metadata: mail.metadata(failure.description))
        case .temporary where mail.isTooOld:
            try await database.execute(.deleteQueuedMail(mail.id))
            throw JobFailure.giveUp(reason: "still not accepted after a day")
        case .temporary:
            throw JobFailure.retry(reason: failure.description)
        }
    }
}

/// Limits of the queue to the mail server.
enum MailQueueLimits {
    /// The age at which an unsent mail is dropped, because its content is outdated.
    static let maximumAge = Duration.seconds(24 * 3_600)
}

/// A mail for the mail server.
@Row
struct QueuedMail: PostgresRow {
    let id: UUID
    let messageID: String
    let to: String
    let subject: String
    /// What ``MailBody/sealed(_:for:)`` returned.
    let body: [UInt8]
    let at: Date
    let isTooOld: Bool

    /// - Returns: `nil` if the mail was stored with another key.
    func message(from: MailAddress, key: SecretKey) throws(MailFault) -> MailMessage? {
        guard let body = MailBody(sealed: body, key, for: id) else { return nil }
        return MailMessage(
            id: try MessageID(parsing: messageID), date: at, from: from, to: try MailAddress(to),
            subject: subject, text: body.text, html: body.html)
    }

    /// Log metadata without the recipient and the content.
    func metadata(_ reason: String) -> Logger.Metadata {
        ["mail": "\(id.canonicalText)", "because": "\(reason)"]
    }
}

extension Query where Row == QueuedMail {
    fileprivate static func queuedMail(_ id: UUID) -> Self {
        Query(
            "mail.queued", on: .write,
            """
            SELECT id, message_id, to_address, subject, body, at,
                   at < now() - \(MailQueueLimits.maximumAge)
              FROM mail_outbox
             WHERE id = \(id) AND is_queued
            """)
    }
}

extension Command {
    fileprivate static func deleteQueuedMail(_ id: UUID) -> Self {
        Command("accounts.delete_mail", "DELETE FROM mail_outbox WHERE id = \(id)")
    }
}
