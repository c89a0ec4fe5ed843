internal import CoreMetrics
public import Foundation
internal import JSON
public import Logging
internal import Metrics
public import Postgres
public import ServiceLifecycle
internal import Synchronization
internal import Timing

/// Works on jobs for as long as the program runs, each kind up to its own concurrency, so that a slow kind delays no
/// other. Any number of processes may do so at once.
public struct JobRunner: Service {
    private let workers: [String: AnyWorker]
    private let queue: JobQueue
    private let database: PostgresClient
    private let now: @Sendable () -> Date?
    private let logger: Logger
    private let running = RunningJobs()

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - workers: One for each kind that this process works on.
    ///   - queue: The queue that wakes it.
    ///   - database: Where the table `job` is.
    ///   - now: The present; `nil` means the database's clock.
    ///   - logger: Logs failed attempts.
    /// - Precondition: No two workers are of one kind.
    public init(
        _ workers: [AnyWorker], queue: JobQueue, database: PostgresClient,
        now: @escaping @Sendable () -> Date? = { nil }, logger: Logger
    ) {
        self.workers = Dictionary(uniqueKeysWithValues: workers.map { ($0.kind, $0) })
        self.queue = queue
        self.database = database
        self.now = now
        self.logger = logger
    }

    /// Runs until graceful shutdown, which waits for the jobs that are worked on, or cancellation, which cancels them.
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
                    if leases.isEmpty { await rest(JobLimits.pollInterval.jittered()) }
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

    /// Works on everything that is due, including jobs that this work makes due, and returns.
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

    /// Claims what there is room for.
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
        // At a shutdown that does not wait, the lease runs out and another process takes the job over.
        if failure != nil, Task.isCancelled { return running.end(lease) }
        Timer(label: "job_seconds", dimensions: [("kind", lease.kind)]).record(
            duration: start.duration(to: .now))
        do {
            try await database.execute(settlement(of: lease, worker, failure))
        } catch {
            logger.warning(
                "cannot record the end of a job; it will be repeated",
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
            return .giveUp(reason: "every process that attempted it stopped")
        }
        let attempt = JobAttempt(lease, of: database, leaseTime: worker.leaseTime)
        do {
            try await withTimeLimit(worker.timeout) { try await worker.perform(lease.arguments, attempt) }
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
                "reason": "\(reason)",
            ])
    }
}

/// Limits of jobs.
enum JobLimits {
    /// The longest time between two polls for jobs that are due, or that another process enqueued.
    static let pollInterval = Duration.seconds(1)
    /// The pauses after failed polls.
    static let backoff = Backoff(first: .milliseconds(100), longest: .seconds(30))
    /// How often jobs are counted.
    static let gaugeInterval = Duration.seconds(20)
    /// Characters of a reason that are stored.
    static let reasonLength = 500
    /// How long jobs that were given up stay for an operator to see.
    static let keptAfterGivingUp = Duration.seconds(30 * 86_400)
}

/// How many jobs of each kind this process works on.
private final class RunningJobs: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// Returns what may be claimed.
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
