import Access
import Foundation
import HTTPKit
import Hummingbird
import Logging
import Postgres
import ServiceLifecycle

/// A running service, put together: what it needs before the database is there, then everything on top of it.
struct Server: Sendable {
    let settings: Settings
    let role: Serve.Role
    let metrics: MetricsRegistry
    let logger: Logger
    let port: Int
    let site: Site
    let web: WebFiles

    /// - Throws: ``Refusal`` for what would go wrong later: a taken port, a missing file.
    init(_ settings: Settings, role: Serve.Role, metrics: MetricsRegistry, logger: Logger) throws {
        self.settings = settings
        self.role = role
        self.metrics = metrics
        self.logger = logger
        port =
            role == .worker
            ? settings.http.port
            : try ListeningPort.find(host: settings.http.host, port: settings.http.port)
        let url = settings.http.publicURL.isEmpty ? "http://localhost:\(port)" : settings.http.publicURL
        site = Site(publicURL: url, key: try SecretKeyFile.read(settings))
        let folder = settings.web.folder
        web = try WebFiles(folder: folder.isEmpty ? try ShippedFolder.find("Sources/Web") : folder)
    }

    func run(on database: DatabaseAccess) async throws {
        logger.notice("database", metadata: ["place": "\(database.description)"])
        _ = try await cancelWhenGracefulShutdown { try await Migration(settings, logger).apply(to: database) }
        try await ServiceGroup(services: try services(on: database), logger: logger).run()
    }

    /// Everything long-lived, each after what it needs. They start in this order and stop in the opposite one: HTTP
    /// first, then the workers, then the connections; the embedded PostgreSQL outlives them all.
    private func services(on database: DatabaseAccess) throws -> [any Service] {
        let app = PostgresClient(try database.configuration(for: .app), logger: Logger(label: "postgres.app"))
        let routes = Routes(server: self, database: app, readiness: Readiness(questions: [.database(app)]))
        return [app, HTTPService(self, routes.router)]
    }
}
