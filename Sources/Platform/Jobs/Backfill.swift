import JSON
import NIOCore
public import Postgres
import ServiceLifecycle

/// A change to all rows of a table, in batches. A migration that changed them in one statement would lock them for as long.
///
/// The migration that needs it enqueues its job, once for each database:
///
///     INSERT INTO job (id, kind, unique_key, arguments, created_at, due_at)
///     VALUES (gen_random_uuid(), 'outings.fill_area', 'backfill', '{}', now(), now());
///
/// The job's arguments hold the key of the last row that was changed. They are written in the transaction of each batch, so
/// that the work continues there after a crash, a restart, or in another process. Processes of the version before leave the
/// job alone, since they do not have its worker.
public protocol Backfill: Sendable {
    /// `room.verb_noun`, as the migration wrote it.
    static var kind: String { get }

    /// Changes some rows, in the order of a unique key: as many as take well under a second.
    ///
    /// - Parameters:
    ///   - key: The key of the last row that was changed; `nil` at first.
    ///   - transaction: The transaction of this batch.
    /// - Returns: The key of the last row of this batch; `nil` if there are no rows after `key`.
    func changeRows(after key: String?, in transaction: Transaction) async throws -> String?
}

extension Backfill {
    /// Changes batches until the last row, the end of this attempt's turn or the shutdown of the process.
    func run(_ arguments: JSONB, _ attempt: JobAttempt, on database: PostgresClient) async throws {
        var key = try BackfillPosition(parsing: ByteBuffer(string: arguments.text)).after
        let clock = ContinuousClock()
        let end = clock.now + JobLimits.backfillTurn
        while clock.now < end, !Task.isShuttingDownGracefully {
            let start = clock.now
            guard let next = try await change(after: key, attempt, on: database) else { return }
            key = next
            // At least half of the time is left to requests, to vacuum and to standbys.
            try await Task.sleep(for: start.duration(to: clock.now))
        }
        throw JobFailure.snooze(.zero)
    }

    /// Changes one batch, and completes the job after the last one.
    private func change(
        after key: String?, _ attempt: JobAttempt, on database: PostgresClient
    ) async throws -> String? {
        try await database.transaction { transaction in
            let next = try await changeRows(after: key, in: transaction)
            if let next {
                try await attempt.advance(to: next, in: transaction)
            } else {
                try await attempt.complete(in: transaction)
            }
            return next
        }
    }
}

/// The arguments of a backfill's job.
private struct BackfillPosition: JSONDecodable {
    let after: String?

    init(from reader: inout JSONReader) throws(JSONFault) {
        let members = try reader.members()
        after = try members.optional("after")
    }
}
