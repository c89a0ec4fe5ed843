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

    private enum Place {
        /// A database of the operator. Its login runs migrations; requests and workers switch to their role
        /// and drop all other rights.
        case address(String)
        /// The embedded PostgreSQL, where each role has its own login.
        case cluster(ClusterPlace)
    }

    private let place: Place
    private let settings: Settings.Database

    init(_ settings: Settings.Database) {
        place = .address(settings.url)
        self.settings = settings
    }

    init(_ cluster: ClusterPlace, _ settings: Settings.Database) {
        place = .cluster(cluster)
        self.settings = settings
    }

    func configuration(for role: Role) throws -> PostgresConfiguration {
        var configuration: PostgresConfiguration
        switch place {
        case .address(let address):
            configuration = try PostgresConfiguration(address)
            if role != .administrator { configuration.role = role.rawValue }
        case .cluster(let cluster):
            let login = role == .administrator ? ClusterMaking.administrator : role.rawValue
            configuration = try PostgresConfiguration(cluster.address(role: login))
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
        switch place {
        case .address: "the database of database.url"
        case .cluster(let cluster):
            "embedded PostgreSQL in \(cluster.folder)"
                + (cluster.account.user == geteuid() ? "" : ", run by user \(cluster.account.name)")
        }
    }
}

extension ClusterPlace {
    /// Returns the address of the database for one of the roles.
    func address(role: String) -> String {
        let host = socketFolder.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
        return "host='\(host)' port=5432 user=\(role) dbname=\(ClusterMaking.databaseName)"
    }
}

/// Runs `body` with the operator's database, or with the embedded PostgreSQL, which is started first and
/// stopped afterwards, whether `body` returns or throws.
func withDatabase<Result: Sendable>(
    _ settings: Settings, _ logger: Logger, _ body: @Sendable (DatabaseAccess) async throws -> Result
) async throws -> Result {
    guard settings.database.url.isEmpty else { return try await body(DatabaseAccess(settings.database)) }
    let cluster = try await Cluster(
        dataFolder: settings.data.folder, searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "",
        logger: logger)
    return try await withThrowingTaskGroup(of: Void.self) { group in
        let outcome: Swift.Result<Result, any Error>
        do {
            try await cluster.start()
            group.addTask { await cluster.supervise() }
            outcome = .success(try await body(DatabaseAccess(cluster.place, settings.database)))
        } catch {
            outcome = .failure(error)
        }
        group.cancelAll()
        try await group.waitForAll()
        // A separate task, so that stopping is not interrupted when this task is cancelled.
        await Task { await cluster.stop() }.value
        return try outcome.get()
    }
}
