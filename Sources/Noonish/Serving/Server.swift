import Access
import Accounts
import Decisions
import Delivery
import Foundation
import HTTPKit
import Hummingbird
import Jobs
import Logging
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
    let words: Task<CuisineVocabulary, any Error>
    /// `nil` for plain HTTP.
    let certificate: CertificateWay?

    /// Creates the service.
    ///
    /// - Throws: ``Refusal`` for errors that would otherwise occur later, such as a port in use or a missing
    ///   file.
    init(_ settings: Settings, role: Serve.Role, metrics: MetricsRegistry, logger: Logger) throws {
        words = Task { try CuisineVocabulary(file: ShippedFolder.find("config/cuisines.yaml")) }
        self.settings = settings
        self.role = role
        self.metrics = metrics
        self.logger = logger
        port =
            role == .worker
            ? settings.http.port
            : try ListeningPort.find(host: settings.http.host, port: settings.http.port)
        site = try Site(settings, port: port)
        web = try WebFiles(folder: ShippedFolder.web(settings), map: MapView(settings))
        certificate = try CertificateWay(settings.http, logger: Logger(label: "http"))
    }

    func run(on database: DatabaseAccess) async throws {
        logger.notice("database", metadata: ["place": "\(database.description)"])
        try await cancelWhenGracefulShutdown { try await prepare(database) }
        try await ServiceGroup(services: try await services(on: database), logger: logger).run()
    }

    /// Migrates the schema, writes settings that are stored in the database, and loads sample data into an
    /// empty directory.
    private func prepare(_ database: DatabaseAccess) async throws {
        try await Migration(settings, logger).apply(to: database)
        try await forgetAgain(settings, site, in: database, logger)
        try await withClient(of: database, as: .worker, logger) { client in
            try await setWindows(
                quiet: settings.updates.quietWindow, maxWait: settings.updates.maxWait, in: client)
            guard settings.sample.load else { return }
            let count = try await SampleRestaurants.addIfEmpty(to: client)
            if count > 0 {
                logger.notice(
                    "an invented town, for an empty directory", metadata: ["restaurants": "\(count)"])
            }
        }
    }

    /// Returns all services in the order of their dependencies. They start in this order and stop in reverse:
    /// HTTP first, then the workers, then the connections. The embedded PostgreSQL outlives them all.
    private func services(on database: DatabaseAccess) async throws -> [any Service] {
        switch role {
        case .http:
            let app = try client(.app, of: database)
            let parts = try await Parts(self, database: app)
            return try [app] + parts.ways.clients + news(.http, on: app, parts) + requests(parts)
        case .worker:
            let worker = try client(.worker, of: database)
            let parts = try await Parts(self, database: worker)
            return [worker] + parts.ways.clients + mail(on: worker, parts)
                + news(.worker, on: worker, parts) + [votes(on: worker, parts), series(on: worker, parts)]
        case .all:
            let app = try client(.app, of: database)
            let worker = try client(.worker, of: database)
            let parts = try await Parts(self, database: app)
            return try [app, worker] + parts.ways.clients + mail(on: worker, parts)
                + news(.both, on: worker, parts) + [votes(on: worker, parts), series(on: worker, parts)]
                + requests(parts)
        }
    }

    private func client(_ role: DatabaseAccess.Role, of database: DatabaseAccess) throws -> PostgresClient {
        PostgresClient(try database.configuration(for: role), logger: Logger(label: "postgres"))
    }

    /// The mail client, and the worker that sends queued mail.
    private func mail(on database: PostgresClient, _ parts: Parts) -> [any Service] {
        guard case .server(let transport, let client) = parts.mail else { return [] }
        let queue = SendQueuedMail(
            database, through: transport, from: parts.sender, logger: Logger(label: "mail"))
        return [client, queue.loop(parts.mailPromised)]
    }

    private func news(_ role: Delivery.Role, on database: PostgresClient, _ parts: Parts) -> [any Service] {
        Delivery.services(
            role: role, database: database, hub: parts.hub, hints: parts.hints, record: parts.record,
            carriers: carriers(on: database, parts), catalogue: site.catalogue,
            logger: Logger(label: "updates"))
            + (role == .http ? [] : [openChecks(on: database, parts), offers(on: database, parts)])
    }

    /// The worker that rechecks whether chosen places are open at the time of the outing.
    private func openChecks(on database: PostgresClient, _ parts: Parts) -> any Service {
        CheckOpenPlaces(database: database, hours: parts.restaurants.hours, record: parts.record)
            .loop(logger: Logger(label: "outings"))
    }

    /// The worker that notifies attendees of offers of their restaurant.
    private func offers(on database: PostgresClient, _ parts: Parts) -> any Service {
        TellOffers(database: database, record: parts.record).loop(logger: Logger(label: "outings"))
    }

    /// The worker that closes polls at their deadline.
    private func votes(on database: PostgresClient, _ parts: Parts) -> any Service {
        ClosePolls(
            database: database, edits: PollEdits(outings: parts.edits, record: parts.record),
            logger: Logger(label: "deciding")
        ).loop
    }

    /// The worker that creates the outings of series.
    private func series(on database: PostgresClient, _ parts: Parts) -> any Service {
        KeepSeries(
            database: database, edits: parts.series, record: parts.record, logger: Logger(label: "series")
        ).loop
    }

    /// A carrier for each configured channel.
    private func carriers(on database: PostgresClient, _ parts: Parts) -> [any Carrier] {
        let all: [(any Carrier)?] = [
            parts.mail.carrier(
                from: parts.sender, inbound: parts.inbound?.addresses, site: site, database: database)
        ]
        return all.compactMap { $0 }
            + parts.ways.subscriptions.carriers(on: database, key: site.key, hours: parts.restaurants.hours)
    }

    /// The SMTP listener for inbound mail.
    private func inbound(_ parts: Parts) -> [any Service] {
        guard let inbound = parts.inbound else { return [] }
        let mailbox = inbound.mailbox(parts, site: site)
        return inbound.listener(for: mailbox).map { [$0] } ?? []
    }

    /// Logs the head of the audit log every hour. If entries are later removed from its end, a server log
    /// that is stored elsewhere still proves that they existed.
    private func auditHeads(_ database: PostgresClient) -> WorkLoop {
        let log = Logger(label: "audit")
        return WorkLoop("audit.say_heads", pace: .init(pollInterval: .seconds(3_600)), logger: log) {
            for head in try await AuditBook(database).heads() {
                log.notice(
                    "audit head",
                    metadata: ["day": "\(head.day)", "line": "\(head.seq)", "hash": "\(head.hash)"])
            }
            return .idle
        }
    }

    /// The HTTP server and its maintenance jobs: deleting expired sign-ins, to which workers have no access,
    /// and people whose erasure is due.
    private func requests(_ parts: Parts) throws -> [any Service] {
        let logger = Logger(label: "people")
        let cleaning = RemoveExpired(
            parts.database, settings: parts.people,
            others: .ofAllRooms)
        let questions: [Readiness.Question] = [.database(parts.database), .index(parts.restaurants)]
        let routes = Routes(
            server: self, parts: parts, readiness: Readiness(questions: questions),
            retention: cleaning.kept + .updates)
        let http = try HTTPService(self, routes.router, after: parts.restaurants)
        let work: [any Service] = [
            cleaning.loop(logger: logger), parts.exports.loop(logger: logger),
            parts.erasures.loop(logger: logger), auditHeads(parts.database),
            parts.links.loop(logger: Logger(label: "outings")),
        ]
        let clients = parts.live.services + parts.tiles.services + parts.providers.services
        return clients + work + [parts.restaurants] + inbound(parts) + (certificate.map { [$0] } ?? [])
            + [http]
    }
}
