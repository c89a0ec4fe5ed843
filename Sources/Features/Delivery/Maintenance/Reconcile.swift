import Access
import Jobs
package import Logging
import Metrics
import NoonishAPI
package import Postgres

/// Looks for live watches that are behind and on no way: not in the outbox, not held, not in the queue, not set aside.
/// There are none unless a promise was broken, so finding one is an alarm; it is put on its way all the same.
package struct Reconcile: Sendable {
    private let database: PostgresClient
    private let logger: Logger
    private let found = Counter(label: "updates_reconciled")

    package init(database: PostgresClient, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    /// Looks once a minute, in one of all processes.
    ///
    /// - Returns: How many it found; 0 where another process looks.
    @discardableResult
    package func turn() async throws -> Int {
        let lost = try await database.all(.lostWatches)
        guard !lost.isEmpty else { return 0 }
        // The look may have been at a replica, or old by now: the statement that marks them looks again.
        let count = try await database.execute(.markLost(lost))
        guard count > 0 else { return 0 }
        found.increment(by: count)
        logger.error("watches were behind and on no way", metadata: ["count": "\(count)"])
        return count
    }
}

extension SQL {
    /// `w` is live, behind `o`, and on no way.
    fileprivate static let isLost: SQL = """
        w.live AND w.sent_rev < o.rev
        AND NOT EXISTS (SELECT FROM outbox AS b WHERE b.outing_id = w.outing_id AND b.rev > w.sent_rev)
        AND NOT EXISTS (SELECT FROM deferred_notification AS h WHERE h.outing_id = w.outing_id)
        AND NOT EXISTS (SELECT FROM delivery AS p WHERE p.watch_id = w.id)
        AND NOT EXISTS (SELECT FROM dead_letter AS d WHERE d.watch_id = w.id)
        """
}

extension Query where Row == WatchID {
    fileprivate static var lostWatches: Self {
        Query(
            "delivery.list_lost_watches", on: .slow,
            """
            SELECT w.id
              FROM outing_watch AS w
              JOIN outing AS o ON o.id = w.outing_id
             WHERE \(fragment: .isLost)
             LIMIT \(DeliveryLimits.reconciledAtOnce)
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}

extension Command {
    fileprivate static func markLost(_ watches: [WatchID]) -> Self {
        Command(
            "delivery.queue_lost_watches",
            """
            INSERT INTO delivery (watch_id, outing_id, channel, want_rev, due_at, latest)
            SELECT w.id, w.outing_id, w.channel, o.rev, now(), now()
              FROM outing_watch AS w
              JOIN outing AS o ON o.id = w.outing_id
             WHERE w.id = ANY (\(watches)) AND \(fragment: .isLost)
             ORDER BY w.id
                ON CONFLICT (watch_id) DO NOTHING
            """)
    }
}
