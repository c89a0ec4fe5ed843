import Foundation
import HTTPTypes
import JSON
import Postgres
import Synchronization
import TestSupport
import Testing

/// A new version's migrations while the old program serves: nobody is kept waiting, and a migration that dies is none.
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

            // Whoever uses the old program meanwhile notices nothing: every answer is yes.
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

/// Said once, heard by whoever asks.
private final class Flag: Sendable {
    private let state = Mutex(false)

    var isSet: Bool { state.withLock(\.self) }

    func set() { state.withLock { $0 = true } }
}
