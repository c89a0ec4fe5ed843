import Synchronization

/// A resource that runs outside a client's pool and is closed with the client.
protocol Closable: AnyObject, Sendable {
    /// Closes the resource and returns when it has ended.
    func close() async
}

/// A client's connections outside its pool, so that stopping the client closes them.
final class DedicatedConnections: Sendable {
    private struct State {
        var open: [ObjectIdentifier: any Closable] = [:]
        var isStopped = false
        var rotation = 0
    }

    private let state = Mutex(State())

    /// With which host new connections begin.
    var rotation: Int { state.withLock(\.rotation) }

    /// Lets new connections begin with the next host.
    func rotate() { state.withLock { $0.rotation += 1 } }

    /// Calls `body` with a connection and closes the connection afterwards. After ``stop()`` its jobs fail.
    nonisolated(nonsending) func with<Value, Failure>(
        _ connection: DedicatedConnection, _ body: (DedicatedConnection) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        if !add(connection) { await connection.close() }
        let result: Result<Value, Failure>
        do throws(Failure) {
            result = .success(try await body(connection))
        } catch {
            result = .failure(error)
        }
        await connection.close()
        remove(connection)
        return try result.get()
    }

    /// Registers a connection. Returns `false` if the client has stopped; the caller must then close the
    /// connection.
    func add(_ connection: any Closable) -> Bool {
        state.withLock { state in
            if !state.isStopped { state.open[ObjectIdentifier(connection)] = connection }
            return !state.isStopped
        }
    }

    func remove(_ connection: any Closable) {
        state.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(connection)) }
    }

    func stop() async {
        let open = state.withLock { state in
            state.isStopped = true
            return Array(state.open.values)
        }
        for connection in open { await connection.close() }
    }
}
