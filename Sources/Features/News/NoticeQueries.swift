import Access
import Foundation
package import Journal
package import NoonishAPI
package import Outings
package import Postgres

/// All that one delivery needs to know, read by one statement, so from one moment.
package struct NoticeRow: PostgresRow {
    package let watch: WatchID
    /// Zero where the channel has one endpoint for each person.
    package let endpoint: EndpointID
    /// The host that the endpoint is reached by; nil without one.
    package let destination: String?
    package let person: PersonID
    /// The revision that this person was told of.
    package let sentRev: Int
    package let isLive: Bool
    package let isLeaving: Bool
    package let name: String
    package let isGuest: Bool
    package let locale: String?
    /// The reader's zone, if they said.
    package let timeZone: String?
    /// Where mail for this person goes: the oldest address they proved, else the one they were invited by.
    package let address: String?
    /// What they wish of this channel.
    package let isWanted: Bool
    package let quietHours: QuietHours?
    package let wantsUrgent: Bool
    /// The recorded changes since `sentRev`, as JSON; when these are too many, only those about this person.
    package let changes: String
    /// False: some of them are no longer kept.
    package let isWhole: Bool
    /// Whether somebody else changed something.
    package let othersChanged: Bool
    package let inviterName: String?
    /// How they were asked; nil for the host. Also of somebody who is off the list.
    package let invitation: InvitationID?
    let isMuted: Bool
    let readRev: Int
    let hidden: [UUID]
    let hasRated: Bool
    /// What must be said wherever the data of the outing's restaurant is shown.
    package let attribution: String?
    package let outing: OutingRow

    package init(row: inout RowReader) throws(PostgresError) {
        watch = try row.next()
        endpoint = try row.next()
        destination = try row.next()
        person = try row.next()
        sentRev = try row.next()
        isLive = try row.next()
        isLeaving = try row.next()
        name = try row.next()
        isGuest = try row.next()
        locale = try row.next()
        timeZone = try row.next()
        address = try row.next()
        isWanted = try row.next()
        quietHours = try QuietHours(row: &row)
        wantsUrgent = try row.next()
        changes = try row.next()
        isWhole = try row.next()
        othersChanged = try row.next()
        inviterName = try row.next()
        invitation = try row.next()
        isMuted = try row.next()
        readRev = try row.next()
        hidden = try row.next()
        hasRated = try row.next()
        attribution = try row.next()
        outing = try OutingRow(row: &row)
    }
}

extension NoticeRow {
    var reader: NewsReader {
        NewsReader(
            person, outing.mine?.answer.standing, isMuted: isMuted, readRev: readRev,
            hidden: Set(hidden.map { PersonID($0) }), settled: hasRated ? [.ratingWanted] : [])
    }
}

extension Query where Row == NoticeRow {
    /// What is new for the watches with these ids, each of the outing at the same index.
    ///
    /// - Parameter channel: A webhook's body has the whole outing; the others need less of it.
    package static func notices(
        for watches: [WatchID], of outings: [OutingID], on channel: Channel
    ) -> Self {
        Query(
            "news.read_notices",
            """
            SELECT w.id, w.endpoint_id, e.destination, w.person_id, w.sent_rev, w.live, w.leaving,
                   reader.name, reader.kind = 'guest', reader.locale, reader.time_zone,
                   coalesce((SELECT own.address FROM person_email AS own
                              WHERE own.person_id = w.person_id ORDER BY own.verified_at, own.address LIMIT 1),
                            asked.address),
                   coalesce(wish.wanted, true), wish.quiet_from, wish.quiet_until,
                   coalesce(wish.urgent, true),
                   coalesce((SELECT jsonb_agg(jsonb_build_object('rev', c.rev, 'actor', c.actor_id, 'at',
                                                                 extract(epoch FROM c.at)::bigint, 'changes',
                                                                 c.patch, 'version', c.schema_version)
                                              ORDER BY c.rev)
                               FROM outing_change AS c
                              WHERE c.outing_id = w.outing_id AND c.rev > w.sent_rev AND c.rev <= o.rev
                                AND (o.rev - w.sent_rev <= \(NewsLimits.revisionsFolded)
                                     OR c.patch @> jsonb_build_array(jsonb_build_object('person', w.person_id)))),
                            '[]')::text,
                   w.sent_rev >= o.rev
                   OR EXISTS (SELECT FROM outing_change AS c WHERE c.outing_id = w.outing_id AND c.rev = w.sent_rev + 1),
                   EXISTS (SELECT FROM outing_change AS c
                            WHERE c.outing_id = w.outing_id AND c.rev > w.sent_rev AND c.rev <= o.rev
                              AND c.actor_id IS DISTINCT FROM w.person_id),
                   inviter.name, asked.id,
                   coalesce(heard.muted, false), coalesce(heard.read_rev, 0),
                   ARRAY(SELECT b.other_id FROM person_block AS b WHERE b.person_id = w.person_id
                          UNION SELECT b.person_id FROM person_block AS b WHERE b.other_id = w.person_id),
                   EXISTS (SELECT FROM rating AS g WHERE g.outing_id = w.outing_id AND g.person_id = w.person_id),
                   (SELECT s.attribution FROM restaurant_source AS s WHERE s.id = r.source),
                   \(fragment: channel == .webhook ? OutingRow.columns : OutingRow.notificationColumns)
              FROM unnest(\(watches), \(outings)) AS wanted (id, outing_id)
              JOIN outing_watch AS w ON w.outing_id = wanted.outing_id AND w.id = wanted.id
              JOIN outing AS o ON o.id = w.outing_id
              LEFT JOIN delivery_endpoint AS e ON e.person_id = w.person_id AND e.id = w.endpoint_id
              JOIN person AS h ON h.id = o.host_id
              LEFT JOIN restaurant AS r ON r.id = o.restaurant_id
              JOIN person AS reader ON reader.id = w.person_id
              LEFT JOIN notification_preference AS wish ON wish.person_id = w.person_id AND wish.channel = w.channel
              LEFT JOIN attendance AS mine ON mine.outing_id = w.outing_id AND mine.person_id = w.person_id
              LEFT JOIN person AS mine_person ON mine_person.id = mine.person_id
              LEFT JOIN invitation AS asked ON asked.outing_id = w.outing_id AND asked.person_id = w.person_id
              LEFT JOIN person AS inviter ON inviter.id = asked.invited_by
              LEFT JOIN message_reader AS heard
                     ON heard.outing_id = w.outing_id AND heard.person_id = w.person_id
            """)
    }
}
