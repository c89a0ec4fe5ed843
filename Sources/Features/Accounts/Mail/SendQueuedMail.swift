internal import Foundation
internal import JSON
package import Jobs
package import Logging
package import Mail
package import Postgres

/// Takes mail that was promised in transactions to the mail server.
///
/// Safe to do twice: a mail whose sending was interrupted goes out again under the same Message-ID. Any number of
/// processes may do this at once; each mail is leased to one of them, and a lease that was overtaken changes nothing.
package struct SendQueuedMail: Sendable {
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

    /// Sends for as long as the program runs.
    ///
    /// - Parameter signal: what ``MailOutbox`` fires when there is mail.
    package func loop(_ signal: Signal) -> WorkLoop {
        WorkLoop(
            "mail.send_queued", pace: .init(pollInterval: MailQueueLimits.poll), signal: signal,
            logger: logger
        ) { try await sendDue() > 0 ? .worked : .idle }
    }

    /// Takes some of the mail that is due and sends it.
    ///
    /// - Returns: How many mails were taken; 0 when nothing is due.
    package func sendDue() async throws -> Int {
        let claimedAt = ContinuousClock.now
        let mails = try await database.all(.claimMail)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for mail in mails {
                group.addTask {
                    // A lease that is half gone may be over before the server has answered: leave it to the next one.
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
            return try await drop(mail, because: error.reason)
        }
        do {
            try await transport.send(message)
            try await database.execute(.dropMail(mail))
        } catch let failure as MailSendError {
            try await settle(mail, failure)
        }
    }

    private func settle(_ mail: QueuedMail, _ failure: MailSendError) async throws {
        switch failure {
        case .permanent:
            try await drop(mail, because: failure.description)
        case .temporary where mail.isTooOld:
            try await drop(mail, because: "still not accepted after a day, \(failure)")
        case .temporary:
            logger.info("mail is tried again later", metadata: mail.metadata(failure.description))
            try await database.execute(.retryMail(mail))
        }
    }

    private func drop(_ mail: QueuedMail, because reason: String) async throws {
        logger.warning("mail is given up", metadata: mail.metadata(reason))
        try await database.execute(.dropMail(mail))
    }
}

/// Every number of the queue to the mail server.
enum MailQueueLimits {
    /// Mails taken at once; they are sent side by side.
    static let claim = 4
    /// How often to look for mail whose next attempt has come, or that another process promised.
    static let poll = Duration.seconds(5)
    /// A process that has not finished by then is taken for dead. A send has 10 s, less than half of it.
    static let lease = Duration.seconds(30)
    /// Longest pause between two attempts. Servers that greylist want to see us again within the hour.
    static let longestPause = Duration.seconds(3_600)
    /// After this long it is no longer news.
    static let givenUpAfter = Duration.seconds(24 * 3_600)
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

    /// Nothing of whom it is to and what it says.
    func metadata(_ reason: String) -> Logger.Metadata {
        ["mail": "\(id.canonicalText)", "because": "\(reason)"]
    }
}

extension Query where Row == QueuedMail {
    static var claimMail: Self {
        Query(
            "accounts.claim_mail", on: .write,
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
                      m.at < now() - \(MailQueueLimits.givenUpAfter)
            """)
    }
}

extension Command {
    static func dropMail(_ mail: QueuedMail) -> Self {
        Command(
            "accounts.delete_mail", "DELETE FROM mail_outbox WHERE id = \(mail.id) AND lease = \(mail.lease)")
    }

    /// Full jitter, so that mails which failed together do not come back together.
    static func retryMail(_ mail: QueuedMail) -> Self {
        Command(
            "accounts.retry_mail",
            """
            UPDATE mail_outbox
               SET due_at = now() + random() * least(\(MailQueueLimits.longestPause),
                                                     interval '1 s' * 2 ^ least(attempts, 20)),
                   lease  = 0
             WHERE id = \(mail.id) AND lease = \(mail.lease)
            """)
    }
}
