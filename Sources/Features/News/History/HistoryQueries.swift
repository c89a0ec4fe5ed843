import Access
import Foundation
import JSON
import Journal
import NoonishAPI
import Outings
import Postgres

/// A revision of an outing.
struct HistoryRow: PostgresRow {
    let rev: Int
    let at: Date
    var actor: Person?
    private let patch: JSONB

    init(row: inout RowReader) throws(PostgresError) {
        rev = try row.next()
        at = try row.next()
        let id: PersonID? = try row.next()
        let name: String? = try row.next()
        actor = id.map { Person(id: $0, name: name ?? "") }
        patch = try row.next()
    }

    func changes(of kinds: ChangeRegistry) throws(PostgresError) -> [Change] {
        guard let changes = kinds.changes(patch.value) else { throw .decode("a patch is not a list") }
        return changes
    }
}

/// A reader's language and time zone.
@Row
struct HistoryReader: PostgresRow {
    let locale: String?
    let timeZone: String?
}

extension Query where Row == HistoryRow {
    /// Reads revisions, newest first, that contain a change that may concern this reader.
    ///
    /// - Parameter others: The names of the kinds to leave out.
    static func history(
        of outing: OutingID, for reader: PersonID, isHost: Bool, before rev: Int?, limit: Int,
        without others: [String]
    ) -> Self {
        Query(
            "news.read_history",
            """
            SELECT c.rev, c.at, c.actor_id, p.name,
                   \(fragment: .complete("c.patch", after: "c.rev - 1", until: "c.rev"))
              FROM outing_change AS c
              JOIN outing AS o ON o.id = c.outing_id
              LEFT JOIN person AS p ON p.id = c.actor_id
             WHERE c.outing_id = \(outing)
               AND c.rev < coalesce(\(rev), \(Int.max))
               AND NOT jsonb_path_query_array(c.patch, '$[*].kind') <@ to_jsonb(\(others))
               AND (\(isHost) OR c.audience <> 'hosts'
                    OR c.patch @> jsonb_build_array(jsonb_build_object('person', \(reader)::uuid)))
             ORDER BY c.rev DESC
             LIMIT \(limit)
            """)
    }
}

extension Query where Row == HistoryReader {
    static func historyReader(_ person: PersonID) -> Self {
        Query("news.read_history_reader", "SELECT locale, time_zone FROM person WHERE id = \(person)")
    }
}
