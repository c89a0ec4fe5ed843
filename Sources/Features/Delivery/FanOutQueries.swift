import Access
import Journal
import NoonishAPI
import Postgres

/// An outing whose changes were fanned out.
@Row
struct FanOutResult: PostgresRow {
    let outing: OutingID
    /// The channels on which a delivery is due at once.
    let dueChannels: [String]
}

extension Query where Row == FanOutResult {
    /// Takes a batch from the outbox, in which hosts take turns, and marks each affected watch as behind, with
    /// one row of `delivery` for each watch, however many edits. Returns no rows if the outbox is empty or the
    /// rest is locked by other workers.
    ///
    /// - A watch is affected if it is leaving, if it has a pending delivery, or if any change that it was not
    ///   notified of is for its audience or about its own person. All other watches are moved to the new
    ///   revision, since there is nothing to report.
    /// - A watch whose notifications a row of `deferred_notification` defers stays behind until another row is put into
    ///   the outbox.
    /// - A row is due after the quiet window since the last edit, at most `max_wait` after the first; urgent
    ///   changes are due at once. A leased row keeps its due time, which is the end of its lease; `latest`
    ///   becomes -infinity if it must be due again at once after the acknowledgement. After a failure, a new
    ///   change shortens the pause. A postponed row is due again after the quiet window; its next notice decides how long
    ///   it waits.
    /// - Watches are locked in the order of their ids, so that two fan-outs cannot deadlock.
    /// - Of each host, only the outings that have waited longest are taken, so that no statement does one host's
    ///   work alone for long.
    /// - The tier of a new row follows from the number of its host's pending deliveries on the channel, those
    ///   of this statement included.
    static func fanOut(atMost limit: Int) -> Self {
        Query(
            "delivery.fan_out", on: .write,
            """
            WITH oldest AS (
                   SELECT b.id, (SELECT g.host_id FROM outing AS g WHERE g.id = b.outing_id) AS host_id,
                          min(b.id) OVER (PARTITION BY b.outing_id) AS first_id
                     FROM (SELECT id, outing_id FROM outbox ORDER BY id LIMIT \(DeliveryLimits.outboxWindow)) AS b),
                 ranked AS MATERIALIZED (
                   SELECT id, host_id, dense_rank() OVER (PARTITION BY host_id ORDER BY first_id) AS position
                     FROM oldest),
                 o AS MATERIALIZED (
                   SELECT b.id, b.outing_id, b.rev, b.urgent, b.calm, r.host_id
                     FROM ranked AS r
                     JOIN outbox AS b ON b.id = r.id
                    WHERE r.position <= \(DeliveryLimits.outingsPerHost)
                    ORDER BY r.position, b.id
                    LIMIT \(limit)
                      FOR UPDATE OF b SKIP LOCKED),
                 top AS (
                   SELECT outing_id, host_id, max(rev) AS rev, bool_or(urgent) AS urgent, bool_and(calm) AS calm
                     FROM o
                    GROUP BY outing_id, host_id),
                 gone AS (
                   DELETE FROM outbox AS b USING o WHERE b.id = o.id),
                 behind AS MATERIALIZED (
                   SELECT w.outing_id, w.id, w.channel, top.host_id, top.rev, top.urgent, top.calm,
                          w.leaving
                          OR EXISTS (SELECT FROM delivery AS p WHERE p.watch_id = w.id)
                          OR EXISTS (
                             SELECT FROM outing_change AS c
                              WHERE c.outing_id = w.outing_id AND c.rev > w.sent_rev AND c.rev <= top.rev
                                AND (\(fragment: Audience.includesInSQL)
                                     OR c.patch @> jsonb_build_array(jsonb_build_object('person', w.person_id))))
                          AS concerned
                     FROM top
                     JOIN outing_watch AS w ON w.outing_id = top.outing_id
                     LEFT JOIN attendance AS a ON a.outing_id = w.outing_id AND a.person_id = w.person_id
                     LEFT JOIN deferred_notification AS h ON h.outing_id = w.outing_id
                    WHERE w.live AND w.sent_rev < top.rev
                      AND NOT (h.outing_id IS NOT NULL AND coalesce(a.role = 'invitee', false)
                               AND coalesce(a.responded_at <= h.held_at, true))),
                 pending AS MATERIALIZED (
                   SELECT h.host_id, h.channel, n.count
                     FROM (SELECT DISTINCT host_id, channel FROM behind WHERE concerned) AS h,
                          LATERAL (SELECT count(*)
                                     FROM (SELECT FROM delivery AS p
                                            WHERE p.host_id = h.host_id AND p.channel = h.channel
                                            LIMIT \(DeliveryLimits.lastTierStart)) AS p) AS n),
                 marked AS (
                   INSERT INTO delivery AS p (watch_id, outing_id, channel, host_id, tier, want_rev, due_at, latest)
                   SELECT b.id, b.outing_id, b.channel, b.host_id,
                          width_bucket(n.count + row_number() OVER (PARTITION BY b.host_id, b.channel ORDER BY b.id) - 1,
                                       \(DeliveryLimits.tierStarts)),
                          b.rev,
                          now() + CASE WHEN b.urgent THEN interval '0' WHEN b.calm THEN k.calm_quiet ELSE k.quiet END,
                          now() + CASE WHEN b.urgent THEN interval '0' WHEN b.calm THEN k.calm_max_wait ELSE k.max_wait END
                     FROM behind AS b
                     JOIN delivery_channel AS k ON k.id = b.channel
                     JOIN pending AS n ON n.host_id = b.host_id AND n.channel = b.channel
                    WHERE b.concerned
                    ORDER BY b.id
                       ON CONFLICT (watch_id) DO UPDATE
                      SET want_rev = excluded.want_rev,
                          due_at = CASE WHEN p.lease > 0 THEN p.due_at
                                        WHEN p.attempts > 0 THEN least(p.due_at, excluded.due_at)
                                        ELSE least(excluded.due_at, p.latest) END,
                          latest = CASE WHEN p.lease > 0 AND excluded.latest <= now() THEN '-infinity'
                                        ELSE least(p.latest, excluded.latest) END
                    WHERE p.want_rev < excluded.want_rev),
                 skipped AS MATERIALIZED (
                   SELECT w.outing_id, w.id, b.rev
                     FROM behind AS b
                     JOIN outing_watch AS w ON w.outing_id = b.outing_id AND w.id = b.id
                    WHERE NOT b.concerned
                    ORDER BY w.id
                      FOR NO KEY UPDATE OF w),
                 moved AS (
                   UPDATE outing_watch AS w
                      SET sent_rev = s.rev
                     FROM skipped AS s
                    WHERE w.outing_id = s.outing_id AND w.id = s.id AND w.sent_rev < s.rev)
            SELECT outing_id,
                   ARRAY(SELECT DISTINCT b.channel
                           FROM behind AS b
                           JOIN delivery_channel AS k ON k.id = b.channel
                          WHERE b.outing_id = top.outing_id AND b.concerned
                            AND (b.urgent OR CASE WHEN b.calm THEN k.calm_quiet ELSE k.quiet END = interval '0'))
              FROM top
            """)
    }
}
