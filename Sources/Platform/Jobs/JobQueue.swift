public import Foundation
import JSON
import NIOCore
public import Postgres

/// Enqueues jobs in the transaction of their cause, and wakes the ``JobRunner`` of this process after the
/// commit. Runners of other processes poll.
public struct JobQueue: Sendable {
    let signal = Signal()

    public init() {}

    /// Enqueues a job, unless there is an unfinished one of its kind with the same key.
    ///
    /// - Parameters:
    ///   - job: The arguments.
    ///   - delay: The time until it is due.
    ///   - now: The current time; `nil` for the database's clock.
    ///   - transaction: The transaction of its cause.
    /// - Returns: Whether it was enqueued.
    @discardableResult
    public func enqueue(
        _ job: some Job, after delay: Duration = .zero, now: Date? = nil, in transaction: Transaction
    ) async throws(PostgresError) -> Bool {
        let count = try await transaction.execute(.enqueue(job, after: delay, now: now))
        if delay == .zero { transaction.afterCommit { [signal] in signal.fire() } }
        return count == 1
    }
}

extension Command {
    /// Inserts a job, unless there is an unfinished one of its kind with the same key. Wakes no runner; see
    /// ``JobQueue``.
    public static func enqueue<J: Job>(_ job: J, after delay: Duration = .zero, now: Date? = nil) -> Self {
        var writer = JSONWriter()
        job.encode(to: &writer)
        let arguments = JSONB(text: String(buffer: writer.finish()))
        return Command(
            "jobs.enqueue",
            """
            INSERT INTO job (id, kind, unique_key, arguments, created_at, due_at)
            VALUES (\(UUID.v7()), \(J.kind), \(job.uniqueKey), \(arguments), coalesce(\(now), now()),
                    coalesce(\(now), now()) + \(delay))
                ON CONFLICT (kind, unique_key) WHERE given_up_at IS NULL DO NOTHING
            """)
    }

    /// Makes the unfinished job with this key due at once.
    public static func expedite<J: Job>(_ kind: J.Type, key: String, now: Date? = nil) -> Self {
        Command(
            "jobs.expedite",
            """
            UPDATE job
               SET due_at = coalesce(\(now), now())
             WHERE kind = \(J.kind) AND unique_key = \(key) AND given_up_at IS NULL AND lease = 0
            """)
    }

    /// Deletes the unfinished job with this key. If it is running, its worker can no longer complete it.
    public static func cancel<J: Job>(_ kind: J.Type, key: String) -> Self {
        Command(
            "jobs.cancel",
            "DELETE FROM job WHERE kind = \(J.kind) AND unique_key = \(key) AND given_up_at IS NULL")
    }
}
