import Access
import Foundation
package import Journal
package import NoonishAPI
package import Outings
package import Postgres

/// Everything that one delivery needs, read by one statement and so from one snapshot.
@Row
package struct NoticeRow: PostgresRow {
    package let watch: WatchID
    /// All zeros if the channel has one endpoint for each person.
    package let endpoint: EndpointID
    /// The network host of the endpoint; `nil` if it has none.
    package let destination: String?
    package let person: PersonID
    /// The revision of which this person was last notified.
    package let sentRev: Int
    package let isLive: Bool
    package let isLeaving: Bool
    package let name: String
    package let locale: String?
    /// The reader's time zone, if they chose one.
    package let timeZone: String?
    /// The address for mail: the oldest one that the person verified, otherwise the one that the guest confirmed,
    /// otherwise the one they were invited at.
    package let address: String?
    /// Whether they want notifications on this channel.
    package let isWanted: Bool
    package let quietHours: QuietHours?
    package let wantsUrgent: Bool
    /// Whether the channel also carries what it leaves out by default.
    package let wantsEverything: Bool
    /// The recorded changes since `sentRev`, as JSON; if there are too many, only those about this person. One row has them
    /// for all with the same ``changesKey``, and the others `nil`.
    let changes: String?
    /// `false` if some of the changes have been deleted.
    package let isWhole: Bool
    /// Whether anyone but the reader changed something.
    package let othersChanged: Bool
    package let inviterName: String?
    /// The person's invitation, even if they are no longer on the list; `nil` for the host.
    package let invitation: InvitationID?
    let isMuted: Bool
    let readRev: Int
    let hidden: [UUID]
    let hasRated: Bool
    /// Whether they have a dish of the outing's order, share one, or want none.
    let hasOrdered: Bool
    /// Whether they have not answered and were reminded up to `sentRev`.
    let wasReminded: Bool
    /// The attribution that must accompany the data of the outing's restaurant.
    package let attribution: String?
    package let outing: OutingRow
}

extension NoticeRow {
    package var reader: NewsReader {
        NewsReader(
            person, outing.mine?.answer.standing, isMuted: isMuted, readRev: readRev,
            hidden: Set(hidden.map { PersonID($0) }), settled: hasRated ? [.ratingWanted] : [],
            hasOrdered: hasOrdered, wasReminded: wasReminded)
    }

    /// What rows with the same changes have in common.
    package var changesKey: ChangesKey {
        ChangesKey(outing: outing.id, sentRev: sentRev, person: isFarBehind ? person : nil)
    }

    /// Whether there are too many revisions to list them one by one.
    var isFarBehind: Bool { outing.rev - sentRev > NewsLimits.revisionsFolded }

    package struct ChangesKey: Hashable, Sendable {
        let outing: OutingID
        let sentRev: Int
        let person: PersonID?
    }
}

extension Query where Row == NoticeRow {
    /// Reads what is new for these watches. The outing of each watch is at the same index of `outings`.
    ///
    /// Hundreds of people who were invited together wait for the same change, which names them all; so it is read once.
    ///
    /// - Parameter channel: For a webhook the rows have the whole outing; other channels need less of it.
    package static func notices(
        for watches: [WatchID], of outings: [OutingID], on channel: Channel
    ) -> Self {
        Query(
            "news.read_notices",
            """
            SELECT w.id, w.endpoint_id, e.destination, w.person_id, w.sent_rev, w.live, w.leaving,
                   reader.name, reader.locale, reader.time_zone,
                   coalesce((SELECT own.address FROM person_email AS own
                              WHERE own.person_id = w.person_id ORDER BY own.verified_at, own.address LIMIT 1),
                            asked.own_address, asked.address),
                   coalesce(preference.wanted, true), preference.quiet_from, preference.quiet_until,
                   coalesce(preference.urgent, true), coalesce(preference.everything, false),
                   CASE WHEN row_number() OVER (PARTITION BY w.outing_id, w.sent_rev,
                                                             CASE WHEN o.rev - w.sent_rev > \(NewsLimits.revisionsFolded)
                                                                  THEN w.person_id END
                                                    ORDER BY w.id) = 1
                        THEN coalesce((SELECT jsonb_agg(jsonb_build_object('rev', c.rev, 'actor', c.actor_id, 'at',
                                                                      extract(epoch FROM c.at)::bigint, 'changes',
                                                                      \(fragment: .complete("c.patch", after: "c.rev - 1", until: "c.rev")),
                                                                      'version', c.schema_version)
                                                   ORDER BY c.rev)
                                    FROM outing_change AS c
                                   WHERE c.outing_id = w.outing_id AND c.rev > w.sent_rev AND c.rev <= o.rev
                                     AND (o.rev - w.sent_rev <= \(NewsLimits.revisionsFolded)
                                          OR c.patch @> jsonb_build_array(jsonb_build_object('person', w.person_id)))),
                                 '[]')::text END,
                   w.sent_rev >= o.rev
                   OR EXISTS (SELECT FROM outing_change AS c WHERE c.outing_id = w.outing_id AND c.rev = w.sent_rev + 1),
                   EXISTS (SELECT FROM outing_change AS c
                            WHERE c.outing_id = w.outing_id AND c.rev > w.sent_rev AND c.rev <= o.rev
                              AND c.actor_id IS DISTINCT FROM w.person_id),
                   inviter.name, asked.id,
                   coalesce(reads.muted, false), coalesce(reads.read_rev, 0),
                   ARRAY(SELECT b.other_id FROM person_block AS b WHERE b.person_id = w.person_id
                          UNION SELECT b.person_id FROM person_block AS b WHERE b.other_id = w.person_id),
                   EXISTS (SELECT FROM rating AS g WHERE g.outing_id = w.outing_id AND g.person_id = w.person_id),
                   EXISTS (SELECT FROM group_order AS t
                            WHERE t.outing_id = w.outing_id AND t.state = 'open'
                              AND (EXISTS (SELECT FROM order_line AS l
                                            WHERE l.outing_id = t.outing_id AND l.order_id = t.id AND l.struck_at IS NULL
                                              AND (l.person_id = w.person_id
                                                   OR EXISTS (SELECT FROM order_sharer AS x
                                                               WHERE x.outing_id = l.outing_id AND x.order_id = l.order_id
                                                                 AND x.line_id = l.id AND x.person_id = w.person_id)))
                                   OR EXISTS (SELECT FROM order_pass AS n
                                               WHERE n.outing_id = t.outing_id AND n.order_id = t.id
                                                 AND n.person_id = w.person_id))),
                   coalesce(mine.status = 'invited', false)
                   AND EXISTS (SELECT FROM outing_change AS c
                                WHERE c.outing_id = w.outing_id AND c.rev <= w.sent_rev AND c.audience = 'unanswered'
                                  AND c.at >= mine.created_at),
                   (SELECT s.attribution FROM restaurant_source AS s WHERE s.id = r.source),
                   \(fragment: channel == .webhook ? OutingRow.columns : OutingRow.notificationColumns)
              FROM unnest(\(watches), \(outings)) AS wanted (id, outing_id)
              JOIN outing_watch AS w ON w.outing_id = wanted.outing_id AND w.id = wanted.id
              JOIN outing AS o ON o.id = w.outing_id
              LEFT JOIN delivery_endpoint AS e ON e.person_id = w.person_id AND e.id = w.endpoint_id
              JOIN person AS h ON h.id = o.host_id
              \(fragment: OutingRow.joinedCohosts)
              LEFT JOIN restaurant AS r ON r.id = o.restaurant_id
              JOIN person AS reader ON reader.id = w.person_id
              LEFT JOIN notification_preference AS preference ON preference.person_id = w.person_id AND preference.channel = w.channel
              LEFT JOIN attendance AS mine ON mine.outing_id = w.outing_id AND mine.person_id = w.person_id
              LEFT JOIN person AS mine_person ON mine_person.id = mine.person_id
              LEFT JOIN profile_picture AS mine_picture ON mine_picture.person_id = mine.person_id
              LEFT JOIN invitation AS asked ON asked.outing_id = w.outing_id AND asked.person_id = w.person_id
              LEFT JOIN person AS inviter ON inviter.id = asked.invited_by
              LEFT JOIN message_reader AS reads
                     ON reads.outing_id = w.outing_id AND reads.person_id = w.person_id
            """)
    }
}
