import Foundation
import TestSupport
import Testing

@testable import Postgres

/// 11. That statements are prepared is never seen.
@Suite(.timeLimit(.minutes(30))) struct T11PrepareTests {
    @Test(arguments: [Lane.read, .write])
    func `a statement that cannot be prepared fails for each of its callers, and nobody else`(lane: Lane)
        async throws
    {
        try await withEmptyDatabase { database async throws in
            let answers = await drained(
                alone(database.configuration),
                [
                    (lane, ["SELEKT 1"]), (lane, ["SELECT \(1)"]), (lane, ["SELEKT 1"]),
                    (lane, ["SELECT \(2)"]),
                ])

            #expect(answers.map(\.word) == ["42601", "ok", "42601", "ok"])
        }
    }

    @Test func `two callers of one statement that cannot be prepared both learn why`() async throws {
        try await withEmptyDatabase { database async throws in
            let errors = await withTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        await failure { () throws(PostgresError) in
                            try await database.execute(command("SELEKT \(1)", named: "broken.statement"))
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }

            #expect(
                errors.map { $0?.debugDescription.prefix(37) }
                    == Array(repeating: "broken.statement failed with 42601: s", count: 8))
        }
    }

    @Test func `many callers may be the first to use a statement`() async throws {
        try await withEmptyDatabase { database async throws in
            let sum = try await withThrowingTaskGroup { group in
                for number in 1...100 {
                    group.addTask {
                        try await database.one(value(Int.self, "SELECT \(number)", named: "first.use"))
                    }
                }
                return try await group.reduce(0, +)
            }

            #expect(sum == 5_050)
        }
    }

    @Test(arguments: [(Lane.read, "force_generic_plan"), (.write, "force_generic_plan"), (.slow, "auto")])
    func `a statement is planned once a connection, except the slow ones`(lane: Lane, mode: String)
        async throws
    {
        try await withEmptyDatabase { database async throws in
            let setting = value(
                String.self, on: lane, "SELECT current_setting('plan_cache_mode')", named: "test.mode")
            #expect(try await database.one(setting) == mode)
            let inTransaction = try await database.transaction { try await $0.one(setting) }
            #expect(inTransaction == "force_generic_plan")
        }
    }

    @Test func `a name with more texts than are prepared still works`() async throws {
        try await withEmptyDatabase { database async throws in
            for number in 0...(PostgresLimits.textsPerName + 3) {
                let sql = SQL(stringLiteral: "SELECT \(number)::int8")
                #expect(try await database.one(value(Int.self, sql, named: "many.texts")) == number)
            }
        }
    }

    @Test func `what was prepared on a lost connection is prepared again`() async throws {
        try await withEmptyDatabase { database async throws in
            let query = value(Int.self, "SELECT \(3)", named: "again.read")
            #expect(try await database.one(query) == 3)
            try await withKiller { try await $0.killConnections(running: "again.read") }

            #expect(try await database.one(query) == 3)
        }
    }

    @Test func `a table that changed shape is read again`() async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(script: "CREATE TABLE shape (a int8); INSERT INTO shape VALUES (1)")
            let everything = Query<Int>("shape.all", "SELECT * FROM shape") { row throws(PostgresError) in
                let first = try row.next(Int.self)
                if row.hasMore { _ = try row.next(String?.self) }
                return first
            }
            #expect(try await database.all(everything) == [1])

            try await database.run(script: "ALTER TABLE shape ADD COLUMN b text")

            #expect(try await database.all(everything) == [1])
            #expect(try await database.transaction { try await $0.all(everything) } == [1])
        }
    }

    @Test func `a table that changed shape does not break a transaction`() async throws {
        try await withEmptyDatabase {
            $0.connections = .init(read: 1, write: 1, slow: 1, leased: 1)
        } _: { database async throws in
            try await database.run(script: "CREATE TABLE shape (a int8); INSERT INTO shape VALUES (1)")
            let count = Query<Int>("shape.any", "SELECT count(*), (SELECT shape FROM shape)::text FROM shape")
            {
                row throws(PostgresError) in
                let count = try row.next(Int.self)
                _ = try row.next(String.self)
                return count
            }
            let star = Query<Int>("shape.star", "SELECT * FROM shape") { row throws(PostgresError) in
                let first = try row.next(Int.self)
                if row.hasMore { _ = try row.next(String?.self) }
                return first
            }
            _ = try await database.transaction { try await ($0.all(count), $0.all(star)) }

            try await database.run(script: "ALTER TABLE shape ADD COLUMN b text")

            let answers = try await database.transaction { try await ($0.all(count), $0.all(star)) }
            #expect(answers == ([1], [1]))
        }
    }
}
