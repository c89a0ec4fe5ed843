import Foundation
import NoonishAPI
import Postgres
import Timing

/// How a delivery is tried again.
extension Command {
    /// Releases rows that were claimed but not started; it does not count as an attempt.
    ///
    /// - Parameter pause: How long the rows are not to be claimed.
    static func release(_ claimed: [DeliveryLease], for pause: Duration = .zero) -> Self {
        Command(
            "delivery.release_deliveries",
            """
            UPDATE delivery AS p
               SET lease = 0, attempts = p.attempts - 1, due_at = now() + \(pause)
              FROM unnest(\(claimed.map(\.watch.uuid)), \(claimed.map(\.lease))) AS a (watch_id, lease)
             WHERE p.watch_id = ANY (\(claimed.map(\.watch.uuid))) AND p.watch_id = a.watch_id AND p.lease = a.lease
            """)
    }

    /// Leaves rows to workers of a newer program, and records when that began. It does not count as an attempt.
    static func leaveToNewerProgram(_ claimed: [DeliveryLease]) -> Self {
        Command(
            "delivery.leave_deliveries",
            """
            UPDATE delivery AS p
               SET lease = 0, attempts = p.attempts - 1, left_at = coalesce(p.left_at, now()),
                   due_at = now() + \(DeliveryLimits.newerProgramPause)
              FROM unnest(\(claimed.map(\.watch.uuid)), \(claimed.map(\.lease))) AS a (watch_id, lease)
             WHERE p.watch_id = ANY (\(claimed.map(\.watch.uuid))) AND p.watch_id = a.watch_id AND p.lease = a.lease
            """)
    }

    /// Postpones a delivery whose notice can wait; it does not count as an attempt. If there are newer changes than the
    /// notice has, the row is due at once, since they may not wait.
    static func postpone(_ receipt: DeliveryReceipt, for delay: Duration) -> Self {
        Command(
            "delivery.postpone_delivery",
            """
            UPDATE delivery AS p
               SET lease = 0, attempts = p.attempts - 1, due_at = later.at, latest = later.at
              FROM (SELECT q.watch_id,
                           now() + CASE WHEN q.want_rev > \(receipt.rev) THEN interval '0' ELSE \(delay) END AS at
                      FROM delivery AS q
                     WHERE q.watch_id = \(receipt.watch) AND q.lease = \(receipt.lease)
                       FOR UPDATE) AS later
             WHERE p.watch_id = \(receipt.watch) AND p.watch_id = later.watch_id
            """)
    }

    /// Retries a failed row after a pause that grows with each failure. After the last attempt, or if
    /// `isPermanent`, the row becomes a dead letter.
    ///
    /// - Parameter pause: The least pause, as requested by the counterpart.
    static func fail(
        _ claimed: DeliveryLease, why: String, pause: Duration? = nil, isPermanent: Bool = false
    ) -> Self {
        let backoff = Backoff(first: .seconds(2), longest: claimed.longestPause).pause(after: claimed.attempt)
        let wait = max(backoff, min(pause ?? .zero, DeliveryLimits.maximumRetryAfter))
        return Command(
            "delivery.fail_deliveries",
            """
            WITH l AS MATERIALIZED (
                   SELECT p.watch_id, p.outing_id, p.channel, p.want_rev, p.attempts,
                          p.attempts >= k.max_attempts OR \(isPermanent) AS dead
                     FROM delivery AS p
                     JOIN delivery_channel AS k ON k.id = p.channel
                    WHERE p.watch_id = \(claimed.watch) AND p.lease = \(claimed.lease)
                      FOR UPDATE OF p),
                 later AS (
                   UPDATE delivery AS p
                      SET lease = 0, due_at = now() + \(wait)
                     FROM l
                    WHERE p.watch_id = \(claimed.watch) AND p.watch_id = l.watch_id AND NOT l.dead),
                 never AS (
                   DELETE FROM delivery WHERE watch_id = ANY (ARRAY(SELECT watch_id FROM l WHERE dead)))
            INSERT INTO dead_letter AS z (watch_id, outing_id, channel, want_rev, attempts, reason)
            SELECT watch_id, outing_id, channel, want_rev, attempts, \(why) FROM l WHERE dead
                ON CONFLICT (watch_id) DO UPDATE
               SET want_rev = excluded.want_rev, attempts = excluded.attempts, died_at = now(), reason = excluded.reason
            """)
    }
}
