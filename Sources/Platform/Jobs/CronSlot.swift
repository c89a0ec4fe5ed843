public import Foundation
public import Postgres

/// Work that is done once for each of its times, whoever is alive then: no process leads. Whoever inserts the row of a
/// time does the work, in the same transaction; if it dies, so does the row, and the next one does it.
///
/// The table is `cron_slot (name, slot, ran_at)`. The database's clock says what time it is.
extension Transaction {
    /// Takes the present slot of work that is done every `interval`, counted from 1970.
    ///
    /// - Returns: False if somebody has it.
    public func takeSlot(of name: String, every interval: Duration) async throws(PostgresError) -> Bool {
        try await first(.takeSlot(of: name, every: interval)) != nil
    }

    /// Takes the slot of work that belongs to one moment.
    ///
    /// - Returns: False if somebody has it.
    public func takeSlot(of name: String, at moment: Date) async throws(PostgresError) -> Bool {
        try await first(.takeSlot(of: name, at: moment)) != nil
    }
}

extension Query where Row == Bool {
    /// A row if any slot of this work was taken within `interval`.
    public static func slotTaken(of name: String, within interval: Duration) -> Self {
        Query(
            "jobs.slot_taken", on: .write,
            "SELECT true FROM cron_slot WHERE name = \(name) AND ran_at > now() - \(interval) LIMIT 1"
        ) { row throws(PostgresError) in try row.next() }
    }

    fileprivate static func takeSlot(of name: String, every interval: Duration) -> Self {
        let seconds = Double(interval.components.seconds)
        return Query(
            "jobs.take_slot", on: .write,
            """
            INSERT INTO cron_slot (name, slot)
            VALUES (\(name), to_timestamp(floor(extract(epoch FROM now())::float8 / \(seconds)) * \(seconds)))
                ON CONFLICT DO NOTHING
            RETURNING true
            """
        ) { row throws(PostgresError) in try row.next() }
    }

    fileprivate static func takeSlot(of name: String, at moment: Date) -> Self {
        Query(
            "jobs.take_slot_at", on: .write,
            """
            INSERT INTO cron_slot (name, slot) VALUES (\(name), \(moment)) ON CONFLICT DO NOTHING RETURNING true
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}

extension Command {
    /// Slots that nobody will ask for again.
    public static func removeSlots(olderThan age: Duration) -> Command {
        Command("jobs.remove_slots", "DELETE FROM cron_slot WHERE ran_at < now() - \(age)")
    }
}
