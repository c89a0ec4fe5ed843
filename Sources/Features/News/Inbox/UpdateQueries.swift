import Access
package import Foundation
import Initializers
package import NoonishAPI
import Outings
package import Postgres

/// A row of an inbox, with the data that its text needs.
@Row
struct InboxRow: PostgresRow {
    /// The index of the request that it answers, from 1.
    let ask: Int
    let seq: Int
    let at: Date
    let outing: OutingID
    let title: String
    let zone: String
    var fromRev: Int
    let toRev: Int
    let changes: String
    let isRead: Bool
    let isHost: Bool
    let locale: String?
    let readerZone: String?
    let inviterName: String?
}

/// A request for a person's updates after a sequence number, and of one outing only if there is an `outing`.
@MemberwiseInit
package struct InboxRequest: Hashable, Sendable {
    let person: PersonID
    let after: Int
    let outing: OutingID?
    /// The `Accept-Language` of a person who chose no language.
    var languages: String? = nil
}

extension Query where Row == InboxRow {
    /// Reads the updates of each request, oldest first.
    ///
    /// A person who is no longer on an outing's list sees its title at the time of the update, not a later
    /// one.
    static func inboxes(_ asks: [InboxRequest], limit: Int) -> Self {
        Query(
            "news.list_notices",
            """
            SELECT ask.position, i.seq, i.at, i.outing_id,
                   CASE WHEN mine.outing_id IS NOT NULL THEN o.title ELSE coalesce(was.title, o.title) END,
                   o.time_zone, i.from_rev, i.to_rev,
                   (\(fragment: .complete("i.changes", after: "i.from_rev", until: "i.to_rev")))::text,
                   i.is_read OR i.seq <= p.inbox_read_seq, coalesce(mine.role <> 'invitee', false), p.locale,
                   p.time_zone, inviter.name
              FROM unnest(\(asks.map(\.person.uuid)), \(asks.map(\.after)), \(asks.map { $0.outing?.uuid }))
                   WITH ORDINALITY AS ask (person_id, seq, outing_id, position)
             CROSS JOIN LATERAL (
                   SELECT person_id, seq, at, outing_id, from_rev, to_rev, changes, is_read
                     FROM inbox
                    WHERE person_id = ask.person_id
                      AND seq > ask.seq
                      AND (ask.outing_id IS NULL OR outing_id = ask.outing_id)
                    ORDER BY seq
                    LIMIT \(limit)) AS i
              JOIN person AS p ON p.id = i.person_id
              JOIN outing AS o ON o.id = i.outing_id
              LEFT JOIN attendance AS mine ON mine.outing_id = i.outing_id AND mine.person_id = i.person_id
              LEFT JOIN invitation AS asked ON asked.outing_id = i.outing_id AND asked.person_id = i.person_id
              LEFT JOIN person AS inviter ON inviter.id = asked.invited_by
              LEFT JOIN LATERAL (
                   SELECT jsonb_path_query_first(c.patch, '$[*] ? (@.kind == "title_changed").previous') #>> '{}' AS title
                     FROM outing_change AS c
                    WHERE mine.outing_id IS NULL
                      AND c.outing_id = i.outing_id AND c.rev > i.to_rev
                      AND c.patch @> '[{"kind": "title_changed"}]'
                    ORDER BY c.rev
                    LIMIT 1) AS was ON true
             ORDER BY ask.position, i.seq
            """)
    }
}

/// The last sequence number in a person's inbox.
@Row
package struct InboxEnd: PostgresRow {
    package let person: PersonID
    package let seq: Int
}

extension Query where Row == InboxEnd {
    package static func inboxEnd(of person: PersonID) -> Self {
        Query("news.read_inbox_end", "SELECT id, inbox_seq FROM person WHERE id = \(person)")
    }

    /// Reads the ends of inboxes that have grown beyond what is known.
    package static func inboxes(beyond known: [(person: PersonID, seq: Int)]) -> Self {
        Query(
            "news.list_notices_after",
            """
            SELECT p.id, p.inbox_seq
              FROM unnest(\(known.map(\.person.uuid)), \(known.map(\.seq))) AS known (id, seq)
              JOIN person AS p ON p.id = known.id
             WHERE p.inbox_seq > known.seq
            """)
    }
}

/// The revision of an outing and of its live order, and the people who may see them.
@Row
package struct OutingRevision: PostgresRow {
    package let outing: OutingID
    package let rev: Int
    package let version: Int
    /// `nil` if the outing has no live order.
    package let orderRev: Int?
    package let people: [UUID]

    /// Revisions begin at 1.
    package var isDeleted: Bool { rev == 0 }
}

extension Query where Row == OutingRevision {
    /// Reads the outings that have a newer revision than is known, or whose live order has one. A deleted one is
    /// returned as revision 0 without people.
    package static func revisions(
        beyond known: [(outing: OutingID, rev: Int, orderRev: Int)]
    ) -> Self {
        Query(
            "news.list_revisions_after",
            """
            SELECT known.id, coalesce(o.rev, 0), coalesce(o.version, 0), g.rev,
                   ARRAY(SELECT a.person_id FROM attendance AS a WHERE a.outing_id = o.id)
              FROM unnest(
                       \(known.map(\.outing.uuid)), \(known.map(\.rev)), \(known.map(\.orderRev)))
                   AS known (id, rev, order_rev)
              LEFT JOIN outing AS o ON o.id = known.id
              LEFT JOIN group_order AS g ON g.outing_id = known.id AND g.state <> 'cancelled'
             WHERE o.rev > known.rev OR g.rev > known.order_rev OR o.id IS NULL
            """)
    }
}

extension Query where Row == OutingID {
    /// Reads which of `outings` have this person on their list. If `outings` is `nil`, reads their upcoming
    /// ones, the earliest first.
    package static func followed(by person: PersonID, of outings: [OutingID]?, limit: Int) -> Self {
        Query(
            "news.list_followed_outings",
            """
            SELECT a.outing_id
              FROM attendance AS a
              JOIN outing AS o ON o.id = a.outing_id
             WHERE a.person_id = \(person)
               AND CASE WHEN \(outings == nil)
                        THEN coalesce(\(fragment: OutingRow.end) > now(), true)
                        ELSE a.outing_id = ANY (\(outings?.map(\.uuid) ?? [])) END
             ORDER BY o.starts_at NULLS LAST, o.id DESC
             LIMIT \(limit)
            """)
    }
}

extension Query where Row == Int {
    /// Marks updates up to `seq` as read. It never marks read updates as unread.
    ///
    /// - Returns: The sequence number up to which updates are now read.
    static func markRead(by person: PersonID, upTo seq: Int) -> Self {
        Query(
            "news.mark_notices_read", on: .write,
            """
            UPDATE person
               SET inbox_read_seq = greatest(inbox_read_seq, least(inbox_seq, \(seq)))
             WHERE id = \(person)
            RETURNING inbox_read_seq
            """)
    }

    /// Marks the updates of one outing up to `seq` as read.
    ///
    /// - Returns: The sequence number up to which all updates are read.
    static func markRead(by person: PersonID, outing: OutingID, upTo seq: Int) -> Self {
        Query(
            "news.mark_notices_of_outing_read", on: .write,
            """
            WITH marked AS (
                 UPDATE inbox AS i
                    SET is_read = true
                   FROM person AS p
                  WHERE p.id = \(person) AND i.person_id = p.id AND i.outing_id = \(outing)
                    AND i.seq > p.inbox_read_seq AND i.seq <= \(seq) AND NOT i.is_read)
            SELECT inbox_read_seq FROM person WHERE id = \(person)
            """)
    }
}
