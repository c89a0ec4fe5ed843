import Foundation
import HTTPTypes
import JSON
import Postgres
import Synchronization
import TestSupport
import Testing

/// A new version's migrations while the old program serves: no request waits, and a migration that fails leaves nothing.
@Suite struct UpgradeTests {
    @Test(.timeLimit(.minutes(30)))
    func `the old program serves through migrations of the new one, killed and run again`() async throws {
        let unlimited = [
            "NOONISH_LIMITS_REQUEST_BURST": "100000", "NOONISH_LIMITS_REQUESTS_PER_SECOND": "10000",
        ]
        try await withProgram(unlimited) { program, database async throws in
            let story = Story(program)
            let leila = try await story.signIn("leila@example.org")
            let outing = try await story.made(leila.post("/v1/outings", #"{"title":"Lunch"}"#))
            let path = "/v1/outings/\(try #require(outing["id"].text))"
            let folder = try Self.nextVersion()
            defer { try? FileManager.default.removeItem(at: folder) }

            // Callers of the old program notice nothing: every request succeeds.
            let isOver = Flag()
            let load = Task {
                var answers = 0
                while !isOver.isSet {
                    let read = try await leila.get(path)
                    let edited = try await leila.patch(
                        path, #"{"note":"\#(answers)"}"#,
                        headers: [.ifMatch: try #require(read.headers[.eTag])])
                    try #require(read.status == .ok && edited.status == .ok, "\(read) \(edited)")
                    answers += 1
                }
                return answers
            }
            let settings = try await Program.settings(on: database)
                .merging(["NOONISH_SQL_FOLDER": folder.path()]) { $1 }
            let migrating = try Program(settings: settings)
            try migrating.begin(["migrate"])
            _ = try await eventually("a migration that waits") {
                let rows = try await database.run(
                    script:
                        "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()"
                )
                return rows.isEmpty ? nil : true
            }
            try await migrating.kill()
            let halfway = try await Self.applied(database)
            let report = try await migrating.run(["migrate"])
            isOver.set()
            let answers = try await load.value

            #expect(!halfway.contains("9902_upgrade.sql"))
            #expect(report.contains("9902_upgrade.sql") && report.contains("9903_index.sql"))
            #expect(answers > 0)

            // The old program still starts on the new schema, as after a step back.
            #expect(try await program.stop() == 0)
            try await program.start()
            let again = program.site.program(token: leila.token)
            #expect(try await again.get(path)["title"].text == "Lunch")
            #expect(try await brokenChecks(in: database).isEmpty)
            try await migrating.remove()
        }
    }

    /// The fixture is a dump of a database as the last release made it, with a few rows (`rows.sql`). Migrations of this version
    /// upgrade it; if there are none, it is current.
    @Test(.timeLimit(.minutes(5)))
    func `a database of the last release is upgraded with its rows`() async throws {
        // Also creates the roles, in turn with other tests: psql would do it at the same time as they.
        let fresh = try await withDatabase { try await Self.shape(of: $0) }
        try await withEmptyDatabase { database in
            let settings = try await Program.settings(on: database)
            let address = try #require(settings["NOONISH_DATABASE_URL"])
            let fixture = URL(filePath: TestServer.migrations).deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "Tests/Fixtures/released.sql.gz")
            let psql = "psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --dbname '\(address)'"
            try await Shell.run("set -o pipefail; gunzip -c '\(fixture.path())' | \(psql)")
            let released = Set(try await Self.applied(database))
            let program = try Program(settings: settings)

            let report = try await program.run(["migrate"])

            let applied = try await Self.applied(database)
            let newer = applied.filter { !released.contains($0) }
            #expect(
                newer.isEmpty ? report.contains("the schema is current") : newer.allSatisfy(report.contains))
            let upgraded = try await Self.shape(of: database)
            #expect(upgraded == fresh)
            let rows = try await database.run(
                script: """
                    SELECT o.title, p.name, d.want_rev
                      FROM outing AS o
                      JOIN person AS p ON p.id = o.host_id
                      JOIN outing_watch AS w ON w.outing_id = o.id
                      JOIN delivery AS d ON d.watch_id = w.id
                    """)
            #expect(rows == [["Lunch", "Leila", "1"]])
            #expect(try await brokenChecks(in: database).isEmpty)
            try await program.remove()
        }
    }

    /// Returns the columns, constraints, indexes and functions of a database, as text that can be compared.
    private static func shape(of database: PostgresClient) async throws -> [String] {
        try await database.run(
            script: """
                SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default)
                  FROM information_schema.columns WHERE table_schema = 'public'
                UNION ALL
                SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid, true))
                  FROM pg_constraint WHERE connamespace = 'public'::regnamespace
                UNION ALL
                SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
                UNION ALL
                SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
                 ORDER BY 1
                """
        ).compactMap { $0.first ?? nil }
    }

    /// Our migrations and three more, such as the next version could have: each expands, none takes anything away.
    private static func nextVersion() throws -> URL {
        let folder = URL(filePath: "/tmp/noonish-upgrade-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: URL(filePath: TestServer.migrations), to: folder.appending(path: "migrations"))
        let files = [
            "9901_column.sql": """
            ALTER TABLE outing ADD COLUMN weather text NOT NULL DEFAULT 'fair';
            ALTER TABLE outing ADD CONSTRAINT outing_weather_said CHECK (weather <> '') NOT VALID;
            """,
            "9902_upgrade.sql": """
            CREATE TABLE forecast (id uuid PRIMARY KEY);
            SELECT pg_sleep(2);
            """,
            "9903_index.sql": """
            -- noonish: no-transaction
            CREATE INDEX CONCURRENTLY IF NOT EXISTS outing_weather_idx ON outing (weather)
            """,
        ]
        for (name, script) in files {
            try script.write(
                to: folder.appending(path: "migrations/\(name)"), atomically: true, encoding: .utf8)
        }
        return folder
    }

    private static func applied(_ database: PostgresClient) async throws -> [String] {
        try await database.run(script: "SELECT name FROM schema_migration").compactMap { $0.first ?? nil }
    }
}

/// A value that is set once and read by many.
private final class Flag: Sendable {
    private let state = Mutex(false)

    var isSet: Bool { state.withLock(\.self) }

    func set() { state.withLock { $0 = true } }
}
