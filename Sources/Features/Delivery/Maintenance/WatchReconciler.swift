import Access
package import Logging
import Metrics
import NoonishAPI
package import Postgres
import Synchronization

/// Repairs live watches that are behind without a pending delivery: not in the outbox, not deferred, not in
/// the queue and not a dead letter. Such watches exist only after a defect, so they are logged as an error;
/// they are queued all the same.
package final class WatchReconciler: Sendable {
    private let database: PostgresClient
    private let logger: Logger
    private let found = Counter(label: "updates_reconciled")
    /// When this process last searched the outings that had changed recently.
    private let lastSearch = Mutex<ContinuousClock.Instant?>(nil)

    package init(database: PostgresClient, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    /// Queues lost watches of outings that have changed since the last search that succeeded, and a little longer.
    ///
    /// - Returns: The number of watches found.
    @discardableResult
    package func searchRecent() async throws -> Int {
        let now = ContinuousClock.now
        let lost = try await database.all(.lostWatches(within: window(at: now)))
        let count = try await queue(lost)
        // The rest of a full batch is found by the next search.
        if lost.count < DeliveryLimits.reconciliationBatch { lastSearch.withLock { $0 = now } }
        return count
    }

    /// Queues lost watches of all outings, which takes longer the more there are.
    @discardableResult
    package func searchAll() async throws -> Int { try await queue(database.all(.lostWatches)) }

    /// How recently outings have changed that are searched.
    func window(at now: ContinuousClock.Instant) -> Duration {
        let elapsed =
            lastSearch.withLock(\.self).map { now - $0 } ?? DeliveryLimits.fullReconciliationInterval
        return min(elapsed, DeliveryLimits.fullReconciliationInterval) + DeliveryLimits.reconciliationWindow
    }

    private func queue(_ lost: [WatchID]) async throws -> Int {
        guard !lost.isEmpty else { return 0 }
        // The query may have read a replica, or be outdated by now: the statement that marks the watches
        // checks again.
        let count = try await database.execute(.queueLostWatches(lost))
        guard count > 0 else { return 0 }
        found.increment(by: count)
        logger.error("found lagging watchers with no pending delivery", metadata: ["count": "\(count)"])
        return count
    }
}

extension SQL {
    /// The condition that `w` is live and behind `o`, without a pending delivery.
    fileprivate static let isLost: SQL = "w.live AND w.sent_rev < o.rev AND \(fragment: .isForgotten)"

    /// The condition that `w`, which is behind, has no pending delivery.
    fileprivate static let isForgotten: SQL = """
        NOT EXISTS (SELECT FROM outbox AS b WHERE b.outing_id = w.outing_id AND b.rev > w.sent_rev)
        AND NOT EXISTS (SELECT FROM deferred_notification AS h WHERE h.outing_id = w.outing_id)
        AND NOT EXISTS (SELECT FROM delivery AS p WHERE p.watch_id = w.id)
        AND NOT EXISTS (SELECT FROM dead_letter AS d WHERE d.watch_id = w.id)
        """
}

extension Query where Row == WatchID {
    /// Reads the changes of the last moments, which the block range index finds, and then only their outings' watches:
    /// `OFFSET 0` keeps PostgreSQL from reading all watches instead.
    static func lostWatches(within window: Duration) -> Self {
        Query(
            "delivery.list_recently_lost_watches", on: .stale,
            """
            SELECT w.id
              FROM (SELECT DISTINCT outing_id FROM outing_change WHERE at > now() - \(window)) AS c
             CROSS JOIN LATERAL (
                   SELECT w.id
                     FROM outing AS o
                     JOIN outing_watch AS w ON w.outing_id = o.id
                    WHERE o.id = c.outing_id AND \(fragment: .isLost)
                   OFFSET 0) AS w
             LIMIT \(DeliveryLimits.reconciliationBatch)
            """)
    }

    /// `MATERIALIZED` makes PostgreSQL read each table once. For the limit's sake it would look for the first rows by an index.
    fileprivate static var lostWatches: Self {
        Query(
            "delivery.list_lost_watches", on: .stale,
            """
            WITH behind AS MATERIALIZED (
                 SELECT w.id, w.outing_id, w.sent_rev
                   FROM outing_watch AS w
                   JOIN outing AS o ON o.id = w.outing_id
                  WHERE w.live AND w.sent_rev < o.rev)
            SELECT w.id
              FROM behind AS w
             WHERE \(fragment: .isForgotten)
             LIMIT \(DeliveryLimits.reconciliationBatch)
            """)
    }
}

extension Command {
    fileprivate static func queueLostWatches(_ watches: [WatchID]) -> Self {
        Command(
            "delivery.queue_lost_watches",
            """
            INSERT INTO delivery (watch_id, outing_id, channel, host_id, want_rev, due_at, latest)
            SELECT w.id, w.outing_id, w.channel, o.host_id, o.rev, now(), now()
              FROM outing_watch AS w
              JOIN outing AS o ON o.id = w.outing_id
             WHERE w.id = ANY (\(watches)) AND \(fragment: .isLost)
             ORDER BY w.id
                ON CONFLICT (watch_id) DO NOTHING
            """)
    }
}
