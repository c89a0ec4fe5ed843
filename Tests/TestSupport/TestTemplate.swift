import Foundation
import Postgres

extension TestServer {
    /// Key of the advisory lock under which templates are made.
    private static let lockKey = 0x7465_6d70

    /// How long to wait for another process that makes the same template.
    private static let patience = Duration.seconds(120)

    /// Makes the template of the migrations' present state, unless it is there. It gets its name only when it is done,
    /// so a half-made one is never cloned.
    static func makeTemplate() async throws -> String {
        let name = "noonish_template_\(try fingerprint())"
        let building = "\(name)_building"
        var patient = try configuration()
        patient.lockTimeout = patience
        patient.idleInTransactionTimeout = patience
        patient.statementTimeouts.leased = patience
        try await PostgresClient.withClient(patient, logger: .forTests) { client in
            try await client.transaction(timeout: patience) { transaction in
                _ = try await transaction.all(.lock(lockKey), timeout: patience)
                guard try await client.all(.databases(named: name)).isEmpty else { return }
                try await dropStale(client)
                try await client.run(script: "DROP DATABASE IF EXISTS \(building) WITH (FORCE)")
                try await client.run(script: "CREATE DATABASE \(building) TEMPLATE template0")
                let configuration = try configuration().withDatabase(building)
                try await Migrator(configuration, folder: migrations, logger: .forTests).apply()
                try await client.run(script: "ALTER DATABASE \(building) RENAME TO \(name)")
            }
        }
        return name
    }

    /// Drops the databases of runs that were killed.
    private static func dropStale(_ client: PostgresClient) async throws {
        let limit = Int(Date().timeIntervalSince1970) - Int(staleAfter.components.seconds)
        for name in try await client.all(.databases(like: "noonish\\_test\\_%")) {
            let parts = name.split(separator: "_")
            guard parts.count == 4, let made = Int(parts[2]), made < limit else { continue }
            try await client.run(script: "DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
        }
    }

    /// The hash of every migration's name and text: 64 bits of FNV-1a, in hexadecimal.
    ///
    /// - Source: G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, "The FNV Non-Cryptographic Hash Algorithm".
    private static func fingerprint() throws -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for name in try FileManager.default.contentsOfDirectory(atPath: migrations).sorted() {
            let script = try Data(contentsOf: URL(filePath: migrations).appending(path: name))
            for byte in Array(name.utf8) + script {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
            }
        }
        return String(hash, radix: 16)
    }
}

extension Query where Row == String {
    fileprivate static func databases(named name: String) -> Self {
        Query("test.databases_named", "SELECT datname FROM pg_database WHERE datname = \(name)") {
            row throws(PostgresError) in try row.next()
        }
    }

    fileprivate static func databases(like pattern: String) -> Self {
        Query("test.databases_like", "SELECT datname FROM pg_database WHERE datname LIKE \(pattern)") {
            row throws(PostgresError) in try row.next()
        }
    }

    fileprivate static func lock(_ key: Int) -> Self {
        Query("test.lock", on: .write, "SELECT pg_advisory_xact_lock(\(key))::text") {
            row throws(PostgresError) in try row.next()
        }
    }
}
