import Synchronization

/// The connections of a client that run outside its pool, so that its end can end them.
final class DedicatedConnections: Sendable {
    private struct State {
        var open: [ObjectIdentifier: DedicatedConnection] = [:]
        var isStopped = false
    }

    private let state = Mutex(State())

    /// Calls `body` with a connection and closes it afterwards.
    func with<Value>(
        _ make: () -> DedicatedConnection,
        _ body: (DedicatedConnection) async throws(PostgresError) -> Value
    ) async throws(PostgresError) -> Value {
        let connection = make()
        let isStopped = state.withLock { state in
            if !state.isStopped { state.open[ObjectIdentifier(connection)] = connection }
            return state.isStopped
        }
        let result: Result<Value, PostgresError>
        do throws(PostgresError) {
            if isStopped { throw PostgresError.shutdown }
            result = .success(try await body(connection))
        } catch {
            result = .failure(error)
        }
        await connection.close()
        state.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(connection)) }
        return try result.get()
    }

    func stop() async {
        let open = state.withLock { state in
            state.isStopped = true
            return Array(state.open.values)
        }
        for connection in open { await connection.close() }
    }
}
