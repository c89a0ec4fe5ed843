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

    package func remove() async throws {
        while try await database.execute(.endOldWatches) == DeliveryLimits.pruningBatch {}
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
    fileprivate static var endOldWatches: Command {
        Command(
            "delivery.end_old_watches",
            """
            WITH old AS MATERIALIZED (
                   SELECT w.outing_id, w.id
                     FROM outing AS o
                     JOIN outing_watch AS w ON w.outing_id = o.id
                    WHERE w.live
                      AND (coalesce(o.ends_at, o.starts_at) < now() - \(DeliveryLimits.watchRetention)
                           OR o.starts_at IS NULL AND o.cancelled_at < now() - \(DeliveryLimits.watchRetention))
                    ORDER BY w.id
                    LIMIT \(DeliveryLimits.pruningBatch)
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
