import Foundation
import TestSupport
import Testing

@testable import Postgres

/// Migrations go forward, once, and leave nothing half-done.
@Suite(.timeLimit(.minutes(30))) struct MigratorTests {
    /// A folder with `files`, a client of an empty database and a migrator of both.
    private func withFolder(
        _ files: [String: String], _ test: (URL, PostgresClient, Migrator) async throws -> Void
    ) async throws {
        let folder = URL(filePath: "/tmp/noonish-migrations-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, script) in files { try write(script, to: name, in: folder) }
        try await withEmptyDatabase { database async throws in
            try await test(
                folder, database, Migrator(database.configuration, folder: folder.path(), logger: .forTests))
        }
    }

    private func write(_ script: String, to name: String, in folder: URL) throws {
        try Data(script.utf8).write(to: folder.appending(path: name))
    }

    private func tables(_ database: PostgresClient) async throws -> [String] {
        try await database.all(
            value(
                String.self, on: .write,
                "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"))
    }

    @Test func `every file is applied once, oldest first`() async throws {
        try await withFolder([
            "0001_a.sql": "CREATE TABLE a (id int); INSERT INTO a VALUES (1);",
            "0002_b.sql": "CREATE TABLE b AS SELECT id FROM a;",
            "0010_c.sql":
                "-- noonish: no-transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS b_id_idx ON b (id)",
        ]) { _, database, migrator in
            #expect(try await migrator.status().map(\.state) == [.pending, .pending, .pending])

            #expect(try await migrator.apply() == ["0001_a.sql", "0002_b.sql", "0010_c.sql"])
            #expect(try await migrator.apply() == [])

            #expect(try await tables(database) == ["a", "b", "schema_migration"])
            for status in try await migrator.status() {
                guard case .applied(let date) = status.state else {
                    Issue.record("\(status)")
                    return
                }
                #expect(abs(date.timeIntervalSinceNow) < 600)
            }
        }
    }

    @Test func `a file that fails leaves no trace, and those before it stay`() async throws {
        try await withFolder([
            "0001_a.sql": "CREATE TABLE a (id int);",
            "0002_b.sql": "CREATE TABLE b (id int);\nINSERT INTO b VALUES (1);\nSELECT nonsense;",
        ]) { folder, database, migrator in
            let error = await failure { () throws(PostgresError) in try await migrator.apply() }
            #expect(error?.debugDescription.hasPrefix("0002_b.sql line 3 failed with 42703") == true)
            #expect(try await tables(database) == ["a", "schema_migration"])

            try write("CREATE TABLE b (id int);", to: "0002_b.sql", in: folder)

            #expect(try await migrator.apply() == ["0002_b.sql"])
        }
    }

    @Test func `several at once apply every file once`() async throws {
        try await withFolder([
            "0001_a.sql": "CREATE TABLE a (id int);", "0002_b.sql": "CREATE TABLE b (id int);",
            // It waits for every open transaction, so those that wait for their turn must have none.
            "0003_index.sql":
                "-- noonish: no-transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS a_id_idx ON a (id)",
        ]) {
            _, _, migrator in
            let applied = try await withThrowingTaskGroup { group in
                for _ in 0..<5 { group.addTask { try await migrator.apply() } }
                return try await group.reduce(into: []) { $0.append($1) }
            }

            #expect(applied.flatMap(\.self).sorted() == ["0001_a.sql", "0002_b.sql", "0003_index.sql"])
        }
    }

    @Test func `an index whose creation failed is created anew`() async throws {
        try await withFolder([
            "0001_a.sql": "CREATE TABLE a (id int); INSERT INTO a VALUES (1), (1);",
            "0002_index.sql":
                "-- noonish: no-transaction\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS a_id_idx ON a (id)",
        ]) { _, database, migrator in
            let error = await failure { () throws(PostgresError) in try await migrator.apply() }
            #expect(error?.sqlState == "23505")
            let isValid = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'a_id_idx'::regclass"
            #expect(try await database.run(script: isValid) == [["f"]])
            try await database.run(script: "DELETE FROM a")

            #expect(try await migrator.apply() == ["0002_index.sql"])

            #expect(try await database.run(script: isValid) == [["t"]])
        }
    }

    @Test func `a file that was edited afterwards is refused`() async throws {
        try await withFolder(["0001_a.sql": "CREATE TABLE a (id int);"]) { folder, _, migrator in
            try await migrator.apply()
            try write("CREATE TABLE a (id bigint);", to: "0001_a.sql", in: folder)

            let error = await failure { () throws(PostgresError) in try await migrator.apply() }

            #expect(
                error?.debugDescription
                    == "0001_a.sql was edited after it was applied; write a new file instead")
            guard case .edited = try await migrator.status()[0].state else {
                Issue.record("not edited")
                return
            }
        }
    }

    @Test func `a file that comes too late is refused`() async throws {
        try await withFolder(["0002_b.sql": "CREATE TABLE b (id int);"]) { folder, _, migrator in
            try await migrator.apply()
            try write("CREATE TABLE a (id int);", to: "0001_a.sql", in: folder)

            let error = await failure { () throws(PostgresError) in try await migrator.apply() }

            #expect(error?.debugDescription.contains("0001_a.sql comes before 0002_b.sql") == true)
        }
    }

    @Test(arguments: [
        (["one.sql": ""], "NNNN_name.sql"),
        (["0001_a.sql": "", "0001_b.sql": ""], "the same number"),
        ([:], "no migration"),
        (["0001_a.sql": "CREATE TABLE a (id int); COMMIT;"], "leave COMMIT and ROLLBACK"),
    ])
    func `a folder that makes no sense is refused`(files: [String: String], words: String) async throws {
        try await withFolder(files) { _, _, migrator in
            let error = await failure { () throws(PostgresError) in try await migrator.apply() }

            #expect(error?.debugDescription.contains(words) == true)
        }
    }

    @Test func `the project's own migrations are applied`() async throws {
        try await withDatabase { database async throws in
            let migrator = Migrator(database.configuration, folder: TestServer.migrations, logger: .forTests)

            #expect(try await migrator.apply() == [])
            #expect(try await tables(database).contains("outing"))
        }
    }
}
