package import Jobs
package import Journal
package import Localization
package import Logging
import News
import NoonishAPI
package import Postgres

/// Delivers what is due on one channel, using its carrier.
///
/// Idempotent: every step after a claim is fenced by the number of its lease.
package struct DeliveryWorker: Sendable {
    private let carrier: any Carrier
    private let database: any Database
    private let catalogue: Catalogue
    private let kinds: ChangeRegistry
    private let queue: DeliveryQueue
    private let throttle: DestinationThrottle
    private let acknowledgements: AcknowledgementBatcher
    private let logger: Logger

    package init(
        _ carrier: any Carrier, database: any Database, catalogue: Catalogue, kinds: ChangeRegistry,
        processes: ProcessRegistry? = nil, logger: Logger
    ) {
        self.kinds = kinds
        self.catalogue = catalogue
        self.carrier = carrier
        self.database = database
        self.logger = logger
        queue = DeliveryQueue(carrier.channel, database: database, kinds: kinds, logger: logger)
        throttle = DestinationThrottle(processes: processes)
        acknowledgements = AcknowledgementBatcher(database: database)
    }

    /// Delivers one batch concurrently.
    ///
    /// - Returns: Whether more may be due at once.
    package func runOnce() async throws -> Bool {
        let batch = try await queue.claim(atMost: DeliveryLimits.deliveryBatch)
        let notices = try await queue.notices(for: batch.claimed)
        let names: ListedNames
        let texts: QuotedTexts
        do {
            let reading = UpdateReading(database: database, catalogue: catalogue, kinds: kinds)
            names = try await reading.names(
                of: Set(notices.flatMap(\.1.peopleNamed)), in: Set(notices.map(\.1.outing)))
            texts = try await reading.texts(of: notices.map { ($0.1.outing, $0.1.quotations) })
        } catch {
            await queue.release(notices.map(\.0))
            throw error
        }
        try await withThrowingTaskGroup { group in
            for (claim, notice) in notices {
                let words = notice.words(
                    names: names.names(
                        in: notice.outing, for: notice.person, isHost: notice.row.reader.isHost),
                    texts: texts, from: catalogue)
                let delivery = NoticeDelivery(
                    notice: notice, words: words,
                    endpoint: notice.row.endpoint, attempt: claim.attempt)
                group.addTask { try await deliver(delivery, claim, begun: batch.begun) }
            }
            try await group.waitForAll()
        }
        return batch.isFull
    }

    private func deliver(
        _ delivery: NoticeDelivery, _ claim: DeliveryLease, begun: ContinuousClock.Instant
    ) async throws {
        let notice = delivery.notice
        let receipt = DeliveryReceipt(claim, notice)
        guard !notice.changes.isEmpty, notice.row.isWanted else {
            return try await acknowledgements.add(receipt)
        }
        if let delay = notice.quietFor ?? notice.digestDelay {
            return await queue.postpone(receipt, for: delay)
        }
        let destination = carrier.destination(of: delivery)
        switch await throttle.acquire(destination, before: begun + claim.leaseDuration / 2) {
        case .timedOut: return await queue.release([claim])
        case .paused(let rest): return await queue.release([claim], for: rest)
        case .admitted: break
        }
        let outcome: DeliveryOutcome
        do {
            outcome = try await withTimeLimit(DeliveryLimits.sendTimeout) { [carrier] in
                try await carrier.deliver(delivery)
            }
        } catch let error where error is PostgresError || error is CancellationError {
            await throttle.release(destination, after: nil)
            await queue.release([claim])
            throw error
        } catch {
            outcome = .retry(why: "\(error)")
        }
        await throttle.release(destination, after: outcome)
        do {
            try await recordOutcome(outcome, receipt, delivery, claim)
        } catch {
            await queue.release([claim])
            throw error
        }
    }

    private func recordOutcome(
        _ outcome: DeliveryOutcome, _ receipt: DeliveryReceipt, _ delivery: NoticeDelivery,
        _ claim: DeliveryLease
    ) async throws {
        switch outcome {
        case .sent: try await acknowledgements.add(receipt)
        case .retry(let pause, let why): try await queue.fail(claim, why: why, pause: pause)
        case .refused(let why): try await queue.fail(claim, why: why, isPermanent: true)
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
