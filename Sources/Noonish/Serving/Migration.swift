import Foundation
import Logging
import Postgres

/// Migrates the configured database with the shipped migration files.
struct Migration: Sendable {
    /// The folder that contains `migrations/`.
    let root: String
    let logger: Logger

    init(_ settings: Settings, _ logger: Logger) throws {
        root = settings.sql.folder.isEmpty ? try ShippedFolder.find("sql") : settings.sql.folder
        self.logger = logger
    }

    @discardableResult
    func apply(to database: DatabaseAccess) async throws -> [String] {
        do {
            return try await migrator(database).apply()
        } catch let fault as PostgresError {
            guard fault.sqlState == "42501" else { throw fault }
            throw PostgresError.migration("\(fault.debugDescription); \(Self.rolesNeeded)")
        }
    }

    /// The advice for a login that may not create roles (42501, insufficient_privilege).
    private static let rolesNeeded = """
        the login needs CREATEROLE, or an administrator runs once: CREATE ROLE noonish_owner; \
        CREATE ROLE noonish_app LOGIN; CREATE ROLE noonish_worker LOGIN; \
        GRANT noonish_owner, noonish_app, noonish_worker TO the login
        """

    func status(of database: DatabaseAccess) async throws -> [Migrator.Status] {
        try await migrator(database).status()
    }

    private func migrator(_ database: DatabaseAccess) throws -> Migrator {
        Migrator(
            try database.configuration(for: .administrator), folder: "\(root)/migrations", logger: logger)
    }
}
