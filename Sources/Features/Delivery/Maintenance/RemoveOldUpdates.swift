import Jobs
package import Postgres

/// Ends what has had its time: watches of outings long over, changes older than a year, rows about ended watches.
///
/// Safe to do twice, and at once: what is gone is gone.
package struct RemoveOldUpdates: Sendable {
    private let database: PostgresClient
    private let others: [Command]

    /// - Parameter others: What channels keep that has had its time.
    package init(database: PostgresClient, others: [Command] = []) {
        self.database = database
        self.others = others
    }

    /// Removes once an hour, in one of all processes.
    package func turn() async throws {
        let isOurs = try await database.transaction { transaction in
            try await transaction.takeSlot(of: "updates.remove_old", every: .seconds(3_600))
        }
        if isOurs { try await remove() }
    }

    package func remove() async throws {
        while try await database.execute(.endOldWatches) == DeliveryLimits.removedAtOnce {}
        while try await database.one(.pruneChanges) == DeliveryLimits.removedAtOnce {}
        for command in [.removeNeedlessDead, .removeSlots(olderThan: DeliveryLimits.slotsKept)] + others {
            try await database.execute(command)
        }
    }
}

extension Query where Row == Int {
    fileprivate static var pruneChanges: Self {
        Query(
            "delivery.prune_changes", on: .write,
            "SELECT prune_outing_changes(\(DeliveryLimits.changesKept), \(DeliveryLimits.removedAtOnce)::bigint::int)"
        ) { row throws(PostgresError) in try row.next() }
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
                      AND (coalesce(o.ends_at, o.starts_at) < now() - \(DeliveryLimits.watchedAfter)
                           OR o.starts_at IS NULL AND o.cancelled_at < now() - \(DeliveryLimits.watchedAfter))
                    ORDER BY w.id
                    LIMIT \(DeliveryLimits.removedAtOnce)
                      FOR NO KEY UPDATE OF w)
            UPDATE outing_watch AS w
               SET live = false, ended_at = now()
              FROM old
             WHERE w.outing_id = old.outing_id AND w.id = old.id
            """)
    }

    fileprivate static var removeNeedlessDead: Command {
        Command(
            "delivery.remove_obsolete_dead_letters",
            """
            DELETE FROM dead_letter AS d
             USING outing_watch AS w
             WHERE w.outing_id = d.outing_id AND w.id = d.watch_id AND NOT w.live
            """)
    }
}
