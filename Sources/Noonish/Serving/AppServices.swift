import Access
import Accounts
import Bills
import Checkout
import Decisions
import Delivery
import Fetch
import Foundation
import HTTPKit
import Jobs
import Journal
import Live
import Logging
import Mail
import Menus
import Messages
import Mustache
import Orders
import Outings
import People
import Postgres
import Privacy
import Restaurants
import Series
import ServiceLifecycle
import Venues
import Visits

/// Services that the routes and workers of one process share, created once.
struct AppServices: Sendable {
    let database: PostgresClient
    let restaurants: RestaurantIndex
    let dishes: DishIndex
    let live: LiveSources
    let tiles: TileSource
    let vectorTiles: VectorTiles
    let providers: IdentityProviderClients
    let mail: MailDelivery
    let sender: MailAddress
    /// `nil` if no mail is received.
    let inbound: InboundMailSetup?
    let outbox: MailOutbox
    let jobs = JobQueue()
    let localhostGuard: LocalhostGuard
    let people: AccountSettings
    let hub: StreamHub
    let processes: ProcessRegistry
    let wakeUps: WakeUpDispatcher
    let record: OutingRecord
    /// Edits of the outing itself, also for modules that act on a host's behalf.
    let edits: OutingEdits
    let menus: PublishedMenus
    /// Edits of orders, with the menus that people choose from.
    let orders: OrderEdits
    /// Claims of restaurants, which read the websites of strangers.
    let claims: VenueClaimEdits
    let holidays: HolidayFiles
    let series: SeriesEdits
    let links: LinkMailer
    let templates: MustacheLibrary
    let channels: NotificationChannels
    let checkout: CheckoutSetup
    let exports: Exports
    let erasures: Erasures
    /// Token resolvers, in the order in which they are queried.
    let resolvers: [any TokenResolver]

    init(_ server: Server, database: PostgresClient) async throws {
        let settings = server.settings
        self.database = database
        holidays = try HolidayFiles(folder: ShippedFolder.find("config/holidays"))
        restaurants = RestaurantIndex(
            database: database,
            words: try await server.vocabulary.value,
            hours: HoursPatterns(holidays: holidays),
            file: settings.indexFile, poll: settings.restaurants.poll, logger: Logger(label: "restaurants"))
        dishes = DishIndex(
            database: database, words: restaurants.words, hours: HoursPatterns(holidays: holidays),
            poll: settings.restaurants.poll, logger: Logger(label: "dishes"))
        live = try LiveSources(settings, database: database)
        tiles = try TileSource(settings)
        vectorTiles = VectorTiles(settings)
        providers = try IdentityProviderClients(settings)
        localhostGuard = LocalhostGuard(
            hasMailServer: !settings.mail.url.isEmpty, host: settings.http.host,
            publicURL: server.site.publicURL)
        mail = try MailDelivery(settings, localhostGuard: localhostGuard)
        inbound = try InboundMailSetup(settings.inbound, key: server.site.key)
        sender = try MailAddress(parsing: settings.mail.from)
        outbox = MailOutbox(mail.outbox, domain: sender.domain, key: server.site.key, queue: jobs)
        people = AccountSettings(settings)
        resolvers = [
            SessionAuthenticator(database, settings: people), InvitationTokenResolver(database: database),
            DeviceTokenResolver(database: database),
        ]
        let processes = ProcessRegistry(
            server.role.process, database: database, logger: Logger(label: "jobs"))
        self.processes = processes
        let hub = StreamHub(
            database: database, catalogue: server.site.catalogue, kinds: .all, resolvers: resolvers,
            processes: processes,
            logger: Logger(label: "updates"),
            metrics: server.metrics)
        let wakeUps = WakeUpDispatcher(hub: hub, processes: processes)
        self.hub = hub
        self.wakeUps = wakeUps
        record = OutingRecord(followers: [
            DecisionUpdater(), OrderUpdater(), PickRecorder(), CheckoutUpdater(),
        ]) { outing in
            wakeUps.committed(outing)
        }
        edits = OutingEdits(
            record: record, site: server.site, mailsPerDay: settings.limits.mailsPerHostADay)
        menus = PublishedMenus()
        orders = OrderEdits(record: record, menus: menus, hours: restaurants.hours) {
            wakeUps.boardDidChange($0)
        }
        claims = VenueClaimEdits(
            database: database, site: server.site, outbox: outbox,
            website: VenueSite(
                client: try FetchClient(
                    FetchConfiguration(userAgent: "Noonish/\(Version.text)"),
                    logger: Logger(label: "venues"))))
        series = SeriesEdits(record: record, outings: edits, holidays: holidays)
        links = LinkMailer(
            database: database, outbox: outbox, queue: jobs, site: server.site,
            mailsPerDay: settings.limits.mailsPerHostADay
        )
        channels = try NotificationChannels(settings)
        checkout = try CheckoutSetup(settings.checkout)
        templates = try await MustacheLibrary(directory: server.web.templates)
        let ownData: [any PersonalDataStore] = .all(record)
        exports = Exports(database, site: server.site, outbox: outbox, others: ownData, queue: jobs)
        erasures = Erasures(
            database, site: server.site, outbox: outbox, others: ownData,
            ledger: ErasureLedger(folder: settings.data.folder), queue: jobs,
            signedOut: { person in wakeUps.signedOut(person) })
    }
}

extension AppServices {
    /// The clients of other services that requests and workers share.
    var clients: [any Service] { channels.clients + checkout.services }

    /// Begins and books checkouts with the rights of `database`.
    func checkouts(_ site: Site, on database: PostgresClient) -> Checkouts {
        Checkouts(
            database: database, provider: checkout.provider, edits: BillEdits(record: record), site: site,
            logger: Logger(label: "checkout"))
    }
}

extension Settings {
    /// The file of the search index; `nil` if it is not saved.
    fileprivate var indexFile: IndexFile? {
        switch restaurants.indexFile {
        case "none": nil
        case "": IndexFile(path: "\(data.folder)/restaurants.index")
        case let path: IndexFile(path: path)
        }
    }
}

extension AccountSettings {
    init(_ settings: Settings) {
        self.init(
            codeLife: settings.signIn.codeLife, codeAttempts: settings.signIn.codeAttempts,
            mailsPerHour: settings.signIn.mailsPerHour, sessionIdle: settings.sessions.idle,
            sessionLife: settings.sessions.life)
    }
}
