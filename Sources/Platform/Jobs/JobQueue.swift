public import Foundation
internal import JSON
internal import NIOCore
public import Postgres

/// Where jobs are enqueued in the transaction of their cause. Shared with the ``JobRunner`` of this process, which is
/// woken after the commit; a runner elsewhere polls.
public struct JobQueue: Sendable {
    let signal = Signal()

    public init() {}

    /// Enqueues a job, unless there is an unfinished one of its kind with its key.
    ///
    /// - Parameters:
    ///   - job: Its arguments.
    ///   - delay: Time from now until it is due.
    ///   - now: The present; `nil` means the database's clock.
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
    /// Inserts a job, unless there is an unfinished one of its kind with its key. Wakes no runner; see ``JobQueue``.
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

    /// Deletes the unfinished job with this key. If it is being worked on, its worker cannot complete it any more.
    public static func cancel<J: Job>(_ kind: J.Type, key: String) -> Self {
        Command(
            "jobs.cancel",
            "DELETE FROM job WHERE kind = \(J.kind) AND unique_key = \(key) AND given_up_at IS NULL")
    }
}
