import CoreMetrics
public import Logging
import Metrics
public import Postgres

/// The counts of one kind of job, for operators.
@Row
public struct JobCounts: PostgresRow, Hashable {
    public let kind: String
    /// Jobs that are due and not running.
    public let due: Int
    /// Seconds for which the oldest of these has been due; 0 if there is none.
    public let oldestDueSeconds: Double
    public let running: Int
    /// Jobs that failed and will be retried.
    public let failing: Int
    public let givenUp: Int

    /// Records the gauges `jobs_due`, `jobs_oldest_due_seconds`, `jobs_running` and `jobs_given_up` while the
    /// program runs.
    public static func gauges(of database: any Database, logger: Logger) -> WorkLoop {
        WorkLoop("jobs.measure", pace: .init(pollInterval: JobLimits.gaugeInterval), logger: logger) {
            try await recordGauges(of: database)
            return .idle
        }
    }

    private static func recordGauges(of database: any Database) async throws(PostgresError) {
        for counts in try await database.all(.jobCounts) {
            let dimensions = [("kind", counts.kind)]
            Gauge(label: "jobs_due", dimensions: dimensions).record(counts.due)
            Gauge(label: "jobs_oldest_due_seconds", dimensions: dimensions).record(counts.oldestDueSeconds)
            Gauge(label: "jobs_running", dimensions: dimensions).record(counts.running)
            Gauge(label: "jobs_given_up", dimensions: dimensions).record(counts.givenUp)
        }
    }
}

extension Query where Row == JobCounts {
    /// Returns the counts of each kind that has jobs.
    public static var jobCounts: Self {
        Query(
            "jobs.counts", on: .stale,
            """
            SELECT kind,
                   count(*) FILTER (WHERE given_up_at IS NULL AND due_at <= now()),
                   coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE given_up_at IS NULL
                                                                           AND due_at <= now()))::float8, 0),
                   count(*) FILTER (WHERE lease > 0 AND due_at > now()),
                   count(*) FILTER (WHERE given_up_at IS NULL AND failure IS NOT NULL),
                   count(*) FILTER (WHERE given_up_at IS NOT NULL)
              FROM job
             GROUP BY kind
             ORDER BY kind
            """)
    }
}

extension AnyWorker {
    /// Deletes jobs that were given up long ago.
    public static func removeGivenUpJobs(from database: any Database) -> AnyWorker {
        AnyWorker("jobs.remove_given_up", every: .seconds(3_600)) {
            try await database.execute(
                Command(
                    "jobs.remove_given_up",
                    "DELETE FROM job WHERE given_up_at < now() - \(JobLimits.keptAfterGivingUp)"))
        }
    }
}
