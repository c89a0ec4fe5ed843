package import Access
import Foundation
package import Logging
package import Mail
import NoonishAPI
package import Postgres

/// Mails what people are to be told.
///
/// Safe to do twice: a message carries a Message-ID made of watch and revision, so its receiver sees the second as the
/// first; and the acknowledgement of a lost lease does nothing.
package struct DeliverMail: Sendable {
    private let database: any Database
    private let queue: PushQueue
    private let transport: any MailTransport
    private let composer: UpdateMail
    private let logger: Logger

    /// - Parameter from: Who mail comes from.
    package init(
        database: any Database, transport: any MailTransport, from: MailAddress, site: Site, logger: Logger
    ) {
        self.database = database
        self.transport = transport
        self.logger = logger
        composer = UpdateMail(site: site, from: from)
        queue = PushQueue(.mail, database: database, logger: logger)
    }

    /// Delivers one batch, all at once.
    ///
    /// - Returns: Whether there may be more to do at once.
    package func turn() async throws -> Bool {
        let batch = try await queue.claim(atMost: UpdateLimits.mailBatch)
        let notices = try await queue.notices(for: batch.claimed)
        try await withThrowingTaskGroup { group in
            for (claim, notice) in notices {
                group.addTask { try await deliver(notice, claim, begun: batch.begun) }
            }
            try await group.waitForAll()
        }
        return batch.isFull
    }

    private func deliver(_ notice: Notice, _ claim: Claimed, begun: ContinuousClock.Instant) async throws {
        let told = Told(
            watch: claim.watch, lease: claim.lease, rev: notice.seenRev,
            ends: notice.isFarewell || notice.row.isLeaving)
        guard !notice.changes.isEmpty else {
            _ = try await database.one(.acknowledge(told))
            return
        }
        guard let message = try await message(notice) else {
            try await database.execute(.giveUpMail(claim, to: notice.person, bounced: false))
            return
        }
        guard ContinuousClock.now - begun < claim.leaseFor / 2 else {
            await queue.release([claim])
            return
        }
        do throws(MailFailure) {
            try await transport.send(message)
        } catch {
            return try await handle(error, notice, claim)
        }
        let isOurs = try await database.one(.mailed(told, to: notice.person, of: notice.outing))
        if !isOurs {
            logger.warning("mail was sent after its lease", metadata: ["watch": "\(claim.watch)"])
        }
    }

    private func handle(_ failure: MailFailure, _ notice: Notice, _ claim: Claimed) async throws {
        switch failure {
        case .temporary: try await queue.fail(claim, why: failure.description)
        case .permanent:
            logger.notice(
                "mail was refused", metadata: ["watch": "\(claim.watch)", "why": "\(failure.description)"])
            try await database.execute(.giveUpMail(claim, to: notice.person, bounced: true))
        }
    }

    /// - Returns: Nil if there is no address to write to.
    private func message(_ notice: Notice) async throws -> MailMessage? {
        guard let address = notice.row.address, let to = try? MailAddress(address, name: notice.row.name)
        else {
            return nil
        }
        let names = try await UpdateReading(database: database).names(of: notice.peopleNamed)
        return try composer.message(notice, words: notice.words(names: names), to: to)
    }
}
