import Access
import ArgumentParser
import Foundation
import Logging
import Postgres
import Privacy

/// `noonish restore FILE`: restores a service to the state of a backup.
struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Restore a backup of `noonish backup`.",
        discussion: """
            Restores into the database and the data folder of the settings. Stop the service first. The backup is loaded into \
            a new database, which replaces the existing one when it is complete. Then the schema is migrated, and people who \
            were erased after the backup, as far as the data folder lists them, are erased again.

            EXAMPLE: NOONISH_DATA_FOLDER=/srv/noonish noonish restore /var/backups/noonish-2027-03-11.tar
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: "The file that `noonish backup` wrote.") var file: String
    @Flag(help: "Replace a database that has data, which is lost.") var replace = false

    func run() async throws {
        let settings = try await common.settings()
        settings.log.install()
        let logger = Logger(label: "noonish")
        let migration = try Migration(settings, logger)
        let roles = try String(contentsOfFile: "\(migration.root)/roles.sql", encoding: .utf8)
        try await runCancellingOnSignal(logger) { [file, replace] in
            try await BackupFile(path: file).open(in: settings.data.folder) { folder in
                try RestoredFiles(from: "\(folder)/files", to: settings).restore()
                try await withDatabase(settings, logger) { database in
                    let files = try await migration.status(of: database)
                    guard replace || files.allSatisfy(\.isPending) else {
                        throw CommandError(
                            .failed,
                            "the database is in use; use --replace to discard its data, or set another data.folder"
                        )
                    }
                    try await Self.fill(database, from: "\(folder)/database.dump", roles: roles, logger)
                    try await migration.apply(to: database)
                    let site = try Site(settings, port: settings.http.port)
                    try await repeatErasures(settings, site, in: database, logger)
                }
            }
            print("restored; start the service with noonish serve")
        }
    }

    private static func fill(
        _ database: DatabaseAccess, from dump: String, roles: String, _ logger: Logger
    ) async throws {
        let replacement = try DatabaseReplacement(
            of: database.configuration(for: .administrator), logger: logger)
        guard try await replacement.countOtherClients() == 0 else {
            throw CommandError(.unavailable, "the database has other connections; stop the service first")
        }
        let binaries = try await EmbeddedPostgresBinaries.find(
            major: nil, searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "")
        try await replacement.create()
        do {
            let client = PostgresClient(replacement.newConfiguration, logger: logger)
            do {
                try await client.run(script: roles, named: "roles.sql")
            } catch {
                await client.stop()
                throw error
            }
            await client.stop()
            var variables = replacement.newConfiguration.environment
            let name = variables.removeValue(forKey: "PGDATABASE") ?? ""
            try await ExternalProgram.run(
                "pg_restore", at: binaries.program("pg_restore"),
                [
                    "--exit-on-error", "--single-transaction", "--no-password",
                    // The administrator may have had another name where the backup was made; all tables
                    // belong to their owner role.
                    "--no-owner", "--role", "noonish_owner", "--dbname", name, dump,
                ], variables: variables)
            try await replacement.swap()
        } catch {
            try? await replacement.discard()
            throw error
        }
    }
}

/// The data folder's files in a backup.
private struct RestoredFiles {
    let source: String
    let target: String
    /// The keys that are settings; their files are not needed.
    let keys: [String: String]

    init(from source: String, to settings: Settings) {
        self.source = source
        target = settings.data.folder
        keys = BackupFile.keys(settings)
    }

    /// Restores keys that do not exist yet, and merges both lists of erased people and of their keys. The search index is
    /// rebuilt.
    ///
    /// - Throws: ``CommandError`` if another key exists, because all sent links depend on it.
    func restore() throws {
        let files = FileManager.default
        for name in BackupFile.keyNames {
            guard let restored = files.contents(atPath: "\(source)/\(name)") else { continue }
            if let key = keys[name] {
                guard Self.isSame(key, as: restored) else {
                    throw CommandError(
                        .failed, "the backup has another \(name) than the settings; use its own")
                }
                continue
            }
            if let existing = files.contents(atPath: "\(target)/\(name)"), existing != restored {
                throw CommandError(
                    .failed,
                    "\(target)/\(name) belongs to another service; move it, or set another data.folder")
            }
            try restored.write(to: URL(filePath: "\(target)/\(name)"), options: .atomic)
            chmod("\(target)/\(name)", 0o600)
        }
        for name in BackupFile.ledgerNames { try merge(name) }
        try? files.removeItem(atPath: "\(target)/restaurants.index")
    }

    private static func isSame(_ key: String, as restored: Data) -> Bool {
        String(decoding: restored, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            == key.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func merge(_ name: String) throws {
        func lines(_ folder: String) -> [String] {
            let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            return (text ?? "").split(separator: "\n").map(String.init)
        }
        let existing = lines(target)
        let new = lines(source).filter { !existing.contains($0) }
        guard !new.isEmpty else { return }
        let all = (existing + new).map { $0 + "\n" }.joined()
        try Data(all.utf8).write(to: URL(filePath: "\(target)/\(name)"), options: .atomic)
        chmod("\(target)/\(name)", 0o600)
    }
}
