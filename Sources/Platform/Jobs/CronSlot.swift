public import Foundation
public import Postgres

/// Runs work once for a moment, such as the reminder of an outing, however many processes try. The process
/// that inserts the slot's row does the work in the same transaction. If that fails, the row is rolled back
/// and another process can do the work.
///
/// The table is `cron_slot (name, slot, ran_at)`. Work at regular intervals uses ``AnyWorker`` instead.
extension Transaction {
    /// Claims the slot of this work for a moment.
    ///
    /// - Returns: `false` if the slot is already taken.
    public func takeSlot(of name: String, at moment: Date) async throws(PostgresError) -> Bool {
        try await first(.takeSlot(of: name, at: moment)) != nil
    }
}

extension Query where Row == Date {
    /// Returns a row with the time at which a slot of this work was last taken, if that was within `interval`.
    public static func lastSlot(of name: String, within interval: Duration) -> Self {
        Query(
            "jobs.read_last_slot", on: .write,
            """
            SELECT ran_at
              FROM cron_slot
             WHERE name = \(name) AND ran_at > now() - \(interval)
             ORDER BY ran_at DESC
             LIMIT 1
            """)
    }
}

extension Query where Row == Bool {
    fileprivate static func takeSlot(of name: String, at moment: Date) -> Self {
        Query(
            "jobs.take_slot_at", on: .write,
            """
            INSERT INTO cron_slot (name, slot) VALUES (\(name), \(moment)) ON CONFLICT DO NOTHING RETURNING true
            """)
    }
}

extension Command {
    /// Deletes slots that are no longer needed.
    public static func removeSlots(olderThan age: Duration) -> Command {
        Command("jobs.remove_slots", "DELETE FROM cron_slot WHERE ran_at < now() - \(age)")
    }
}
