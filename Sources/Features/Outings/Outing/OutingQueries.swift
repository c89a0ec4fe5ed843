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
            SELECT \(fragment: OutingRow.columns)
              FROM outing AS o
              LEFT JOIN attendance AS mine ON mine.outing_id = o.id AND mine.person_id = \(person)
              \(fragment: OutingRow.joins)
             WHERE o.id = \(id)
            """)
    }

    /// Reads the outings among `ids` that exist, as `person` sees them, in no particular order.
    package static func outings(_ ids: [OutingID], for person: PersonID?) -> Self {
        Query(
            "outings.read_outings",
            """
            SELECT \(fragment: OutingRow.columns)
              FROM outing AS o
              LEFT JOIN attendance AS mine ON mine.outing_id = o.id AND mine.person_id = \(person)
              \(fragment: OutingRow.joins)
             WHERE o.id = ANY (\(ids))
            """)
    }

    /// Reads a page of a person's outings: those that need an answer first, then by start; outings without a
    /// time come last, newest first. Past outings are in descending order.
    ///
    /// The page is chosen from attendances alone, which copy the sort key of their outing, and the person is
    /// read once.
    static func outings(_ list: OutingList) -> Self {
        let after = list.cursor
        return Query(
            "outings.list_outings",
            """
            WITH reader AS MATERIALIZED (SELECT name FROM person WHERE id = \(list.person))
            SELECT \(fragment: OutingRow.columns)
              FROM (SELECT a.*, sort.needs_answer, sort.starts
                      FROM attendance AS a
                     CROSS JOIN LATERAL (
                           SELECT a.status = 'invited' AND NOT a.is_cancelled AND a.over_at > now() AS needs_answer,
                                  coalesce(date_part('epoch', a.starts_at), 'infinity')
                                  * CASE WHEN \(list.over == true) THEN -1 ELSE 1 END AS starts
                           ) AS sort
                     WHERE a.person_id = \(list.person)
                       AND a.over_at > CASE WHEN \(list.over == false) THEN now() ELSE '-infinity' END
                       AND a.over_at <= CASE WHEN \(list.over == true) THEN now() ELSE 'infinity' END
                       AND (\(list.roles)::text[] IS NULL OR a.role = ANY (\(list.roles)))
                       AND (\(list.statuses)::text[] IS NULL OR a.status = ANY (\(list.statuses)))
                       AND (\(after?.id)::uuid IS NULL
                            OR (NOT sort.needs_answer, sort.starts) > (\(after.map { !$0.needsAnswer }), \(after?.starts))
                            OR (NOT sort.needs_answer, sort.starts) = (\(after.map { !$0.needsAnswer }), \(after?.starts))
                               AND a.outing_id < \(after?.id))
                     ORDER BY NOT sort.needs_answer, sort.starts, a.outing_id DESC
                     LIMIT \(list.limit + 1)
                   ) AS mine
              JOIN outing AS o ON o.id = mine.outing_id
             CROSS JOIN reader AS mine_person
              \(fragment: OutingRow.joinsBesidesReader)
             WHERE mine.person_id = \(list.person)
             ORDER BY NOT mine.needs_answer, mine.starts, o.id DESC
            """)
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
        Query(
            "outings.list_attendees",
            """
            SELECT \(fragment: AttendanceRow.columns("a", of: "p", invitedBy: "i", reach: true))
              FROM attendance AS a
              JOIN person AS p ON p.id = a.person_id
              LEFT JOIN invitation AS i ON i.outing_id = a.outing_id AND i.person_id = a.person_id
             WHERE a.outing_id = \(outing)
             ORDER BY array_position(ARRAY['attending', 'maybe', 'invited', 'waitlisted', 'declined'], a.status),
                      lower(p.name), a.person_id
            """)
    }

    package static func attendee(_ person: PersonID, of outing: OutingID) -> Self {
        Query(
            "outings.read_attendee",
            """
            SELECT \(fragment: AttendanceRow.columns("a", of: "p", invitedBy: "i", reach: true))
              FROM attendance AS a
              JOIN person AS p ON p.id = a.person_id
              LEFT JOIN invitation AS i ON i.outing_id = a.outing_id AND i.person_id = a.person_id
             WHERE a.outing_id = \(outing) AND a.person_id = \(person)
            """)
    }
}
