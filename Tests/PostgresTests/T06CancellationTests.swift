import Foundation
import Postgres
import TestSupport
import Testing

/// 6. A cancelled caller gets a true result, and no caller gets the result of another.
@Suite(.timeLimit(.minutes(30))) struct T06CancellationTests {
    @Test func `cancelled before it is submitted, nothing is sent`() async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(script: "CREATE TABLE note (id int8)")
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                return await failure { () throws(PostgresError) in
                    try await database.execute(command("INSERT INTO note (id) VALUES (\(1))"))
                }
            }

            task.cancel()

            #expect(await task.value?.cancelledSent == false)
            #expect(try await database.one(value(Int.self, "SELECT count(*) FROM note")) == 0)
        }
    }

    @Test func `cancelled while it waits for a connection, nothing is sent`() async throws {
        try await withProxy(.init(isMute: true)) { proxy, client async throws in
            let task = Task {
                await failure { () throws(PostgresError) in
                    try await client.execute(command("SELECT \(1)"))
                }
            }
            try await until { proxy.accepted > 0 }

            task.cancel()

            #expect(await task.value?.cancelledSent == false)
        }
    }

    @Test func `a read on the wire is left at once, and its neighbour gets its own answer`() async throws {
        try await withEmptyDatabase {
            $0.connections = .init(read: 1, write: 1, slow: 1, leased: 1)
            $0.statementTimeouts.read = .seconds(20)
        } _: { database async throws in
            try await database.run(script: "CREATE TABLE gate (id int8); INSERT INTO gate VALUES (1)")
            let task = Task {
                await failure { () throws(PostgresError) in
                    try await database.all(
                        value(String.self, "SELECT pg_sleep(3)::text", named: "sleep.shared"))
                }
            }
            try await database.waitUntilStarted("sleep.shared")
            let neighbour = Task {
                try await database.one(value(Int.self, "SELECT \(17)", named: "neighbour.read"))
            }
            let start = ContinuousClock.now

            task.cancel()

            #expect(await task.value?.cancelledSent == true)
            #expect(start.duration(to: .now) < .milliseconds(2_500))
            #expect(try await neighbour.value == 17)
        }
    }

    @Test func `a write on the wire is waited for, and its outcome is true`() async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(script: "CREATE TABLE note (id int8)")
            let task = Task {
                try await database.execute(
                    command("INSERT INTO note (id) SELECT 1 FROM pg_sleep(2)", named: "sleep.write"))
            }
            try await database.waitUntilStarted("sleep.write")

            task.cancel()

            #expect(try await task.value == 1)
            #expect(try await database.one(value(Int.self, "SELECT count(*) FROM note")) == 1)
        }
    }

    @Test func `a slow read that nobody waits for is stopped at the server`() async throws {
        try await withEmptyDatabase { database async throws in
            let task = Task {
                await failure { () throws(PostgresError) in
                    try await database.all(
                        value(String.self, on: .slow, "SELECT pg_sleep(25)::text", named: "sleep.slow"))
                }
            }
            try await database.waitUntilStarted("sleep.slow")

            task.cancel()

            #expect(await task.value?.cancelledSent == true)
            // There is one slow connection: the next one runs only if the sleeper was stopped.
            for number in 0..<20 {
                #expect(
                    try await database.one(value(Int.self, on: .slow, "SELECT \(number)", named: "next.slow"))
                        == number)
            }
        }
    }

    @Test func `a cancelled transaction is rolled back, and its connection serves the next`() async throws {
        try await withEmptyDatabase {
            $0.connections = .init(read: 1, write: 1, slow: 1, leased: 1)
        } _: { database async throws in
            try await database.run(script: "CREATE TABLE note (id int8)")
            let task = Task {
                try await database.transaction { transaction in
                    try await transaction.execute(command("INSERT INTO note (id) VALUES (\(1))"))
                    try await transaction.execute(command("SELECT pg_sleep(25)", named: "sleep.transaction"))
                }
            }
            try await database.waitUntilStarted("sleep.transaction")

            task.cancel()

            let result = await task.result
            #expect(throws: PostgresError.self) { try result.get() }
            let count = try await database.transaction { transaction in
                try await transaction.one(value(Int.self, "SELECT count(*) FROM note"))
            }
            #expect(count == 0)
        }
    }
}
