import CoreMetrics
public import Foundation
import JSON
public import Logging
import Metrics
public import Postgres
public import ServiceLifecycle
import Synchronization
import Timing
import Traces

/// Runs jobs, each kind up to its own concurrency so that a slow kind does not delay the others. Any number
/// of processes may run jobs at once.
public struct JobRunner: Service {
    private let workers: [String: AnyWorker]
    private let queue: JobQueue
    private let database: PostgresClient
    private let now: @Sendable () -> Date?
    private let processes: ProcessRegistry?
    private let logger: Logger
    private let running = RunningJobs()

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - workers: One for each kind of job that this process runs.
    ///   - queue: The queue that wakes the runner.
    ///   - database: The database with the table `job`.
    ///   - now: The current time; `nil` for the database's clock.
    ///   - processes: The processes that run the same jobs; each polls the less often. `nil` for this one only.
    ///   - logger: Logs failed attempts.
    /// - Precondition: No two workers have the same kind.
    public init(
        _ workers: [AnyWorker], queue: JobQueue, database: PostgresClient,
        now: @escaping @Sendable () -> Date? = { nil }, processes: ProcessRegistry? = nil, logger: Logger
    ) {
        self.workers = Dictionary(uniqueKeysWithValues: workers.map { ($0.kind, $0) })
        self.queue = queue
        self.database = database
        self.now = now
        self.processes = processes
        self.logger = logger
    }

    /// Runs until graceful shutdown, which waits for running jobs, or cancellation, which cancels them.
    public func run() async {
        await withDiscardingTaskGroup { group in
            var failures = 0
            var hasPlanned = false
            while !Task.isCancelled, !Task.isShuttingDownGracefully {
                do {
                    if !hasPlanned { try await planCron() }
                    hasPlanned = true
                    let leases = try await claim()
                    failures = 0
                    for lease in leases { group.addTask { await perform(lease) } }
                    if leases.isEmpty {
                        await rest((JobLimits.pollInterval * (processes?.peerCount ?? 1)).jittered())
                    }
                } catch {
                    failures += 1
                    let pause = JobLimits.backoff.pause(after: failures)
                    logger.warning(
                        "cannot claim jobs",
                        metadata: ["error": "\(String(reflecting: error))", "pause": "\(pause)"])
                    try? await cancelWhenGracefulShutdown { try await Task.sleep(for: pause) }
                }
            }
        }
    }

    /// Runs all due jobs, including those that become due meanwhile, and returns.
    ///
    /// - Returns: The number of attempts.
    @discardableResult
    public func runDue() async throws(PostgresError) -> Int {
        try await planCron()
        var count = 0
        while true {
            let leases = try await claim()
            if leases.isEmpty { return count }
            count += leases.count
            await withDiscardingTaskGroup { group in
                for lease in leases { group.addTask { await perform(lease) } }
            }
        }
    }
}

extension JobRunner {
    private func planCron() async throws(PostgresError) {
        let kinds = workers.values.filter { $0.interval != nil }.map(\.kind)
        if !kinds.isEmpty { try await database.execute(.planCron(kinds, now: now())) }
    }

    /// Claims as many jobs as this process can run now.
    private func claim() async throws(PostgresError) -> [JobLease] {
        let claims = running.room(for: workers.values)
        if claims.isEmpty { return [] }
        let leases = try await database.all(.claim(claims, now: now()))
        running.begin(leases)
        return leases
    }

    private func rest(_ pause: Duration) async {
        await cancelWhenGracefulShutdown { await queue.signal.wait(timeout: pause) }
    }

    private func perform(_ lease: JobLease) async {
        guard let worker = workers[lease.kind] else { return }
        let start = ContinuousClock.now
        let failure = await failure(of: worker, lease)
        // After a shutdown that does not wait, the lease expires and another process takes the job over.
        if failure != nil, Task.isCancelled { return running.end(lease) }
        Timer(label: "job_seconds", dimensions: [("kind", lease.kind)]).record(
            duration: start.duration(to: .now))
        do {
            try await database.execute(settlement(of: lease, worker, failure))
        } catch {
            logger.warning(
                "cannot record the outcome of a job; it will be repeated",
                metadata: ["job": "\(lease.kind)", "error": "\(String(reflecting: error))"])
        }
        running.end(lease)
        queue.signal.fire()
    }

    /// Makes one attempt.
    ///
    /// - Returns: `nil` if the work is done.
    private func failure(of worker: AnyWorker, _ lease: JobLease) async -> JobFailure? {
        if let attempts = worker.attempts, lease.attempt > attempts {
            return .giveUp(reason: "all attempts were abandoned by their processes")
        }
        let attempt = JobAttempt(lease, of: database, leaseTime: worker.leaseTime)
        do {
            try await Trace.$current.withValue(Trace(identifier: lease.traceIdentifier)) {
                try await withTimeLimit(worker.timeout) {
                    try await worker.perform(lease.arguments, attempt)
                }
            }
            return nil
        } catch {
            let failure = JobFailure(error)
            guard case .retry(let reason) = failure, let attempts = worker.attempts, lease.attempt >= attempts
            else {
                return failure
            }
            return .giveUp(reason: reason)
        }
    }

    private func settlement(of lease: JobLease, _ worker: AnyWorker, _ failure: JobFailure?) -> Command {
        let now = now()
        switch failure {
        case nil:
            return worker.interval.map { .completeSlot(lease, of: $0, now: now) } ?? .completeJob(lease)
        case .snooze(let pause):
            return .snooze(lease, for: pause, now: now)
        case .retry(let reason):
            let pause = worker.backoff.pause(after: lease.attempt)
            log(.warning, "a job failed and will be retried", lease, reason)
            return .retry(
                lease, after: pause, reason: String(reason.prefix(JobLimits.reasonLength)),
                interval: worker.interval, now: now)
        case .giveUp(let reason):
            log(.error, "a job was given up", lease, reason)
            return .giveUp(
                lease, reason: String(reason.prefix(JobLimits.reasonLength)),
                keepsArguments: !worker.hasPersonalArguments, now: now)
        }
    }

    private func log(_ level: Logger.Level, _ message: Logger.Message, _ lease: JobLease, _ reason: String) {
        Counter(label: "job_failures", dimensions: [("kind", lease.kind)]).increment()
        logger.log(
            level: level, message,
            metadata: [
                "job": "\(lease.kind)", "id": "\(lease.id.canonicalText)", "attempt": "\(lease.attempt)",
                "reason": "\(reason)", "trace": "\(lease.traceIdentifier)",
            ])
    }
}

extension JobLease {
    /// The job's id without hyphens, so that its log lines and its requests to other services are found by one value.
    fileprivate var traceIdentifier: String { id.canonicalText.filter { $0 != "-" } }
}

/// Limits of jobs.
enum JobLimits {
    /// The longest time between two polls for due jobs, which another process may have enqueued.
    static let pollInterval = Duration.seconds(1)
    /// The pauses after failed polls.
    static let backoff = Backoff(first: .milliseconds(100), longest: .seconds(30))
    /// The time between two counts of the jobs.
    static let gaugeInterval = Duration.seconds(20)
    /// The longest time between two reports of a process, after which time without any it is presumed dead, and how
    /// long its row is kept.
    static let reportInterval = Duration.seconds(10)
    static let presumedDead = Duration.seconds(30)
    static let processRetention = Duration.seconds(3_600)
    /// How long one attempt at a backfill takes before other processes may continue it.
    static let backfillTurn = Duration.seconds(20)
    /// The maximum length of a stored reason, in characters.
    static let reasonLength = 500
    /// How long jobs that were given up are kept for operators.
    static let keptAfterGivingUp = Duration.seconds(30 * 86_400)
}

/// The numbers of running jobs of each kind in this process.
private final class RunningJobs: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// Returns how many jobs of each kind may be claimed.
    func room(for workers: some Collection<AnyWorker>) -> [JobClaim] {
        counts.withLock { counts in
            workers.compactMap { worker in
                let limit = worker.concurrency - counts[worker.kind, default: 0]
                return limit > 0
                    ? JobClaim(kind: worker.kind, limit: limit, leaseTime: worker.leaseTime) : nil
            }
        }
    }

    func begin(_ leases: [JobLease]) {
        counts.withLock { counts in for lease in leases { counts[lease.kind, default: 0] += 1 } }
    }

    func end(_ lease: JobLease) { counts.withLock { $0[lease.kind, default: 0] -= 1 } }
}
