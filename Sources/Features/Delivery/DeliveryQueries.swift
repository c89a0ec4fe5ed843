import Access
import Foundation
import News
import NoonishAPI
import Postgres
import Timing

// The queue of watches that are behind. A row is claimed for the duration of a lease. Later statements take
// effect only while the row still has the claimed lease number, so a worker whose lease expired changes
// nothing.

/// A row of `delivery` that this worker has leased.
@Row
struct DeliveryLease: PostgresRow {
    let watch: WatchID
    let outing: OutingID
    let tier: Int
    let lease: Int
    /// Whether the watch is live; `false` if it ended after the row was created.
    let isLive: Bool
    /// Whether all permitted attempts were used up by workers that died before they reported an outcome.
    let hasUsedUpAttempts: Bool
    let dueAt: Date
    let leaseDuration: Duration
    /// The number of the attempt, from 1.
    let attempt: Int
    /// The longest pause between two attempts on this channel.
    let longestPause: Duration
    /// When a worker first left it to one of a newer program.
    let leftAt: Date?
}

extension Query where Row == DeliveryLease {
    /// Claims rows that are due, tier by tier, the longest waiting of a tier first.
    ///
    /// The nested loop reads `tiers` in their order and ends with the limit, so it locks the rows that it takes.
    static func claim(_ channel: Channel, atMost limit: Int, tiers: [ClaimableTier]) -> Self {
        Query(
            "delivery.claim_deliveries", on: .write,
            """
            WITH c AS MATERIALIZED (
                   SELECT d.watch_id, d.due_at
                     FROM unnest(\(tiers.map(\.number)), \(tiers.map(\.floor))) AS t (tier, floor)
                    CROSS JOIN LATERAL (
                          SELECT watch_id, due_at
                            FROM delivery
                           WHERE channel = \(channel.rawValue)
                             AND tier = t.tier
                             AND due_at <= now()
                             AND due_at >= coalesce(t.floor - interval '1 s', '-infinity')
                           ORDER BY due_at
                           LIMIT \(limit)
                             FOR UPDATE SKIP LOCKED) AS d
                    LIMIT \(limit))
            UPDATE delivery AS p
               SET due_at = now() + k.lease_for, lease = nextval('lease_seq'), attempts = p.attempts + 1
              FROM c, delivery_channel AS k, outing_watch AS w
             WHERE p.watch_id = ANY (ARRAY(SELECT watch_id FROM c))
               AND p.watch_id = c.watch_id
               AND k.id = p.channel
               AND w.outing_id = p.outing_id AND w.id = p.watch_id
            RETURNING p.watch_id, p.outing_id, p.tier, p.lease, w.live, p.attempts > k.max_attempts, c.due_at,
                      k.lease_for, p.attempts, k.cap, p.left_at
            """)
    }
}

extension SQL {
    /// The steps of an acknowledgement of `a (watch_id, lease, rev, ends)`: the delivered revision, and
    /// whether it was the farewell. `l` has the rows whose lease still holds.
    ///
    /// The row is deleted, unless there are newer changes; then it is due again after the quiet window or at
    /// once.
    static let acknowledge: SQL = """
        l AS MATERIALIZED (
          SELECT p.watch_id, p.outing_id, a.rev, a.ends, p.want_rev
            FROM delivery AS p
            JOIN a ON a.watch_id = p.watch_id AND a.lease = p.lease
           WHERE p.watch_id = ANY (ARRAY(SELECT watch_id FROM a))
           ORDER BY p.watch_id
             FOR UPDATE OF p),
        done AS (
          DELETE FROM delivery WHERE watch_id = ANY (ARRAY(SELECT watch_id FROM l WHERE want_rev <= rev))),
        again AS (
          UPDATE delivery AS p
             SET lease = 0, attempts = 0, left_at = NULL, latest = now() + k.max_wait,
                 due_at = now() + CASE WHEN p.latest = '-infinity' THEN interval '0' ELSE k.quiet END
            FROM l, delivery_channel AS k
           WHERE p.watch_id = ANY (ARRAY(SELECT watch_id FROM l WHERE want_rev > rev))
             AND p.watch_id = l.watch_id AND k.id = p.channel),
        sent AS (
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
    /// Acknowledges deliveries.
    ///
    /// - Returns: The watches whose lease still held. Other workers deliver to the rest.
    static func acknowledge(_ receipts: [DeliveryReceipt]) -> Self {
        Query(
            "delivery.acknowledge_deliveries", on: .write,
            """
            WITH a AS MATERIALIZED (
                   SELECT watch_id, lease, rev, ends
                     FROM unnest(\(receipts.map(\.watch)), \(receipts.map(\.lease)), \(receipts.map(\.rev)), \(receipts.map(\.ends)))
                       AS a (watch_id, lease, rev, ends)),
                 \(fragment: SQL.acknowledge)
            SELECT watch_id FROM l
            """)
    }
}

/// A record that a person was notified of everything up to `rev`, or that there was nothing to report.
struct DeliveryReceipt: Hashable, Sendable {
    let watch: WatchID
    let lease: Int
    let rev: Int
    /// Whether it was the farewell, after which the watch ends.
    let ends: Bool
}

extension DeliveryReceipt {
    init(_ claim: DeliveryLease, _ notice: Notice) {
        self.init(
            watch: claim.watch, lease: claim.lease, rev: notice.seenRev,
            ends: notice.isFarewell || notice.row.isLeaving)
    }
}

extension Command {
    /// Deletes rows of watches that have ended.
    static func drop(_ claimed: [DeliveryLease]) -> Self {
        Command(
            "delivery.drop_deliveries",
            """
            DELETE FROM delivery AS p
             USING unnest(\(claimed.map(\.watch.uuid)), \(claimed.map(\.lease))) AS a (watch_id, lease)
             WHERE p.watch_id = ANY (\(claimed.map(\.watch.uuid))) AND p.watch_id = a.watch_id AND p.lease = a.lease
            """)
    }
}
