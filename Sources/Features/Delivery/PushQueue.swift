import Access
import Decisions
import Foundation
import Logging
import News
import NoonishAPI
import Postgres

/// The rows of one channel that are due, for one worker.
package actor PushQueue {
    let channel: Channel
    private let database: any Database
    private let logger: Logger
    private var floor: Date?
    private var floorHolds = ContinuousClock.now

    init(_ channel: Channel, database: any Database, logger: Logger) {
        self.channel = channel
        self.database = database
        self.logger = logger
    }

    /// What of a claim is to be delivered, and when it was asked for on a clock that never jumps: the lease began later.
    struct Batch: Sendable {
        let claimed: [Claimed]
        let begun: ContinuousClock.Instant
        /// Whether there may be more.
        let isFull: Bool
    }

    /// Claims up to `limit` rows. What needs no delivery is dealt with here: rows of watches that have ended are dropped,
    /// rows on which every attempt's worker died are set aside.
    func claim(atMost limit: Int) async throws(PostgresError) -> Batch {
        let begun = ContinuousClock.now
        if begun >= floorHolds {
            floor = nil
            floorHolds = begun + DeliveryLimits.floorReset
        }
        let claimed = try await database.all(.claim(channel, atMost: limit, floor: floor))
        if let newest = claimed.map(\.wasDue).max() { floor = max(newest, floor ?? newest) }
        let ended = claimed.filter { !$0.isLive }
        if !ended.isEmpty { try await database.execute(.drop(ended)) }
        for claim in claimed where claim.isLive && claim.isWornOut {
            try await fail(claim, why: "every worker that tried it died", isHopeless: true)
        }
        return Batch(
            claimed: claimed.filter { $0.isLive && !$0.isWornOut }, begun: begun,
            isFull: claimed.count == limit)
    }

    /// Counts an attempt as failed.
    ///
    /// - Parameter pause: The least that the counterpart asked for.
    func fail(
        _ claim: Claimed, why: String, pause: Duration? = nil, isHopeless: Bool = false
    ) async throws(PostgresError) {
        logger.warning(
            "delivery failed",
            metadata: [
                "channel": "\(channel.rawValue)", "watch": "\(claim.watch)", "why": "\(why)",
                "final": "\(isHopeless)",
            ])
        try await database.execute(.fail(claim, why: why, pause: pause, isHopeless: isHopeless))
    }

    /// Gives rows back that were not begun, for as long as nobody should take them. If even that fails, their leases
    /// run out.
    func release(_ claimed: [Claimed], for pause: Duration = .zero) async {
        guard !claimed.isEmpty else { return }
        _ = try? await database.execute(.release(claimed, for: pause))
    }

    /// The notices of what was claimed. What cannot be read counts as a failed attempt of its own watch and does not keep
    /// the others; what the database did not answer is given back.
    func notices(for claimed: [Claimed]) async throws(PostgresError) -> [(Claimed, Notice)] {
        let results = await outcomes(of: claimed)
        var notices: [(Claimed, Notice)] = []
        var unread: [Claimed] = []
        var ended: [Claimed] = []
        for (claim, outcome) in results {
            switch outcome {
            case .read(let notice) where notice.row.isLive:
                if !notice.unknownKinds.isEmpty {
                    logger.notice(
                        "changes of a newer program are skipped",
                        metadata: ["kinds": "\(notice.unknownKinds.sorted())", "watch": "\(claim.watch)"])
                }
                notices.append((claim, notice))
            case .read: ended.append(claim)
            case .unreadable(let why): try await fail(claim, why: why)
            case .unanswered: unread.append(claim)
            case .gone: break
            }
        }
        if !ended.isEmpty { try await database.execute(.drop(ended)) }
        await release(unread)
        return notices
    }

    private enum Outcome: Sendable {
        case read(Notice)
        case unreadable(String)
        case unanswered
        /// The outing was deleted, and its rows with it.
        case gone
    }

    /// All of them by one statement; one by one if that finds a row that cannot be read, so that it is found which.
    private func outcomes(of claimed: [Claimed]) async -> [(Claimed, Outcome)] {
        guard !claimed.isEmpty else { return [] }
        do {
            let rows = try await database.all(.notices(for: claimed.map(\.watch), of: claimed.map(\.outing), on: channel))
            let found = Dictionary(rows.map { ($0.watch, $0) }, uniquingKeysWith: { first, _ in first })
            return claimed.map { claim in (claim, found[claim.watch].map(Self.outcome) ?? .gone) }
        } catch PostgresError.decode(let reason) {
            guard claimed.count > 1 else { return claimed.map { ($0, .unreadable(reason)) } }
            var outcomes: [(Claimed, Outcome)] = []
            for claim in claimed { outcomes += await self.outcomes(of: [claim]) }
            return outcomes
        } catch {
            return claimed.map { ($0, .unanswered) }
        }
    }

    private static func outcome(of row: NoticeRow) -> Outcome {
        do {
            return .read(try Notice(row))
        } catch {
            return .unreadable("\(error)")
        }
    }
}
