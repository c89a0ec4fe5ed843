import Foundation
import TestSupport
import Testing

@testable import Postgres

/// 4. A batch takes effect as a whole or not at all, and never as `BEGIN` … `COMMIT`.
@Suite(.timeLimit(.minutes(30))) struct T04BatchTests {
    @Test func `all statements of a batch take effect together`() async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(script: "CREATE TABLE seat (id int8 PRIMARY KEY)")

            let touched = try await database.batch([
                command("INSERT INTO seat (id) SELECT generate_series(1, \(3))", named: "seat.make"),
                command("DELETE FROM seat WHERE id = \(2)", named: "seat.remove"),
                command("INSERT INTO seat (id) VALUES (\(9))", named: "seat.add"),
            ])

            #expect(touched == [3, 1, 1])
            #expect(try await database.all(value(Int.self, "SELECT id FROM seat ORDER BY id")) == [1, 3, 9])
        }
    }

    @Test(arguments: 0..<4)
    func `a batch that fails at any place leaves nothing, and its connection at rest`(place: Int) async throws
    {
        try await withEmptyDatabase { database async throws in
            try await database.run(
                script: "CREATE TABLE seat (id int8 PRIMARY KEY); INSERT INTO seat VALUES (0)")
            var batch: [SQL] = (1...4).map { "INSERT INTO seat (id) VALUES (\($0))" }
            batch[place] = "INSERT INTO seat (id) VALUES (\(0))"

            let answers = await drained(
                alone(database.configuration),
                [
                    (.write, ["INSERT INTO seat (id) VALUES (\(100))"]), (.write, batch),
                    (.write, ["INSERT INTO seat (id) VALUES (\(101))"]),
                ])

            #expect(answers.map(\.word) == ["ok", "23505", "ok"])
            #expect(
                try await database.all(value(Int.self, "SELECT id FROM seat ORDER BY id")) == [0, 100, 101])
        }
    }

    @Test func `a later statement of a batch may use what an earlier one made`() async throws {
        try await withEmptyDatabase { database async throws in
            try await database.batch([
                command("CREATE TABLE seat (id int8)", named: "seat.create"),
                command("INSERT INTO seat (id) VALUES (\(1))", named: "seat.add"),
            ])

            #expect(try await database.all(value(Int.self, "SELECT id FROM seat")) == [1])
        }
    }

    @Test func `no BEGIN ever reaches a shared connection`() async throws {
        try await TestCluster.with(["log_statement = all"]) { cluster in
            let client = PostgresClient(try cluster.configuration(), logger: .forTests)
            try await client.run(script: "CREATE TABLE seat (id int8 PRIMARY KEY)")
            let add = { (id: Int) in command("INSERT INTO seat (id) VALUES (\(id))", named: "seat.add") }

            try await client.batch([add(1), add(2)])
            _ = await failure { () throws(PostgresError) in try await client.batch([add(3), add(1)]) }
            _ = try await client.all(value(Int.self, "SELECT id FROM seat"))
            _ = try await client.all(value(Int.self, on: .slow, "SELECT id FROM seat"))
            #expect(
                try await client.one(value(Int.self, "SELECT count(*) FROM seat", named: "seat.count")) == 2)
            await client.stop()

            let log = try cluster.log()
            #expect(log.contains("/* seat.add */"))
            #expect(!log.uppercased().contains("BEGIN"))
        }
    }
}
