import Access
import Accounts
import Checkout
import Decisions
import Delivery
import Foundation
import HTTPKit
import Hummingbird
import Jobs
import Logging
import Menus
import Metrics
import Moderation
import Outings
import People
import Postgres
import Privacy
import Restaurants
import Series
import ServiceLifecycle

/// A service: what it needs before the database is available, and then everything that depends on the
/// database.
struct Server: Sendable {
    let settings: Settings
    let role: Serve.Role
    let metrics: MetricsRegistry
    let logger: Logger
    let port: Int
    let site: Site
    let web: WebFiles
    /// Loaded concurrently; takes about a third of start-up.
    let vocabulary: Task<CuisineVocabulary, any Error>
    /// `nil` for plain HTTP.
    let certificate: TLSCertificates?
    let lameDuck = LameDuck()

    /// Creates the service.
    ///
    /// - Throws: ``CommandError`` for errors that would otherwise occur later, such as a port in use or a missing
    ///   file.
    init(_ settings: Settings, role: Serve.Role, metrics: MetricsRegistry, logger: Logger) throws {
        vocabulary = Task { try CuisineVocabulary(file: ShippedFolder.find("config/cuisines.yaml")) }
        self.settings = settings
        self.role = role
        self.metrics = metrics
        self.logger = logger
        port = try ListeningPort.find(host: settings.http.host, port: settings.http.port)
        site = try Site(settings, port: port)
        web = try WebFiles(
            folder: ShippedFolder.web(settings), map: MapView(settings), area: settings.restaurants.area,
            paysOnline: !settings.checkout.provider.isEmpty)
        // A worker answers only the operator's monitoring.
        certificate =
            role == .worker ? nil : try TLSCertificates(settings.http, logger: Logger(label: "http"))
    }

    func run(on database: DatabaseAccess) async throws {
        logger.notice("database", metadata: ["place": "\(database.description)"])
        Gauge(label: "service_info", dimensions: [("role", role.rawValue), ("version", Version.text)]).record(
            1)
        try await cancelWhenGracefulShutdown {
            try await waitingForDatabase(logger) { try await prepare(database) }
        }
        try await ServiceGroup(services: try await services(on: database), logger: logger).run()
    }

    /// Migrates the schema, writes settings that are stored in the database, and loads sample data into an
    /// empty directory.
    private func prepare(_ database: DatabaseAccess) async throws {
        try await Migration(settings, logger).apply(to: database)
        for role in [DatabaseAccess.Role.app, .worker] {
            try await database.configuration(for: role).requireSession(logger: logger)
        }
        try await ServiceIdentity.require(settings, in: database, logger)
        try await repeatErasures(settings, site, in: database, logger)
        try await withClient(of: database, as: .worker, logger) { client in
            try await setWindows(
                quiet: settings.updates.quietWindow, maxWait: settings.updates.maxWait, in: client)
            let sealed = try await WebhookAddressBackfill(client, key: site.key).run()
            if sealed > 0 {
                logger.notice("encrypted the addresses of webhooks", metadata: ["webhooks": "\(sealed)"])
            }
            let pages = try await CheckoutPageBackfill(client, key: site.key).run()
            if pages > 0 {
                logger.notice("encrypted the addresses of payment pages", metadata: ["pages": "\(pages)"])
            }
            guard settings.sample.load else { return }
            let count = try await SampleRestaurants.addIfEmpty(to: client)
            if count > 0 {
                logger.notice(
                    "loaded sample restaurants", metadata: ["restaurants": "\(count)"])
                try await SampleMenus.publish(in: client)
                addSampleMap()
            }
        }
    }

    /// Adds the map of the sample city. Without it, the service has a map without streets.
    private func addSampleMap() {
        do {
            try VectorTiles(settings).addSample()
        } catch {
            logger.warning("cannot add the sample map", metadata: ["error": "\(error)"])
        }
    }

    /// Returns all services in the order of their dependencies. They start in this order and stop in reverse:
    /// HTTP first, then the workers, then the connections. The embedded PostgreSQL outlives them all.
    private func services(on database: DatabaseAccess) async throws -> [any Service] {
        switch role {
        case .http:
            let app = try client(.app, of: database)
            let appServices = try await AppServices(self, database: app)
            let workers = Workers(server: self, appServices: appServices)
            return try [app, appServices.processes] + appServices.clients
                + news(.http, on: app, appServices)
                + workers.services(workers.app, on: app) + requests(appServices)
        case .worker:
            let worker = try client(.worker, of: database)
            let appServices = try await AppServices(self, database: worker)
            return try [worker, appServices.processes] + appServices.clients + mail(appServices)
                + news(.worker, on: worker, appServices)
                + work(on: worker, appServices) { $0.delivery(on: worker) } + [monitoring(of: worker)]
        case .all:
            let app = try client(.app, of: database)
            let worker = try client(.worker, of: database)
            let appServices = try await AppServices(self, database: app)
            return try [app, worker, appServices.processes] + appServices.clients + mail(appServices)
                + news(.both, on: worker, appServices)
                + work(on: worker, appServices) { $0.app + $0.delivery(on: worker) }
                + requests(appServices)
        }
    }

    /// Returns the services that run jobs and poll for due work.
    private func work(
        on database: PostgresClient, _ appServices: AppServices, _ kinds: (Workers) -> [AnyWorker]
    ) -> [any Service] {
        let workers = Workers(server: self, appServices: appServices)
        return workers.services(kinds(workers), on: database) + workers.dueWork(on: database)
    }

    private func client(_ role: DatabaseAccess.Role, of database: DatabaseAccess) throws -> PostgresClient {
        PostgresClient(try database.configuration(for: role), logger: Logger(label: "postgres"))
    }

    /// Returns the HTTP client of the mail server.
    private func mail(_ appServices: AppServices) -> [any Service] {
        guard case .server(_, let client) = appServices.mail else { return [] }
        return [client]
    }

    private func news(_ role: Delivery.Role, on database: PostgresClient, _ appServices: AppServices)
        -> [any Service]
    {
        Delivery.services(
            role: role, database: database, hub: appServices.hub, wakeUps: appServices.wakeUps,
            record: appServices.record,
            carriers: carriers(on: database, appServices), catalogue: site.catalogue, kinds: .all,
            logger: Logger(label: "updates"))
    }

    /// A carrier for each configured channel.
    private func carriers(on database: PostgresClient, _ appServices: AppServices) -> [any Carrier] {
        let all: [(any Carrier)?] = [
            appServices.mail.carrier(
                from: appServices.sender, inbound: appServices.inbound?.addresses, site: site,
                database: database, links: settings.payments.links.all)
        ]
        return all.compactMap { $0 }
            + appServices.channels.subscriptions.carriers(
                on: database, key: site.key, hours: appServices.restaurants.hours)
    }

    /// Returns the HTTP server of a process without requests: its health, readiness and metrics.
    private func monitoring(of database: PostgresClient) throws -> any Service {
        let routes = ServiceRoutes(
            readiness: Readiness(probes: [.database(database)], lameDuck: lameDuck), metrics: metrics,
            metricsArePublic: settings.metrics.isPublic)
        let host = URLComponents(string: site.publicURL)?.host ?? "localhost"
        return try HTTPService(
            self, routes.router(hosts: PublicHosts(host), site: site), lameDuck: lameDuck)
    }

    /// The SMTP listener for inbound mail.
    private func inbound(_ appServices: AppServices) -> [any Service] {
        guard let inbound = appServices.inbound else { return [] }
        let mailbox = inbound.mailbox(appServices, site: site)
        return inbound.listener(for: mailbox).map { [$0] } ?? []
    }

    /// Returns the HTTP server and what its routes need.
    private func requests(_ appServices: AppServices) throws -> [any Service] {
        let probes: [Readiness.Probe] = [.database(appServices.database), .index(appServices.restaurants)]
        let routes = RouteServices(
            server: self, appServices: appServices, readiness: Readiness(probes: probes, lameDuck: lameDuck),
            retention: Workers(server: self, appServices: appServices).cleaning.kept + .updates)
        let http = try HTTPService(
            self, routes.router, lameDuck: lameDuck, after: appServices.restaurants)
        let clients = appServices.live.services + appServices.tiles.services + appServices.providers.services
        return clients + [appServices.restaurants, appServices.dishes] + inbound(appServices)
            + (certificate.map { [$0] } ?? [])
            + [http]
    }
}
