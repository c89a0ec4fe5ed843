/// Sends notifications on a connection of its own, each as a transaction of its own.
///
/// The server takes one lock for the commit of every transaction that notifies. On a shared connection everybody's
/// statements behind it would wait for that lock too.
public struct Notifier: Sendable {
    let connection: DedicatedConnection

    /// Notifies whoever listens to `channel`.
    ///
    /// After an error the connection is of no more use.
    /// - Parameter payload: Less than 8,000 bytes.
    public func notify(
        _ channel: String, _ payload: String, timeout: Duration
    ) async throws(PostgresError) {
        try await connection.perform(until: .now + timeout) { connection throws(PostgresError) in
            _ = try connection.run("SELECT pg_notify($1, $2)", [channel, payload], named: "notify")
        }
    }
}

extension PostgresClient {
    /// Calls `body` with a connection to notify on, which is opened for it and closed afterwards.
    nonisolated(nonsending) public func withNotifier<Value>(
        _ body: (Notifier) async throws -> Value
    ) async throws -> Value {
        try await dedicated.with(makeDedicated()) { connection async throws in
            try await body(Notifier(connection: connection))
        }
    }
}
