import Access
import Foundation
import News
import NoonishAPI
import Postgres

// The queue of watches that are behind. A row is claimed for the length of a lease; what happens to it afterwards counts
// only while its lease number is still the one that was claimed, so a worker that was taken for dead changes nothing.

/// A row of `push` that this worker holds.
struct Claimed: PostgresRow {
    let watch: WatchID
    let outing: OutingID
    let lease: Int
    /// False: the watch ended after its row was made.
    let isLive: Bool
    /// True: it was claimed as often as permitted, and no worker lived to say how it went.
    let isWornOut: Bool
    let wasDue: Date
    let leaseFor: Duration
    /// 1 for the first.
    let attempt: Int

    init(row: inout RowReader) throws(PostgresError) {
        watch = try row.next()
        outing = try row.next()
        lease = try row.next()
        isLive = try row.next()
        isWornOut = try row.next()
        wasDue = try row.next()
        leaseFor = try row.next()
        attempt = try row.next()
    }
}

extension Query where Row == Claimed {
    /// Takes rows that are due, the longest waiting first.
    ///
    /// - Parameter floor: Rows that were due long before the last claim's are dead tuples; looking past them costs. Nil
    ///   looks at all.
    static func claim(_ channel: Channel, atMost limit: Int, floor: Date?) -> Self {
        Query(
            "delivery.claim_deliveries", on: .write,
            """
            WITH c AS MATERIALIZED (
                   SELECT watch_id, due_at
                     FROM delivery
                    WHERE channel = \(channel.rawValue)
                      AND due_at <= now()
                      AND due_at >= coalesce(\(floor) - interval '1 s', '-infinity')
                    ORDER BY due_at
                    LIMIT \(limit)
                      FOR UPDATE SKIP LOCKED)
            UPDATE delivery AS p
               SET due_at = now() + k.lease_for, lease = nextval('lease_seq'), attempts = p.attempts + 1
              FROM c, delivery_channel AS k, outing_watch AS w
             WHERE p.watch_id = c.watch_id
               AND k.id = p.channel
               AND w.outing_id = p.outing_id AND w.id = p.watch_id
            RETURNING p.watch_id, p.outing_id, p.lease, w.live, p.attempts > k.max_attempts, c.due_at,
                      k.lease_for, p.attempts
            """)
    }
}

extension SQL {
    /// The steps of an acknowledgement, for `a (watch_id, lease, rev, ends)`: what was told, up to which revision, and
    /// whether it was the farewell. `l` is what was still ours.
    ///
    /// Nothing newer: the row goes. Something newer: it is due again, after the quiet window or at once.
    static let acknowledge: SQL = """
        l AS MATERIALIZED (
          SELECT p.watch_id, p.outing_id, a.rev, a.ends, p.want_rev
            FROM delivery AS p
            JOIN a ON a.watch_id = p.watch_id AND a.lease = p.lease
           ORDER BY p.watch_id
             FOR UPDATE OF p),
        done AS (
          DELETE FROM delivery AS p USING l WHERE p.watch_id = l.watch_id AND l.want_rev <= l.rev),
        again AS (
          UPDATE delivery AS p
             SET lease = 0, attempts = 0, latest = now() + k.max_wait,
                 due_at = now() + CASE WHEN p.latest = '-infinity' THEN interval '0' ELSE k.quiet END
            FROM l, delivery_channel AS k
           WHERE p.watch_id = l.watch_id AND l.want_rev > l.rev AND k.id = p.channel),
        told AS (
          UPDATE outing_watch AS w
             SET sent_rev = greatest(w.sent_rev, l.rev),
                 live = w.live AND NOT (l.ends AND w.leaving),
                 ended_at = CASE WHEN w.live AND l.ends AND w.leaving THEN now() ELSE w.ended_at END
            FROM l
           WHERE w.outing_id = l.outing_id AND w.id = l.watch_id),
        risen AS (
          DELETE FROM dead_letter AS z USING l WHERE z.watch_id = l.watch_id)
        """
}

extension Query where Row == WatchID {
    /// - Returns: Those that were still leased to us. Somebody else tells the others.
    static func acknowledge(_ told: [Told]) -> Self {
        Query(
            "delivery.acknowledge_deliveries", on: .write,
            """
            WITH a AS MATERIALIZED (
                   SELECT watch_id, lease, rev, ends
                     FROM unnest(\(told.map(\.watch)), \(told.map(\.lease)), \(told.map(\.rev)), \(told.map(\.ends)))
                       AS a (watch_id, lease, rev, ends)),
                 \(fragment: SQL.acknowledge)
            SELECT watch_id FROM l
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}

/// That a person was told everything up to `rev`, or that there was nothing to tell them.
struct Told: Hashable, Sendable {
    let watch: WatchID
    let lease: Int
    let rev: Int
    /// It was the farewell: the watch ends.
    let ends: Bool
}

extension Told {
    init(_ claim: Claimed, _ notice: Notice) {
        self.init(
            watch: claim.watch, lease: claim.lease, rev: notice.seenRev,
            ends: notice.isFarewell || notice.row.isLeaving)
    }
}

extension Command {
    /// Drops rows of watches that have ended.
    static func drop(_ claimed: [Claimed]) -> Self {
        Command(
            "delivery.drop_deliveries",
            """
            DELETE FROM delivery AS p
             USING unnest(\(claimed.map(\.watch.uuid)), \(claimed.map(\.lease))) AS a (watch_id, lease)
             WHERE p.watch_id = a.watch_id AND p.lease = a.lease
            """)
    }

    /// Gives back what was claimed but not begun; it does not count as an attempt.
    ///
    /// - Parameter pause: Not to be claimed again before.
    static func release(_ claimed: [Claimed], for pause: Duration = .zero) -> Self {
        Command(
            "delivery.release_deliveries",
            """
            UPDATE delivery AS p
               SET lease = 0, attempts = p.attempts - 1, due_at = now() + \(pause)
              FROM unnest(\(claimed.map(\.watch.uuid)), \(claimed.map(\.lease))) AS a (watch_id, lease)
             WHERE p.watch_id = a.watch_id AND p.lease = a.lease
            """)
    }

    /// Comes back to a failed row after a random part of a pause that doubles with each failure ("full jitter"), so that
    /// many that failed together do not come back together. After the last attempt, or if `isHopeless`, it is set aside
    /// as dead.
    ///
    /// - Parameter pause: The least that the counterpart asked for.
    static func fail(
        _ claimed: Claimed, why: String, pause: Duration? = nil, isHopeless: Bool = false
    ) -> Self {
        Command(
            "delivery.fail_deliveries",
            """
            WITH l AS MATERIALIZED (
                   SELECT p.watch_id, p.outing_id, p.channel, p.want_rev, p.attempts,
                          p.attempts >= k.max_attempts OR \(isHopeless) AS dead, k.cap
                     FROM delivery AS p
                     JOIN delivery_channel AS k ON k.id = p.channel
                    WHERE p.watch_id = \(claimed.watch) AND p.lease = \(claimed.lease)
                      FOR UPDATE OF p),
                 later AS (
                   UPDATE delivery AS p
                      SET lease = 0,
                          due_at = now() + greatest(
                              random() * least(l.cap, power(2, least(l.attempts, 30)) * interval '1 s'),
                              \(pause.map { min($0, DeliveryLimits.longestPauseAskedFor) } ?? .zero))
                     FROM l
                    WHERE p.watch_id = l.watch_id AND NOT l.dead),
                 never AS (
                   DELETE FROM delivery AS p USING l WHERE p.watch_id = l.watch_id AND l.dead)
            INSERT INTO dead_letter AS z (watch_id, outing_id, channel, want_rev, attempts, reason)
            SELECT watch_id, outing_id, channel, want_rev, attempts, \(why) FROM l WHERE dead
                ON CONFLICT (watch_id) DO UPDATE
               SET want_rev = excluded.want_rev, attempts = excluded.attempts, died_at = now(), reason = excluded.reason
            """)
    }
}
