import Access
import Foundation
package import NoonishAPI
package import Postgres

extension Query where Row == OutingRow {
    /// Reads the outing as `person` sees it.
    package static func outing(_ id: OutingID, for person: PersonID?) -> Self {
        Query(
            "outings.read_outing",
            """
            \(statement: .outings(for: person))
             WHERE o.id = \(id)
            """)
    }

    /// Reads the outings among `ids` that exist, as `person` sees them, in no particular order.
    package static func outings(_ ids: [OutingID], for person: PersonID?) -> Self {
        Query(
            "outings.read_outings",
            """
            \(statement: .outings(for: person))
             WHERE o.id = ANY (\(ids))
            """)
    }
}

extension SQL {
    /// Selects all outings as a person sees them.
    fileprivate static func outings(for person: PersonID?) -> SQL {
        """
        SELECT \(fragment: OutingRow.columns)
          FROM outing AS o
          LEFT JOIN attendance AS mine ON mine.outing_id = o.id AND mine.person_id = \(person)
          \(fragment: OutingRow.joins)
        """
    }
}

extension Transaction {
    /// Locks the outing's row until the transaction ends and reads the outing as `person` sees it, including
    /// what the edit before it wrote. Returns `nil` if the outing does not exist.
    ///
    /// It needs two statements: a single locking statement would return joined rows from before it waited for
    /// the lock.
    package func locked(_ id: OutingID, for person: PersonID?) async throws -> OutingRow? {
        try await all(.outing(id, for: person), after: [.lock(id)]).first
    }
}

extension Command {
    /// Locks the outing's row until the transaction ends; affects no row if the outing does not exist.
    ///
    /// It does not use `FOR UPDATE`, which would also wait for the foreign key check of an inbox row that is
    /// being inserted. That statement holds locks of watches that the edit may need next, so the two could
    /// deadlock.
    package static func lock(_ id: OutingID) -> Command {
        Command("outings.lock_outing", "SELECT true FROM outing WHERE id = \(id) FOR NO KEY UPDATE")
    }
}

extension Query where Row == AttendanceRow {
    /// Reads all people on the list, by status, attending first, then by name.
    package static func attendees(of outing: OutingID) -> Self {
        attendees(
            "outings.list_attendees",
            """
             WHERE a.outing_id = \(outing)
             ORDER BY array_position(ARRAY['attending', 'maybe', 'invited', 'waitlisted', 'declined'], a.status),
                      lower(p.name), a.person_id
            """)
    }

    package static func attendee(_ person: PersonID, of outing: OutingID) -> Self {
        attendees("outings.read_attendee", "WHERE a.outing_id = \(outing) AND a.person_id = \(person)")
    }

    private static func attendees(_ name: String, _ rest: SQL) -> Self {
        Query(
            name,
            """
            SELECT \(fragment: AttendanceRow.columns("a", of: "p", invitedBy: "i", reach: true))
              FROM attendance AS a
              JOIN person AS p ON p.id = a.person_id
              LEFT JOIN invitation AS i ON i.outing_id = a.outing_id AND i.person_id = a.person_id
            \(statement: rest)
            """)
    }
}
