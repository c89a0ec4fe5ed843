import Access
import Foundation
import JSON
import NoonishAPI
import Outings
import Postgres

/// A revision of an outing.
struct HistoryRow: PostgresRow {
    let rev: Int
    let at: Date
    let actor: Person?
    let changes: [OutingChange]

    init(row: inout RowReader) throws(PostgresError) {
        rev = try row.next()
        at = try row.next()
        let id: PersonID? = try row.next()
        let name: String? = try row.next()
        actor = id.map { Person(id: $0, name: name ?? "") }
        let patch: JSONB = try row.next()
        guard case .array(let elements)? = patch.value else { throw .decode("a patch is not a list") }
        changes = elements.compactMap { OutingChange($0) }
    }
}

/// How somebody reads.
struct HistoryReader: PostgresRow {
    let locale: String?
    let timeZone: String?

    init(row: inout RowReader) throws(PostgresError) {
        locale = try row.next()
        timeZone = try row.next()
    }
}

extension Query where Row == HistoryRow {
    /// The newest first; only revisions in which something can be of this reader's concern.
    static func history(
        of outing: OutingID, for reader: PersonID, isHost: Bool, before rev: Int?, limit: Int
    ) -> Self {
        Query(
            "news.read_history",
            """
            SELECT c.rev, c.at, c.actor_id, p.name, c.patch
              FROM outing_change AS c
              LEFT JOIN person AS p ON p.id = c.actor_id
             WHERE c.outing_id = \(outing)
               AND (\(rev)::bigint IS NULL OR c.rev < \(rev))
               AND c.patch @? '$[*].kind ? (!(@ like_regex "^(message_|reminder$|answer_wanted$|everyone_answered$|seat_offer|open_then$|closed_then$|hours_unknown$|rating_wanted$|offer_)"))'
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
