internal import Access
package import Foundation
internal import JSON
package import Jobs
package import Localization
package import Mail
package import Postgres

/// Where mail goes that is promised in a transaction: into a table, in that transaction.
package struct MailOutbox: Sendable {
    /// How this server sends mail.
    package enum Delivery: Hashable, Sendable {
        /// Through a mail server; a worker takes it there.
        case server
        /// No mail server, and only this machine can reach us: kept to be read at `/dev/outbox`.
        case kept
        /// No mail server, and others can reach us: no mail is promised.
        case none
    }

    package let delivery: Delivery
    /// What stands behind the @ of Message-IDs.
    let domain: String
    /// Fired when there is mail for the server.
    let signal: Signal

    package init(_ delivery: Delivery, domain: String, signal: Signal = Signal()) {
        self.delivery = delivery
        self.domain = domain
        self.signal = signal
    }

    /// Takes the mail on; it leaves once the transaction has committed.
    ///
    /// - Parameter name: Of two mails with one name the second is dropped while the first is there. Nil: a name of its own.
    /// - Returns: Its row in `mail_outbox`, if there is one.
    @discardableResult
    package func enqueue(
        _ content: MailContent, to address: String, once name: String? = nil, in transaction: Transaction
    ) async throws -> UUID {
        let id = UUID.v7()
        guard delivery != .none else { return id }
        let name = name ?? id.canonicalText
        try await transaction.execute(
            .keepMail(
                id, messageID: "<\(name)@\(domain)>", to: address, content.subject,
                content.text, content.html, calendar: nil, isDue: delivery == .server))
        if delivery == .server { transaction.afterCommit { signal.fire() } }
        return id
    }
}

extension MailOutbox {
    /// Tells somebody whose calendar gave an answer that it does not count, and where they can answer.
    ///
    /// - Parameters:
    ///   - why: In their language.
    ///   - link: The page of their invitation.
    ///   - name: Of the answer: it may come again, and is refused once.
    package func enqueueRefusal(
        of title: String, _ why: String, link: String, in language: Language, to address: String,
        once name: String, in transaction: Transaction
    ) async throws {
        let words = MailWords(language: language).answerRefused(title: title, why: why, link: link)
        try await enqueue(words, to: address, once: name, in: transaction)
    }
}

/// Takes mail that has nowhere else to go: it is kept to be read at `/dev/outbox`.
package struct OutboxTransport: MailTransport {
    let database: any Database

    package init(_ database: any Database) { self.database = database }

    /// Safe to do twice: a message is kept once.
    package func send(_ message: MailMessage) async throws(MailSendError) {
        do {
            try await database.execute(
                .keepMail(
                    .v7(), messageID: message.id.text, to: message.to.address.lowercased(), message.subject,
                    message.text, message.html, calendar: message.calendar?.text,
                    isDue: false))
        } catch {
            throw .temporary(reason: "the outbox cannot be written: \(error)", reply: nil)
        }
    }
}

extension Command {
    fileprivate static func keepMail(
        _ id: UUID, messageID: String, to address: String, _ subject: String, _ text: String, _ html: String?,
        calendar: String?, isDue: Bool
    ) -> Self {
        Command(
            "accounts.insert_mail",
            """
            INSERT INTO mail_outbox (id, message_id, to_address, subject, text, html, calendar, due_at)
            VALUES (\(id), \(messageID), \(address), \(subject), \(text), \(html), \(calendar),
                    CASE WHEN \(isDue) THEN now() END)
                ON CONFLICT (message_id) DO NOTHING
            """)
    }
}
