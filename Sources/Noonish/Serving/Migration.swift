import Foundation
import Logging
import Postgres

/// The schema's way to its newest state, with our files and the database that is in use.
struct Migration: Sendable {
    let folder: String
    let logger: Logger

    init(_ settings: Settings, _ logger: Logger) throws {
        let root = settings.sql.folder.isEmpty ? try ShippedFolder.find("sql") : settings.sql.folder
        folder = "\(root)/migrations"
        self.logger = logger
    }

    @discardableResult
    func apply(to database: DatabaseAccess) async throws -> [String] {
        try await migrator(database).apply()
    }

    func status(of database: DatabaseAccess) async throws -> [Migrator.Status] {
        try await migrator(database).status()
    }

    private func migrator(_ database: DatabaseAccess) throws -> Migrator {
        Migrator(try database.configuration(for: .administrator), folder: folder, logger: logger)
    }
}
