import Access
package import Logging
import Metrics
import NoonishAPI
package import Postgres

/// Repairs live watches that are behind without a pending delivery: not in the outbox, not deferred, not in
/// the queue and not a dead letter. Such watches exist only after a defect, so they are logged as an error;
/// they are queued all the same.
package struct WatchReconciler: Sendable {
    private let database: PostgresClient
    private let logger: Logger
    private let found = Counter(label: "updates_reconciled")

    package init(database: PostgresClient, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    /// Queues lost watches.
    ///
    /// - Parameter window: How recently their outings have changed; `nil` to search all outings, which takes longer the
    ///   more there are.
    /// - Returns: The number of watches found.
    @discardableResult
    package func runOnce(within window: Duration? = DeliveryLimits.reconciliationWindow) async throws -> Int {
        let lost = try await database.all(window.map { .lostWatches(within: $0) } ?? .lostWatches)
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
    fileprivate static let isLost: SQL = """
        w.live AND w.sent_rev < o.rev
        AND NOT EXISTS (SELECT FROM outbox AS b WHERE b.outing_id = w.outing_id AND b.rev > w.sent_rev)
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

    fileprivate static var lostWatches: Self {
        Query(
            "delivery.list_lost_watches", on: .stale,
            """
            SELECT w.id
              FROM outing_watch AS w
              JOIN outing AS o ON o.id = w.outing_id
             WHERE \(fragment: .isLost)
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
