internal import Foundation
internal import JSON
package import Jobs
package import Logging
package import Mail
package import Postgres

/// Sends the mail queued by transactions through the mail server.
///
/// Delivers at least once: a mail whose sending was interrupted is sent again with the same Message-ID. Any
/// number of processes may run this concurrently. Each mail is leased to one of them, and a process whose
/// lease was taken over changes nothing.
package struct QueuedMailSender: Sendable {
    let database: any Database
    let transport: any MailTransport
    let from: MailAddress
    let logger: Logger

    package init(
        _ database: any Database, through transport: any MailTransport, from: MailAddress, logger: Logger
    ) {
        self.database = database
        self.transport = transport
        self.from = from
        self.logger = logger
    }

    /// Returns a loop that sends queued mail until the program ends.
    ///
    /// - Parameter signal: The signal that ``MailOutbox`` fires when mail was queued.
    package func loop(_ signal: Signal) -> WorkLoop {
        WorkLoop(
            "mail.send_queued", pace: .init(pollInterval: MailQueueLimits.poll), signal: signal,
            logger: logger
        ) { try await sendDue() > 0 ? .worked : .idle }
    }

    /// Leases a batch of the mail that is due and sends it.
    ///
    /// - Returns: The number of mails leased; 0 when none is due.
    package func sendDue() async throws -> Int {
        let claimedAt = ContinuousClock.now
        let mails = try await database.all(.leaseMail)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for mail in mails {
                group.addTask {
                    // The lease could expire before the server answers. Leave the mail to the next lease.
                    guard ContinuousClock.now - claimedAt < MailQueueLimits.lease / 2 else { return }
                    try await send(mail)
                }
            }
            try await group.waitForAll()
        }
        return mails.count
    }

    private func send(_ mail: QueuedMail) async throws {
        let message: MailMessage
        do {
            message = try mail.message(from: from)
        } catch {
            return try await giveUp(mail, because: error.reason)
        }
        do {
            try await transport.send(message)
            try await database.execute(.deleteQueuedMail(mail))
        } catch let failure as MailSendError {
            try await handleFailure(mail, failure)
        }
    }

    private func handleFailure(_ mail: QueuedMail, _ failure: MailSendError) async throws {
        switch failure {
        case .permanent:
            try await giveUp(mail, because: failure.description)
        case .temporary where mail.isTooOld:
            try await giveUp(mail, because: "still not accepted after a day, \(failure)")
        case .temporary:
            logger.info("mail is tried again later", metadata: mail.metadata(failure.description))
            try await database.execute(.retryMail(mail))
        }
    }

    private func giveUp(_ mail: QueuedMail, because reason: String) async throws {
        logger.warning("mail is given up", metadata: mail.metadata(reason))
        try await database.execute(.deleteQueuedMail(mail))
    }
}

/// Limits of the queue to the mail server.
enum MailQueueLimits {
    /// Mails leased at once; they are sent concurrently.
    static let claim = 4
    /// Interval for finding retries that are due and mail that another process queued.
    static let poll = Duration.seconds(5)
    /// Time after which a process that has not finished is presumed dead. A send may take 10 s, less than
    /// half of it.
    static let lease = Duration.seconds(30)
    /// Longest back-off between two attempts. Servers that greylist expect a retry within the hour.
    static let maximumBackOff = Duration.seconds(3_600)
    /// Age at which a mail is no longer worth sending and is dropped.
    static let maximumAge = Duration.seconds(24 * 3_600)
}

/// A mail that is leased to this process.
struct QueuedMail: PostgresRow {
    let id: UUID
    let lease: Int
    let messageID: String
    let to: String
    let subject: String
    let text: String
    let html: String?
    let at: Date
    let isTooOld: Bool

    init(row: inout RowReader) throws(PostgresError) {
        id = try row.next()
        lease = try row.next()
        messageID = try row.next()
        to = try row.next()
        subject = try row.next()
        text = try row.next()
        html = try row.next()
        at = try row.next()
        isTooOld = try row.next()
    }

    func message(from: MailAddress) throws(MailFault) -> MailMessage {
        MailMessage(
            id: try MessageID(parsing: messageID), date: at, from: from, to: try MailAddress(to),
            subject: subject,
            text: text, html: html)
    }

    /// Log metadata without the recipient and the content.
    func metadata(_ reason: String) -> Logger.Metadata {
        ["mail": "\(id.canonicalText)", "because": "\(reason)"]
    }
}

extension Query where Row == QueuedMail {
    static var leaseMail: Self {
        Query(
            "mail.claim", on: .write,
            """
            UPDATE mail_outbox AS m
               SET due_at   = now() + \(MailQueueLimits.lease),
                   lease    = nextval('lease_seq'),
                   attempts = m.attempts + 1
             WHERE m.id IN (SELECT id
                              FROM mail_outbox
                             WHERE due_at <= now()
                             ORDER BY due_at
                             LIMIT \(MailQueueLimits.claim)
                               FOR UPDATE SKIP LOCKED)
            RETURNING m.id, m.lease, m.message_id, m.to_address, m.subject, m.text, m.html, m.at,
                      m.at < now() - \(MailQueueLimits.maximumAge)
            """)
    }
}

extension Command {
    static func deleteQueuedMail(_ mail: QueuedMail) -> Self {
        Command("mail.drop", "DELETE FROM mail_outbox WHERE id = \(mail.id) AND lease = \(mail.lease)")
    }

    /// Schedules the next attempt with exponential back-off and full jitter, so that mails which failed
    /// together are not retried together.
    static func retryMail(_ mail: QueuedMail) -> Self {
        Command(
            "mail.retry",
            """
            UPDATE mail_outbox
               SET due_at = now() + random() * least(\(MailQueueLimits.maximumBackOff),
                                                     interval '1 s' * 2 ^ least(attempts, 20)),
                   lease  = 0
             WHERE id = \(mail.id) AND lease = \(mail.lease)
            """)
    }
}
