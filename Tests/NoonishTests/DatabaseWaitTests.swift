import Postgres
import TestSupport
import Testing
import Timing

@testable import Noonish

/// A process that starts before its database.
@Suite struct DatabaseWaitTests {
    private let pauses = Backoff(first: .milliseconds(1), longest: .milliseconds(1))

    @Test func `waits while no server answers or can be written to`() async throws {
        var faults: [PostgresError] = [
            .connect("connection refused"), .connect("the database system is starting up", sqlState: "57P03"),
            .connect("session is read-only"), .connectionLost(sent: true),
            .server(
                .init(sqlState: "25006", message: "", detail: nil, constraint: nil, query: "CREATE TABLE")),
        ]
        try await waitingForDatabase(.silent, pauses: pauses) {
            if let fault = faults.popLast() { throw fault }
        }
        #expect(faults.isEmpty)
    }

    @Test(arguments: [
        PostgresError.connect("no such user", sqlState: "28000"),
        .connect("no such database", sqlState: "3D000"),
        .migration("0002 was edited"),
    ])
    func `ends at what only an operator can mend`(fault: PostgresError) async throws {
        await #expect(throws: PostgresError.self) {
            try await waitingForDatabase(.silent, pauses: pauses) { throw fault }
        }
    }
}
