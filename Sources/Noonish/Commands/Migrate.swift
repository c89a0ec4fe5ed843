import ArgumentParser
import Foundation
import Logging
import Postgres

/// `noonish migrate`: applies all pending files of `sql/migrations`.
struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Apply the pending files of sql/migrations, oldest first.",
        discussion: """
            Each file runs in its own transaction. Running the command again does nothing. `noonish serve` migrates at \
            start. Without database.url the command uses the embedded PostgreSQL, and starts it unless it is running.
            """)

    @OptionGroup var common: CommonOptions
    @Flag(help: "List the files and their state. Exits with 1 if any is pending.") var status = false

    func run() async throws {
        let settings = try await common.settings()
        settings.log.install()
        if status { try requireData(settings) }
        let logger = Logger(label: "noonish")
        let migration = try Migration(settings, logger)
        let onlyStatus = status
        try await runCancellingOnSignal(logger) {
            try await withDatabase(settings, logger) { database in
                if onlyStatus {
                    try Self.print(try await migration.status(of: database))
                } else {
                    let applied = try await migration.apply(to: database)
                    Swift.print(
                        applied.isEmpty
                            ? "the schema is current" : "applied \(applied.joined(separator: ", "))")
                }
            }
        }
    }

    private static func print(_ files: [Migrator.Status]) throws {
        for file in files {
            switch file.state {
            case .applied(let date): Swift.print("\(file.name)  applied \(date.formatted(.iso8601))")
            case .pending: Swift.print("\(file.name)  pending")
            case .edited(let date):
                Swift.print("\(file.name)  edited since it was applied \(date.formatted(.iso8601))")
            }
        }
        guard files.allSatisfy(\.isApplied) else { throw CommandError(.failed, "the schema is not current") }
    }
}

extension Migrator.Status {
    var isPending: Bool {
        if case .pending = state { true } else { false }
    }

    var isApplied: Bool {
        if case .applied = state { true } else { false }
    }
}
