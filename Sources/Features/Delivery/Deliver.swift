import Jobs
package import Localization
package import Logging
import News
import NoonishAPI
package import Postgres

/// Delivers what is due on one channel, by its carrier.
///
/// Idempotent: every step after a claim is fenced by the number of its lease.
package struct Deliver: Sendable {
    private let carrier: any Carrier
    private let database: any Database
    private let catalogue: Catalogue
    private let queue: PushQueue
    private let destinations: Destinations
    private let acknowledgements: Acknowledgements
    private let logger: Logger

    package init(_ carrier: any Carrier, database: any Database, catalogue: Catalogue, logger: Logger) {
        self.catalogue = catalogue
        self.carrier = carrier
        self.database = database
        self.logger = logger
        queue = PushQueue(carrier.channel, database: database, logger: logger)
        destinations = Destinations()
        acknowledgements = Acknowledgements(database: database)
    }

    /// Delivers one batch concurrently.
    ///
    /// - Returns: Whether more may be due at once.
    package func turn() async throws -> Bool {
        let batch = try await queue.claim(atMost: DeliveryLimits.deliveryBatch)
        let notices = try await queue.notices(for: batch.claimed)
        let names: [PersonID: String]
        let texts: [OutingMessageID: String]
        do {
            let reading = UpdateReading(database: database, catalogue: catalogue)
            names = try await reading.names(of: Set(notices.flatMap(\.1.peopleNamed)))
            texts = try await reading.texts(of: Set(notices.flatMap(\.1.messagesNamed)))
        } catch {
            await queue.release(notices.map(\.0))
            throw error
        }
        try await withThrowingTaskGroup { group in
            for (claim, notice) in notices {
                let delivery = NoticeDelivery(
                    notice: notice, words: notice.words(names: names, texts: texts, from: catalogue),
                    endpoint: notice.row.endpoint, attempt: claim.attempt)
                group.addTask { try await deliver(delivery, claim, begun: batch.begun) }
            }
            try await group.waitForAll()
        }
        return batch.isFull
    }

    private func deliver(
        _ delivery: NoticeDelivery, _ claim: Claimed, begun: ContinuousClock.Instant
    ) async throws {
        let notice = delivery.notice
        let told = Told(claim, notice)
        guard !notice.changes.isEmpty, notice.row.isWanted else {
            return try await acknowledgements.add(told)
        }
        if let rest = notice.quietFor { return await queue.release([claim], for: rest) }
        let destination = notice.row.destination ?? carrier.channel.rawValue
        switch await destinations.enter(destination, before: begun + claim.leaseFor / 2) {
        case .late: return await queue.release([claim])
        case .closed(let rest): return await queue.release([claim], for: rest)
        case .entered: break
        }
        let outcome: DeliveryOutcome
        do {
            outcome = try await withTimeLimit(DeliveryLimits.sendTime) { [carrier] in
                try await carrier.deliver(delivery)
            }
        } catch let error where error is PostgresError || error is CancellationError {
            await destinations.leave(destination, after: nil)
            await queue.release([claim])
            throw error
        } catch {
            outcome = .retry(why: "\(error)")
        }
        await destinations.leave(destination, after: outcome)
        do {
            try await settle(outcome, told, delivery, claim)
        } catch {
            await queue.release([claim])
            throw error
        }
    }

    private func settle(
        _ outcome: DeliveryOutcome, _ told: Told, _ delivery: NoticeDelivery, _ claim: Claimed
    ) async throws {
        switch outcome {
        case .sent: try await acknowledgements.add(told)
        case .retry(let pause, let why): try await queue.fail(claim, why: why, pause: pause)
        case .refused(let why): try await queue.fail(claim, why: why, isHopeless: true)
        case .gone(let why):
            logger.notice(
                "removed an endpoint that no longer exists",
                metadata: [
                    "channel": "\(carrier.channel.rawValue)", "watch": "\(claim.watch)", "why": "\(why)",
                ])
            try await database.execute(
                .removeEndpoint(
                    delivery.endpoint, of: delivery.notice.person, on: carrier.channel, watch: claim.watch))
        }
    }
}
