import Foundation
import TestSupport
import Testing

@testable import Postgres

/// 2. A statement that fails does no harm to those that travel with it.
@Suite(.timeLimit(.minutes(30))) struct T02NeighbourTests {
    @Test(arguments: 0..<5)
    func `a read that fails at any place of a batch fails alone`(place: Int) async throws {
        try await withEmptyDatabase { database async throws in
            var statements: [(Lane, [SQL])] = (0..<5).map { (.read, ["SELECT \(100 + $0)"]) }
            statements[place] = (.read, ["SELECT 1 / \(0)"])

            let answers = await drained(alone(database.configuration), statements)

            for (index, answer) in answers.enumerated() {
                if index == place {
                    #expect(answer.word == "22012")
                } else {
                    #expect(answer.numbers == [100 + index])
                }
            }
        }
    }

    @Test func `several failures in one batch each reach their own caller`() async throws {
        try await withEmptyDatabase { database async throws in
            let statements: [(Lane, [SQL])] = [
                (.read, ["SELECT 1 / \(0)"]), (.read, ["SELECT \(1)"]), (.read, ["SELECT nonsense"]),
                (.read, ["SELECT \("x")::int8"]), (.read, ["SELECT \(2)"]),
            ]

            let answers = await drained(alone(database.configuration), statements)

            #expect(answers.map(\.word) == ["22012", "ok", "42703", "22P02", "ok"])
        }
    }

    @Test func `reads of a batch share one transaction`() async throws {
        try await withEmptyDatabase { database async throws in
            let now: SQL = "SELECT (extract(epoch FROM now()) * 1000000)::int8"

            let answers = await drained(alone(database.configuration), [(.read, [now]), (.read, [now])])

            #expect(answers[0].numbers == answers[1].numbers)
            #expect(answers[0].numbers?.count == 1)
        }
    }

    @Test func `a write that fails takes no other write with it`() async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(
                script: "CREATE TABLE seat (id int8 PRIMARY KEY); INSERT INTO seat VALUES (2)")
            let statements: [(Lane, [SQL])] = [
                (.write, ["INSERT INTO seat (id) VALUES (\(1))"]), (.write, ["SELECT \(7)"]),
                (.write, ["INSERT INTO seat (id) VALUES (\(2))"]),
                (.write, ["INSERT INTO seat (id) VALUES (\(3))"]),
                (.write, ["SELECT \(8)"]),
            ]

            let answers = await drained(alone(database.configuration), statements)

            #expect(answers.map(\.word) == ["ok", "ok", "23505", "ok", "ok"])
            #expect(try await database.all(value(Int.self, "SELECT id FROM seat ORDER BY id")) == [1, 2, 3])
        }
    }

    @Test func `a broken rule is told by its name`() async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(
                script: "CREATE TABLE seat (id int8 CONSTRAINT seat_number_positive CHECK (id > 0))")

            let error = await failure { () throws(PostgresError) in
                try await database.execute(command("INSERT INTO seat (id) VALUES (\(-1))", named: "seat.add"))
            }

            #expect(error?.constraint == "seat_number_positive")
            #expect(error?.description == "database error")
            #expect(error?.debugDescription.hasPrefix("seat.add failed with 23514") == true)
        }
    }

    @Test(
        arguments: [
            ("INSERT INTO guest (id, name) VALUES (2, '')", "[guest_name_fits] in guest"),
            ("INSERT INTO guest (id, name) VALUES (1, 'Secret')", "[guest_pkey] in guest"),
            ("INSERT INTO guest (id, name, note) VALUES (2, 'Secret', NULL)", "in guest.note"),
            (
                "INSERT INTO guest (id, name, host_id) VALUES (2, 'Secret', 9)",
                "[guest_host_id_fkey] in guest"
            ),
        ] as [(SQL, String)])
    func `a violated constraint names itself, its table and column, and quotes no row`(
        statement: SQL, names: String
    ) async throws {
        try await withEmptyDatabase { database async throws in
            try await database.run(
                script: """
                    CREATE TABLE guest (
                        id      int8 PRIMARY KEY,
                        name    text CONSTRAINT guest_name_fits CHECK (name <> ''),
                        note    text NOT NULL DEFAULT 'Secret note',
                        host_id int8 REFERENCES guest
                    );
                    INSERT INTO guest (id, name) VALUES (1, 'Secret')
                    """)

            let error = await failure { () throws(PostgresError) in
                try await database.execute(command(statement, named: "guest.add"))
            }

            let text = try #require(error?.debugDescription)
            #expect(text.hasSuffix(names), "\(text)")
            #expect(!text.contains("Secret") && !text.contains("Failing row"), "\(text)")
        }
    }
}
