import Foundation
import Postgres
import Subprocess
import SystemPackage
import TestSupport
import Testing

@testable import Noonish

/// `sql/schema.sql` is what all migrations together make: read it first, and never edit it.
@Suite struct SchemaTests {
    @Test func `the kept schema is the migrated one`() async throws {
        let fresh = try await withDatabase { database in
            try await dump(try await database.one(.databaseName))
        }
        let place = TestServer.migrations.replacing("sql/migrations", with: "sql/schema.sql")
        if ProcessInfo.processInfo.environment["NOONISH_RENEW"] != nil {
            try fresh.write(toFile: place, atomically: true, encoding: .utf8)
        }

        let kept = try String(contentsOfFile: place, encoding: .utf8)

        // Another major version of pg_dump words some things differently; the one that wrote the file judges.
        guard kept.prefix(while: { $0 != "\n" }) == fresh.prefix(while: { $0 != "\n" }) else { return }
        #expect(kept == fresh, "renew it: NOONISH_RENEW=1 swift test --filter SchemaTests")
    }

    private func dump(_ name: String) async throws -> String {
        let server = try #require(ProcessInfo.processInfo.environment["NOONISH_TEST_DATABASE_URL"])
        let binaries = try await EmbeddedPostgresBinaries.find(
            major: nil, searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "")
        let outcome = try await run(
            .path(binaries.program("pg_dump")),
            arguments: ["--schema-only", "--no-owner", "--dbname", address(server, of: name)],
            output: .string(limit: 1_000_000), error: .string(limit: 65_536))
        try #require(outcome.terminationStatus.isSuccess, "\(outcome.standardError)")
        return normalised(outcome.standardOutput, by: binaries.major)
    }

    /// The server's address with another database, in whichever notation.
    private func address(_ server: String, of name: String) -> String {
        guard server.contains("://"), var url = URLComponents(string: server) else {
            return server + " dbname=\(name)"
        }
        url.path = "/\(name)"
        return url.string ?? server
    }

    /// Without what differs between two dumps of the same schema: settings of the session, versions, random marks.
    private func normalised(_ dump: String, by major: Int) -> String {
        let noise = ["--", "SET ", "SELECT pg_catalog.set_config", "\\restrict", "\\unrestrict"]
        var lines = [
            "-- What sql/migrations make, as pg_dump \(major) says it. Renewed by SchemaTests; not for editing."
        ]
        for line in dump.split(separator: "\n", omittingEmptySubsequences: false)
        where !noise.contains(where: { line.hasPrefix($0) }) && !(line.isEmpty && lines.last == "") {
            lines.append(String(line))
        }
        return lines.joined(separator: "\n").trimmingCharacters(in: .newlines) + "\n"
    }
}

extension Query where Row == String {
    fileprivate static var databaseName: Self {
        Query("test.database_name", "SELECT current_database()::text") { row throws(PostgresError) in
            try row.next()
        }
    }
}
