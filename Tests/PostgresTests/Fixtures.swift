import Foundation

@testable import Postgres

/// One column of one row, read as `Value`.
func value<Value: PostgresDecodable>(
    _: Value.Type = Value.self, on lane: Lane = .read, _ sql: SQL, named name: String = "test.value"
) -> Query<Value> {
    Query(name, on: lane, sql) { row throws(PostgresError) in try row.next() }
}

/// A statement without an answer.
func command(_ sql: SQL, named name: String = "test.command") -> Command { Command(name, sql) }

/// Waits until `condition` holds; the test's time limit ends it if it never does.
func until(_ condition: () async throws -> Bool) async throws {
    while try await !condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}

/// Runs two things at the same time.
func both(
    _ first: @escaping @Sendable () async throws -> Void,
    and second: @escaping @Sendable () async throws -> Void
) async throws {
    try await withThrowingTaskGroup { group in
        group.addTask { try await first() }
        group.addTask { try await second() }
        try await group.waitForAll()
    }
}

/// What `body` threw, if it did.
func failure<Value>(_ body: () async throws(PostgresError) -> Value) async -> PostgresError? {
    do throws(PostgresError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}

extension PostgresClient {
    /// Name of its database.
    var databaseName: String? { configuration.parameter("dbname") }

    func one<Row>(_ query: Query<Row>, timeout: Duration?) async throws(PostgresError) -> Row {
        let rows = try await all(query, timeout: timeout)
        guard rows.count == 1 else { throw .rowCount(rows.count, query: query.name) }
        return rows[0]
    }

    /// Returns when a statement with `text` has begun in its database, seen from a connection elsewhere. It may have
    /// ended since: a busy machine can take longer to look than the statement takes.
    func waitUntilStarted(_ text: String) async throws {
        let pattern = "%\(text)%"
        let query = value(
            Int.self, on: .write,
            """
            SELECT count(*) FROM pg_stat_activity
             WHERE query LIKE \(pattern) AND pid <> pg_backend_pid()
            """, named: "test.started")
        try await withKiller { observer in
            try await until { try await observer.one(query) > 0 }
        }
    }

    /// How many wait for a connection of their own, as the loop counts them.
    func waitingForConnection() async throws -> Int {
        // Requests that have arrived by now are counted after two rounds of the loop.
        for _ in 0..<2 { _ = try await one(value(Int.self, "SELECT \(0)", named: "test.round")) }
        return inbox.backlogCount
    }

    /// Connections that listen in its database.
    func listeners() async throws -> Int {
        let name = databaseName
        return try await withKiller {
            try await $0.one(
                value(
                    Int.self, on: .write,
                    "SELECT count(*) FROM pg_stat_activity WHERE datname = \(name) AND query LIKE 'LISTEN%'",
                    named: "test.listeners"))
        }
    }

    /// Kills the server's end of every other connection whose newest statement has `text`.
    @discardableResult
    func killConnections(running text: String) async throws -> Int {
        let pattern = "%\(text)%"
        return try await one(
            value(
                Int.self, on: .write,
                """
                SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                 WHERE query LIKE \(pattern) AND pid <> pg_backend_pid()
                """, named: "test.kill"))
    }
}

extension PostgresError {
    var isLost: Bool { if case .connectionLost(sent: true) = self { true } else { false } }
    var isOverloaded: Bool { if case .overloaded = self { true } else { false } }
    var isShutdown: Bool { if case .shutdown = self { true } else { false } }
    var isDecode: Bool { if case .decode = self { true } else { false } }

    /// `sent` of a cancellation.
    var cancelledSent: Bool? { if case .cancelled(let sent) = self { sent } else { nil } }
    /// `sent` of a deadline.
    var deadlineSent: Bool? { if case .deadline(let sent) = self { sent } else { nil } }
    /// Why no connection could be made.
    var connectReason: String? { if case .connect(let reason, _) = self { reason } else { nil } }
}
