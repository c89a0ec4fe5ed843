import ArgumentParser
import Foundation
import Logging
import Postgres

/// `noonish backup FILE`: writes the whole state of a service into one file.
struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the database and all keys into one file.",
        discussion: """
            Works while the service runs; the file has a consistent state. Only you can read it, because it contains all \
            personal data and the keys of the service. pg_dump must be at least as new as the PostgreSQL server.

            EXAMPLE: noonish backup /var/backups/noonish-$(date +%F).tar
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: "The file to create.") var file: String
    @Flag(help: "Overwrite an existing file.") var replace = false

    func run() async throws {
        guard replace || !FileManager.default.fileExists(atPath: file) else {
            throw CommandError(.folder, "\(file) already exists; use --replace, or choose another name")
        }
        let settings = try await common.settings()
        settings.log.install()
        try requireData(settings)
        let logger = Logger(label: "noonish")
        let backup = BackupFile(path: file)
        try await runCancellingOnSignal(logger) {
            try await withDatabase(settings, logger) { database in
                let variables = try database.configuration(for: .administrator).environment
                let binaries = try await EmbeddedPostgresBinaries.find(
                    major: nil, searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "")
                try await backup.make { folder in
                    try BackupFile.writeManifest(folder, made: Date())
                    try await ExternalProgram.run(
                        "pg_dump", at: binaries.program("pg_dump"),
                        ["--format", "custom", "--no-password", "--file", "\(folder)/database.dump"],
                        variables: variables)
                    try Self.copyFiles(of: settings, to: "\(folder)/files")
                }
            }
        }
        print("\(file) contains all data and keys; store it where only you can read it")
    }

    private static func copyFiles(of settings: Settings, to folder: String) throws {
        let files = FileManager.default
        let data = settings.data.folder
        let keys = BackupFile.keys(settings)
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in BackupFile.fileNames {
            if let key = keys[name] {
                try Data(key.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
            } else if files.fileExists(atPath: "\(data)/\(name)") {
                try files.copyItem(atPath: "\(data)/\(name)", toPath: "\(folder)/\(name)")
            }
        }
    }
}
