import Foundation
import JSON
import NIOCore
public import Postgres
import Timing

/// A type-erased worker, as rooms list them beside their routes.
public struct AnyWorker: Sendable {
    /// The kind of its jobs; see ``Job``.
    public let kind: String
    let timeout: Duration
    let attempts: Int?
    let backoff: Backoff
    let concurrency: Int
    let hasPersonalArguments: Bool
    /// The length of its cron slots; `nil` for a worker whose jobs are enqueued.
    let interval: Duration?
    let perform: @Sendable (JSONB, JobAttempt) async throws -> Void

    /// How long a process may hold a job before it is presumed dead.
    var leaseTime: Duration { timeout * 2 }

    /// Creates a worker of jobs that are enqueued.
    public init<W: Worker>(_ worker: W) {
        kind = W.J.kind
        timeout = W.J.timeout
        attempts = W.J.attempts
        backoff = W.J.backoff
        concurrency = W.J.concurrency
        hasPersonalArguments = W.J.hasPersonalArguments
        interval = nil
        perform = { arguments, attempt in
            let job: W.J
            do {
                job = try W.J(parsing: ByteBuffer(string: arguments.text))
            } catch {
                // A newer program may have enqueued the job. That program's worker can read it.
                throw JobFailure.retry(reason: "cannot read the arguments: \(error)")
            }
            try await worker.work(job, attempt)
        }
    }

    /// Creates a worker for a backfill. It is retried for as long as it exists.
    public init<B: Backfill>(_ backfill: B, on database: PostgresClient) {
        kind = B.kind
        timeout = .seconds(60)
        attempts = nil
        backoff = Backoff(first: .seconds(2), longest: .seconds(600))
        concurrency = 1
        hasPersonalArguments = false
        interval = nil
        perform = { arguments, attempt in try await backfill.run(arguments, attempt, on: database) }
    }

    /// Creates a worker that runs once in every cron slot, in one of all processes.
    ///
    /// Slots are counted from 1970 by the database's clock. A failed run is retried, in the next slot at the
    /// latest, and never given up.
    ///
    /// - Parameters:
    ///   - kind: `room.verb_noun`.
    ///   - interval: The length of a slot, in whole seconds. Each slot costs two small writes, so work that
    ///     may be due every few seconds uses ``DueWork`` instead, which only reads.
    ///   - timeout: Time limit of one attempt.
    ///   - work: The work, which must be safe to repeat.
    public init(
        _ kind: String, every interval: Duration, timeout: Duration = .seconds(120),
        _ work: @escaping @Sendable () async throws -> Void
    ) {
        self.kind = kind
        self.timeout = timeout
        attempts = nil
        backoff = Backoff(first: .seconds(1), longest: .seconds(60))
        concurrency = 1
        hasPersonalArguments = false
        self.interval = interval
        perform = { _, _ in try await work() }
    }
}
