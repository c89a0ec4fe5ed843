import Access
import Foundation
import NoonishAPI
import Postgres

/// A person whose inbox grew.
@Row
struct InboxOwner: PostgresRow {
    let person: PersonID
}

extension Query where Row == InboxOwner {
    /// Numbers, writes and acknowledges a batch of updates. People's rows are locked in the order of their
    /// ids, so the numbers have no gap and two batches cannot deadlock.
    static func deliverToInboxes(_ entries: [InboxEntry]) -> Self {
        Query(
            "delivery.deliver_to_inboxes", on: .write,
            """
            WITH a AS MATERIALIZED (
                   SELECT watch_id, lease, rev, ends, person_id, outing_id, from_rev, to_rev, changes
                     FROM unnest(\(entries.map(\.receipt.watch.uuid)), \(entries.map(\.receipt.lease)),
                                 \(entries.map(\.receipt.rev)), \(entries.map(\.receipt.ends)),
                                 \(entries.map(\.person.uuid)), \(entries.map(\.outing.uuid)),
                                 \(entries.map(\.fromRev)), \(entries.map(\.toRev)), \(entries.map(\.changes)))
                       AS a (watch_id, lease, rev, ends, person_id, outing_id, from_rev, to_rev, changes)),
                 \(fragment: SQL.acknowledge),
                 n AS MATERIALIZED (
                   SELECT a.person_id, a.outing_id, a.from_rev, a.to_rev, a.changes,
                          row_number() OVER (PARTITION BY a.person_id ORDER BY a.watch_id) AS position
                     FROM a
                     JOIN l ON l.watch_id = a.watch_id
                    WHERE a.changes <> ''),
                 held AS MATERIALIZED (
                   SELECT p.id
                     FROM person AS p
                    WHERE p.id IN (SELECT person_id FROM n)
                    ORDER BY p.id
                      FOR NO KEY UPDATE OF p),
                 counted AS (
                   UPDATE person AS p
                      SET inbox_seq = p.inbox_seq + m.count
                     FROM held
                     JOIN (SELECT person_id, count(*) AS count FROM n GROUP BY person_id) AS m
                       ON m.person_id = held.id
                    WHERE p.id = held.id
                   RETURNING p.id, p.inbox_seq - m.count AS before)
            INSERT INTO inbox (person_id, seq, outing_id, from_rev, to_rev, changes)
            SELECT n.person_id, counted.before + n.position, n.outing_id, n.from_rev, n.to_rev, n.changes::jsonb
              FROM n
              JOIN counted ON counted.id = n.person_id
            RETURNING person_id
            """)
    }
}
