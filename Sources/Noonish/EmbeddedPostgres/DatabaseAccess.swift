import Foundation
import Logging
import Postgres

/// Connection settings of the database for each role, with no more rights than the role needs.
struct DatabaseAccess: Sendable {
    enum Role: String, Sendable {
        /// Owns the schema and runs migrations.
        case administrator
        /// Handles requests.
        case app = "noonish_app"
        /// Delivers notifications and runs maintenance.
        case worker = "noonish_worker"
    }

    private enum Location {
        /// A database of the operator. Its login runs migrations; requests and workers switch to their role
        /// and drop all other rights.
        case address(String)
        /// The embedded PostgreSQL, where each role has its own login.
        case embedded(EmbeddedPostgresDirectory)
    }

    private let location: Location
    private let settings: Settings.Database

    init(_ settings: Settings.Database) {
        location = .address(settings.url)
        self.settings = settings
    }

    init(_ embedded: EmbeddedPostgresDirectory, _ settings: Settings.Database) {
        location = .embedded(embedded)
        self.settings = settings
    }

    func configuration(for role: Role) throws -> PostgresConfiguration {
        var configuration: PostgresConfiguration
        switch location {
        case .address(let address):
            configuration = try PostgresConfiguration(address)
            if role != .administrator { configuration.role = role.rawValue }
            if !settings.readURL.isEmpty { try configuration.readStale(from: settings.readURL) }
        case .embedded(let embedded):
            let login = role == .administrator ? EmbeddedPostgresInitializer.administrator : role.rawValue
            configuration = try PostgresConfiguration(embedded.address(role: login))
        }
        configuration.applicationName = "noonish \(role)"
        configuration.connections.read = settings.readConnections
        configuration.connections.write = settings.writeConnections
        configuration.connections.leased = settings.transactionConnections
        configuration.timeout = settings.statementTimeout
        configuration.connectTimeout = settings.connectTimeout
        return configuration
    }

    /// A description for the operator, without a password.
    var description: String {
        switch location {
        case .address: "the database of database.url"
        case .embedded(let embedded):
            "embedded PostgreSQL in \(embedded.folder)"
                + (embedded.account.user == geteuid() ? "" : ", run by user \(embedded.account.name)")
        }
    }
}

extension EmbeddedPostgresDirectory {
    /// Returns the address of the database for one of the roles.
    func address(role: String) -> String {
        let host = socketFolder.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
        return "host='\(host)' port=5432 user=\(role) dbname=\(EmbeddedPostgresInitializer.databaseName)"
    }
}

/// Checks that the service of the settings has been started before, so that commands that only read create nothing
/// in a mistyped folder.
///
/// - Throws: ``CommandError`` if the data folder has no cluster, or, with the operator's database, if it does not
///   exist and no setting has the key.
func requireData(_ settings: Settings) throws(CommandError) {
    let folder = settings.data.folder
    if settings.database.url.isEmpty {
        guard EmbeddedPostgresDirectory.hasCluster(dataFolder: folder) else {
            throw CommandError(
                .input,
                "\(folder) has no database of Noonish; set data.folder, or run noonish migrate to create one")
        }
    } else {
        guard !settings.secret.key.isEmpty || FileManager.default.fileExists(atPath: folder) else {
            throw CommandError(
                .input, "\(folder) with the keys of the service does not exist; set data.folder")
        }
    }
}

/// Runs `body` with the operator's database, or with the embedded PostgreSQL, which is started first and
/// stopped afterwards, whether `body` returns or throws.
func withDatabase<Result: Sendable>(
    _ settings: Settings, _ logger: Logger, _ body: @Sendable (DatabaseAccess) async throws -> Result
) async throws -> Result {
    guard settings.database.url.isEmpty else { return try await body(DatabaseAccess(settings.database)) }
    let embedded = try await EmbeddedPostgres(
        dataFolder: settings.data.folder, searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "",
        logger: logger)
    return try await withThrowingTaskGroup(of: Void.self) { group in
        let outcome: Swift.Result<Result, any Error>
        do {
            try await embedded.start()
            group.addTask { await embedded.supervise() }
            outcome = .success(try await body(DatabaseAccess(embedded.directory, settings.database)))
        } catch {
            outcome = .failure(error)
        }
        group.cancelAll()
        try await group.waitForAll()
        // A separate task, so that stopping is not interrupted when this task is cancelled.
        await Task { await embedded.stop() }.value
        return try outcome.get()
    }
}
