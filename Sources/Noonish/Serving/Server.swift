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

/// A running service, put together: what it needs before the database is there, then everything on top of it.
struct Server: Sendable {
    let settings: Settings
    let role: Serve.Role
    let metrics: MetricsRegistry
    let logger: Logger
    let port: Int
    let site: Site
    let web: WebFiles
    /// Read beside everything else that a start does, of which it is a third.
    let words: Task<CuisineVocabulary, any Error>
    /// Nil: plain HTTP.
    let certificate: CertificateWay?

    /// - Throws: ``Refusal`` for what would go wrong later: a taken port, a missing file.
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

    /// Brings the schema up to date, hands the database what is set there, and gives an empty directory something to
    /// find.
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

    /// Everything long-lived, each after what it needs. They start in this order and stop in the opposite one: HTTP
    /// first, then the workers, then the connections; the embedded PostgreSQL outlives them all.
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

    /// The way to the mail server, and what takes promised mail there.
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

    /// Looks again whether chosen places are open then.
    private func openChecks(on database: PostgresClient, _ parts: Parts) -> any Service {
        CheckOpenPlaces(database: database, hours: parts.restaurants.hours, record: parts.record)
            .loop(logger: Logger(label: "outings"))
    }

    /// Tells those who come what their places offer.
    private func offers(on database: PostgresClient, _ parts: Parts) -> any Service {
        TellOffers(database: database, record: parts.record).loop(logger: Logger(label: "outings"))
    }

    /// What ends votes at their deadline.
    private func votes(on database: PostgresClient, _ parts: Parts) -> any Service {
        ClosePolls(
            database: database, edits: PollEdits(outings: parts.edits, record: parts.record),
            logger: Logger(label: "deciding")
        ).loop
    }

    /// What makes the outings of series.
    private func series(on database: PostgresClient, _ parts: Parts) -> any Service {
        KeepSeries(
            database: database, edits: parts.series, record: parts.record, logger: Logger(label: "series")
        ).loop
    }

    /// What takes news out, a carrier for each channel that has a way.
    private func carriers(on database: PostgresClient, _ parts: Parts) -> [any Carrier] {
        let all: [(any Carrier)?] = [
            parts.mail.carrier(
                from: parts.sender, inbound: parts.inbound?.addresses, site: site, database: database)
        ]
        return all.compactMap { $0 }
            + parts.ways.subscriptions.carriers(on: database, key: site.key, hours: parts.restaurants.hours)
    }

    /// What takes mail from other mail servers.
    private func inbound(_ parts: Parts) -> [any Service] {
        guard let inbound = parts.inbound else { return [] }
        let mailbox = inbound.mailbox(parts, site: site)
        return inbound.listener(for: mailbox).map { [$0] } ?? []
    }

    /// Says in the log where the book ends: who cuts lines off it cannot cut them off a log that is kept elsewhere.
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

    /// What answers people. It also removes expired sign-ins, which a worker may not see, and people who asked for it.
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
