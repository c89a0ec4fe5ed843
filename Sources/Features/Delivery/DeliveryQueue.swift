import Access
import Decisions
import Journal
import Logging
import News
import NoonishAPI
import Postgres

/// The due rows of one channel, for one worker.
package actor DeliveryQueue {
    let channel: Channel
    private let database: any Database
    private let kinds: ChangeRegistry
    private let logger: Logger
    private var order = ClaimOrder()

    init(_ channel: Channel, database: any Database, kinds: ChangeRegistry, logger: Logger) {
        self.channel = channel
        self.database = database
        self.kinds = kinds
        self.logger = logger
    }

    /// The rows of a claim that are to be delivered, and when the claim was made on a monotonic clock; the
    /// leases began later.
    struct Batch: Sendable {
        let claimed: [DeliveryLease]
        let begun: ContinuousClock.Instant
        /// Whether more rows may be due.
        let isFull: Bool
    }

    /// Claims up to `limit` rows, and handles those that need no delivery: rows of ended watches are deleted,
    /// and rows whose workers died at every attempt become dead letters.
    func claim(atMost limit: Int) async throws(PostgresError) -> Batch {
        let begun = ContinuousClock.now
        let tiers = order.next(at: begun)
        let claimed = try await database.all(.claim(channel, atMost: limit, tiers: tiers))
        order.record(claimed)
        let ended = claimed.filter { !$0.isLive }
        if !ended.isEmpty { try await database.execute(.drop(ended)) }
        for claim in claimed where claim.isLive && claim.hasUsedUpAttempts {
            try await fail(claim, why: "all attempts were abandoned by their workers", isPermanent: true)
        }
        return Batch(
            claimed: claimed.filter { $0.isLive && !$0.hasUsedUpAttempts }, begun: begun,
            isFull: claimed.count == limit)
    }

    /// Records a failed attempt.
    ///
    /// - Parameter pause: The least pause, as requested by the counterpart.
    func fail(
        _ claim: DeliveryLease, why: String, pause: Duration? = nil, isPermanent: Bool = false
    ) async throws(PostgresError) {
        logger.warning(
            "delivery failed",
            metadata: [
                "channel": "\(channel.rawValue)", "watch": "\(claim.watch)", "why": "\(why)",
                "final": "\(isPermanent)",
            ])
        try await database.execute(.fail(claim, why: why, pause: pause, isPermanent: isPermanent))
    }

    /// Releases rows that were not started, for the next claim after `pause`. If that fails, their leases run
    /// out.
    func release(_ claimed: [DeliveryLease], for pause: Duration = .zero) async {
        guard !claimed.isEmpty else { return }
        _ = try? await database.execute(.release(claimed, for: pause))
    }

    /// Postpones a delivery that need not be sent yet. If that fails, its lease runs out.
    func postpone(_ receipt: DeliveryReceipt, for delay: Duration) async {
        _ = try? await database.execute(.postpone(receipt, for: delay))
    }

    /// Reads the notices of leased rows. A row that cannot be decoded counts as a failed attempt and does not
    /// affect the others; if the database does not answer, the rows are released. Notices that only a newer program
    /// can word are left to its workers.
    func notices(for claimed: [DeliveryLease]) async throws(PostgresError) -> [(DeliveryLease, Notice)] {
        let results = await outcomes(of: claimed)
        var notices: [(DeliveryLease, Notice)] = []
        var unread: [DeliveryLease] = []
        var ended: [DeliveryLease] = []
        var newer: [DeliveryLease] = []
        for (claim, outcome) in results {
            switch outcome {
            case .read(let notice) where notice.row.isLive:
                if notice.isForNewerProgram(since: claim.leftAt) {
                    newer.append(claim)
                } else {
                    warn(of: notice.unknown)
                    notices.append((claim, notice))
                }
            case .read: ended.append(claim)
            case .unreadable(let why): try await fail(claim, why: why)
            case .unanswered: unread.append(claim)
            case .gone: break
            }
        }
        if !ended.isEmpty { try await database.execute(.drop(ended)) }
        await release(unread)
        // If that fails, their leases run out.
        if !newer.isEmpty { _ = try? await database.execute(.leaveToNewerProgram(newer)) }
        return notices
    }

    private func warn(of unknown: Set<String>) {
        guard !unknown.isEmpty else { return }
        logger.warning(
            "skipped kinds of changes that no worker of a newer version took",
            metadata: ["kinds": "\(unknown.sorted())"])
    }

    private enum Outcome: Sendable {
        case read(Notice)
        case unreadable(String)
        case unanswered
        /// The outing was deleted, together with its watches.
        case gone
    }

    /// Reads all notices with one statement. If a row cannot be decoded, reads them one by one to find which.
    private func outcomes(of claimed: [DeliveryLease]) async -> [(DeliveryLease, Outcome)] {
        guard !claimed.isEmpty else { return [] }
        do {
            let rows = try await database.all(
                .notices(for: claimed.map(\.watch), of: claimed.map(\.outing), on: channel))
            let changes = RecordedChanges.byKey(of: rows, kinds: kinds)
            let found = Dictionary(rows.map { ($0.watch, $0) }, uniquingKeysWith: { first, _ in first })
            return claimed.map { claim in
                (claim, found[claim.watch].map { outcome(of: $0, changes[$0.changesKey]) } ?? .gone)
            }
        } catch PostgresError.decode(let reason) {
            guard claimed.count > 1 else { return claimed.map { ($0, .unreadable(reason)) } }
            var outcomes: [(DeliveryLease, Outcome)] = []
            for claim in claimed { outcomes += await self.outcomes(of: [claim]) }
            return outcomes
        } catch {
            return claimed.map { ($0, .unanswered) }
        }
    }

    private func outcome(of row: NoticeRow, _ changes: Result<RecordedChanges, any Error>?) -> Outcome {
        switch changes {
        case .success(let changes): .read(Notice(row, changes: changes, channel: channel))
        case .failure(let error): .unreadable("\(error)")
        case nil: .unreadable("no row has the recorded changes")
        }
    }
}
