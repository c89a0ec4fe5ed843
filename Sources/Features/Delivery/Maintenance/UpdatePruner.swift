import Jobs
package import Postgres

/// Removes expired data: ends watches of outings long over, and deletes old changes and the dead letters of
/// ended watches.
///
/// Idempotent, and safe to run concurrently.
package struct UpdatePruner: Sendable {
    private let database: PostgresClient
    private let others: [Command]

    /// Creates a pruner.
    ///
    /// - Parameter others: Commands that remove expired rows of the channels.
    package init(database: PostgresClient, others: [Command] = []) {
        self.database = database
        self.others = others
    }

    /// Ends the watches of outings that have long ended.
    ///
    /// - Parameter window: How far back to search; `nil` for all outings, which takes longer the more there were.
    package func endWatches(within window: Duration? = nil) async throws {
        while try await database.execute(.endOldWatches(within: window)) == DeliveryLimits.pruningBatch {}
    }

    package func remove() async throws {
        try await endWatches(within: DeliveryLimits.watchWindow)
        while try await database.one(.pruneChanges) == DeliveryLimits.pruningBatch {}
        for command in [.removeObsoleteDeadLetters, .removeSlots(olderThan: DeliveryLimits.slotRetention)]
            + others
        {
            try await database.execute(command)
        }
    }
}

extension Query where Row == Int {
    fileprivate static var pruneChanges: Self {
        Query(
            "delivery.prune_changes", on: .write,
            "SELECT prune_outing_changes(\(DeliveryLimits.changeRetention), \(DeliveryLimits.pruningBatch)::bigint::int)"
        )
    }
}

extension Command {
    /// Finds the outings by the index of their ends; `OFFSET 0` keeps PostgreSQL from reading all watches instead. Locks the
    /// watches in the order of their ids, as the fan-out does.
    static func endOldWatches(within window: Duration?) -> Command {
        Command(
            "delivery.end_old_watches",
            """
            WITH found AS MATERIALIZED (
                   SELECT o.id AS outing_id, w.id
                     FROM outing AS o
                    CROSS JOIN LATERAL (
                          SELECT w.id FROM outing_watch AS w WHERE w.outing_id = o.id AND w.live OFFSET 0) AS w
                    WHERE coalesce(o.ends_at, o.starts_at, o.cancelled_at) < now() - \(DeliveryLimits.watchRetention)
                      AND coalesce(o.ends_at, o.starts_at, o.cancelled_at)
                          > coalesce(now() - \(DeliveryLimits.watchRetention) - \(window), '-infinity')
                    LIMIT \(DeliveryLimits.pruningBatch)),
                 old AS MATERIALIZED (
                   SELECT w.outing_id, w.id
                     FROM found
                     JOIN outing_watch AS w ON w.outing_id = found.outing_id AND w.id = found.id
                    WHERE w.live
                    ORDER BY w.id
                      FOR NO KEY UPDATE OF w)
            UPDATE outing_watch AS w
               SET live = false, ended_at = now()
              FROM old
             WHERE w.outing_id = old.outing_id AND w.id = old.id
            """)
    }

    fileprivate static var removeObsoleteDeadLetters: Command {
        Command(
            "delivery.remove_obsolete_dead_letters",
            """
            DELETE FROM dead_letter AS d
             USING outing_watch AS w
             WHERE w.outing_id = d.outing_id AND w.id = d.watch_id AND NOT w.live
            """)
    }
}
