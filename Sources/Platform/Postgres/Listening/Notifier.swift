/// Sends notifications on a dedicated connection, each in a transaction of its own.
///
/// PostgreSQL takes one global lock while it commits a transaction that has called `NOTIFY`. On a shared
/// connection, all statements queued behind it would wait for that lock too.
public struct Notifier: Sendable {
    let connection: DedicatedConnection

    /// Sends a notification to all listeners of `channel`.
    ///
    /// A notification is not worth a wait for the disk or a standby: it arrives before its commit is flushed.
    ///
    /// After an error the connection cannot be used again.
    ///
    /// - Parameters:
    ///   - channel: The channel to notify.
    ///   - payload: Less than 8,000 bytes.
    ///   - timeout: How long the notification may take, connecting included.
    public func notify(
        _ channel: String, _ payload: String, timeout: Duration
    ) async throws(PostgresError) {
        try await connection.perform(until: .now + timeout) { connection throws(PostgresError) in
            let rows = try connection.run(
                "SELECT pg_notify($1, $2), current_setting('transaction_read_only')", [channel, payload],
                named: "notify")
            // No process listens to a leader that was fenced.
            if rows.first?[1] == "on" { throw .refusal(of: "notify") }
        }
    }
}

extension PostgresClient {
    /// Calls `body` with a notifier on a dedicated connection, which is closed when `body` returns or throws. After a
    /// server that accepts no writes, the next call begins with another host.
    nonisolated(nonsending) public func withNotifier<Value>(
        _ body: (Notifier) async throws -> Value
    ) async throws -> Value {
        do {
            return try await dedicated.with(makeDedicated(settings: ["synchronous_commit=off"])) {
                connection async throws in
                try await body(Notifier(connection: connection))
            }
        } catch let error as PostgresError where error.isReadOnlyServer {
            dedicated.rotate()
            throw error
        }
    }
}
