internal import Foundation
internal import JSON
internal import NIOCore
internal import Postgres
internal import Timing

/// A worker of any kind, as rooms list them beside their routes.
public struct AnyWorker: Sendable {
    /// See ``Job``.
    public let kind: String
    let timeout: Duration
    let attempts: Int?
    let backoff: Backoff
    let concurrency: Int
    let hasPersonalArguments: Bool
    /// The length of its cron slots; `nil` for a worker of jobs that are enqueued.
    let interval: Duration?
    let perform: @Sendable (JSONB, JobAttempt) async throws -> Void

    /// How long a process may hold a job before it is presumed dead.
    var leaseTime: Duration { timeout * 2 }

    /// A worker of jobs that are enqueued.
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
                // A newer program may have enqueued it; that program's worker can read it.
                throw JobFailure.retry(reason: "cannot read the arguments: \(error)")
            }
            try await worker.work(job, attempt)
        }
    }

    /// Work that is done once in every cron slot, by any one of all processes.
    ///
    /// Slots are counted from 1970 by the database's clock. What fails is retried, at the latest in the next slot, and
    /// never given up.
    ///
    /// - Parameters:
    ///   - kind: `room.verb_noun`.
    ///   - interval: Length of a slot, in whole seconds. Each slot costs two small writes, so work that is due within
    ///     seconds is looked for by ``DueWork``, which only reads.
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
