import Foundation
import Postgres

// A job is claimed for the duration of a lease. Later statements take effect only while the job has the
// claimed lease number, so a process that was presumed dead changes nothing. Lease numbers are never reused.
//
// `now` is `nil` for the database's clock.

/// A job that this process has leased.
@Row
struct JobLease: PostgresRow {
    let id: UUID
    let kind: String
    let arguments: JSONB
    let number: Int
    /// The number of the attempt, from 1.
    let attempt: Int
}

/// A kind of job, and how many of its jobs may be claimed.
struct JobClaim: Sendable {
    let kind: String
    let limit: Int
    let leaseTime: Duration
}

extension Query where Row == JobLease {
    /// Claims due jobs of each kind up to its limit, those that have waited longest first.
    static func claim(_ claims: [JobClaim], now: Date?) -> Self {
        Query(
            "jobs.claim", on: .write,
            """
            WITH due AS MATERIALIZED (
                 SELECT next.id, claim.lease_time
                   FROM unnest(\(claims.map(\.kind)), \(claims.map(\.leaseTime)), \(claims.map(\.limit)))
                        AS claim (kind, lease_time, most)
                  CROSS JOIN LATERAL (
                        SELECT id
                          FROM job
                         WHERE kind = claim.kind AND given_up_at IS NULL AND due_at <= coalesce(\(now), now())
                         ORDER BY due_at
                         LIMIT claim.most
                           FOR UPDATE SKIP LOCKED) AS next)
            UPDATE job AS j
               SET lease = nextval('lease_seq'), attempts = j.attempts + 1, progress = NULL,
                   due_at = coalesce(\(now), now()) + due.lease_time
              FROM due
             WHERE j.id = due.id
            RETURNING j.id, j.kind, j.arguments, j.lease, j.attempts::bigint
            """)
    }
}

extension Command {
    /// Inserts missing rows for work with cron slots. A new row is due at once.
    static func planCron(_ kinds: [String], now: Date?) -> Self {
        let ids = kinds.map { _ in UUID.v7() }
        return Command(
            "jobs.plan_cron",
            """
            INSERT INTO job (id, kind, unique_key, arguments, created_at, due_at)
            SELECT id, kind, 'cron', '{}', coalesce(\(now), now()), coalesce(\(now), now())
              FROM unnest(\(ids), \(kinds.sorted())) AS cron (id, kind)
                ON CONFLICT (kind, unique_key) WHERE given_up_at IS NULL DO NOTHING
            """)
    }

    static func completeJob(_ lease: JobLease) -> Self {
        Command("jobs.complete", "DELETE FROM job WHERE id = \(lease.id) AND lease = \(lease.number)")
    }

    /// Schedules a cron job for its next slot.
    static func completeSlot(_ lease: JobLease, of interval: Duration, now: Date?) -> Self {
        let seconds = Double(interval.components.seconds)
        return Command(
            "jobs.complete_slot",
            """
            UPDATE job
               SET lease = 0, attempts = 0, progress = NULL, failure = NULL,
                   due_at = to_timestamp((floor(extract(epoch FROM coalesce(\(now), now()))::float8 / \(seconds)) + 1)
                                         * \(seconds))
             WHERE id = \(lease.id) AND lease = \(lease.number)
            """)
    }

    /// Records a failed attempt.
    ///
    /// - Parameter interval: The interval of a cron job, which is retried in its next slot at the latest.
    static func retry(
        _ lease: JobLease, after pause: Duration, reason: String, interval: Duration?, now: Date?
    ) -> Self {
        let seconds = interval.map { Double($0.components.seconds) }
        return Command(
            "jobs.retry",
            """
            UPDATE job
               SET lease = 0, failure = \(reason),
                   due_at = least(coalesce(\(now), now()) + \(pause),
                                  to_timestamp((floor(extract(epoch FROM coalesce(\(now), now()))::float8 / \(seconds))
                                                + 1) * \(seconds)))
             WHERE id = \(lease.id) AND lease = \(lease.number)
            """)
    }

    /// Postpones a job. The attempt does not count.
    static func snooze(_ lease: JobLease, for pause: Duration, now: Date?) -> Self {
        Command(
            "jobs.snooze",
            """
            UPDATE job
               SET lease = 0, attempts = attempts - 1, due_at = coalesce(\(now), now()) + \(pause)
             WHERE id = \(lease.id) AND lease = \(lease.number)
            """)
    }

    static func giveUp(_ lease: JobLease, reason: String, keepsArguments: Bool, now: Date?) -> Self {
        Command(
            "jobs.give_up",
            """
            UPDATE job
               SET lease = 0, failure = \(reason), given_up_at = coalesce(\(now), now()),
                   arguments = CASE WHEN \(keepsArguments) THEN arguments ELSE '{}' END
             WHERE id = \(lease.id) AND lease = \(lease.number)
            """)
    }

    static func advanceBackfill(to key: String, _ lease: JobLease, for leaseTime: Duration) -> Self {
        Command(
            "jobs.advance_backfill",
            """
            UPDATE job
               SET arguments = jsonb_build_object('after', \(key)::text), attempts = 1, failure = NULL,
                   due_at = greatest(due_at, now() + \(leaseTime))
             WHERE id = \(lease.id) AND lease = \(lease.number)
            """)
    }

    static func reportProgress(_ progress: Double, _ lease: JobLease, for leaseTime: Duration) -> Self {
        Command(
            "jobs.report_progress",
            """
            UPDATE job
               SET progress = \(progress), due_at = greatest(due_at, now() + \(leaseTime))
             WHERE id = \(lease.id) AND lease = \(lease.number)
            """)
    }
}
