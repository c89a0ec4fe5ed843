import Foundation
import Postgres

/// One column of one row, read as `Value`.
func value<Value: PostgresDecodable>(
    _: Value.Type = Value.self, on lane: Lane = .read, _ sql: SQL, named name: String = "test.value"
) -> Query<Value> {
    Query(name, on: lane, sql) { row throws(PostgresError) in try row.next() }
}

/// A statement without an answer.
func command(_ sql: SQL, named name: String = "test.command") -> Command { Command(name, sql) }

/// Waits until `condition` holds; the test's own time limit ends it if it never does.
func until(_ condition: () async throws -> Bool) async throws {
    while try await !condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
