import Access
import Accounts
import CalendarFeeds
import Circles
import Decisions
import Delivery
import Live
import Messages
import Moderation
import News
import Outings
import People
import Privacy
import Restaurants
import Series
import Visits

/// Every route group of the program, on one screen.
struct Routes {
    let server: Server
    let appServices: AppServices
    let readiness: Readiness
    /// What is kept for how long.
    let retention: [Retention]

    var all: [Route] {
        let database = appServices.database
        let record = appServices.record
        let site = server.site
        let hours = appServices.restaurants.hours
        let companions = OutingCompanions(database: database)
        let merging = GuestMerger(record: record, references: .all)
        let mailsPerDay = server.settings.limits.mailsPerHostADay
        let groups: [[Route]] = [
            ServiceRoutes(
                readiness: readiness, metrics: server.metrics,
                metricsArePublic: server.settings.metrics.isPublic
            ).routes,
            ContractRoutes(web: server.web).routes,
            server.web.routes,
            ShellRoutes(web: server.web, catalogue: site.catalogue).routes,
            LocaleRoutes(catalogue: site.catalogue).routes,
            TileRoutes(store: appServices.tiles.store).routes,
            AccountRoutes(
                database, settings: appServices.people, site: site, outbox: appServices.outbox, accessGuard: appServices.localhostGuard,
                providers: appServices.providers.providers, claims: merging,
                signedOut: { [wakeUps = appServices.wakeUps] person in wakeUps.signedOut(person) }
            ).routes,
            PeopleRoutes(database, site: site, outbox: appServices.outbox, sharedOutings: companions).routes,
            CircleRoutes(database, sharedOutings: companions).routes,
            ReportRoutes(
                database: database,
                acquaintance: Acquaintance(database: database, sharedOutings: companions)
            ).routes,
            PersonalDataRoutes(exports: appServices.exports, erasures: appServices.erasures).routes,
            GuestDataPage(
                exports: appServices.exports, erasures: appServices.erasures,
                guests: InvitationTokenResolver(database: database), templates: appServices.templates
            ).routes,
            OperatorRoutes(
                database,
                accessGuard: OperatorAccess(host: server.settings.http.host, publicURL: site.publicURL),
                deliveries: DeadLetters(database), erasures: appServices.erasures,
                signedOut: { [wakeUps = appServices.wakeUps] person in wakeUps.signedOut(person) }
            ).routes,
            PrivacyRoutes(retention: retention).routes,
            RestaurantRoutes(
                database: database, index: appServices.restaurants,
                outings: OutingSearchContext(database: database), preferences: RestaurantPreferences(database: database),
                live: appServices.live.origins
            ).routes,
            OutingRoutes(
                database: database, record: record, site: site, hours: hours, nearby: appServices.restaurants,
                mailsPerDay: mailsPerDay
            ).routes,
            AttendanceRoutes(database: database, record: record).routes,
            HostRoutes(database: database, record: record, hours: hours).routes,
            OriginRoutes(database: database, record: record).routes,
            CompanionRoutes(database: database).routes,
            NudgeRoutes(database: database, record: record).routes,
            SuggestionRoutes(
                database: database, edits: SuggestionEdits(outings: appServices.edits, record: record)
            ).routes,
            PollRoutes(database: database, edits: PollEdits(outings: appServices.edits, record: record)).routes,
            SeriesRoutes(database: database, edits: appServices.series, holidays: appServices.holidays).routes,
            InvitationRoutes(
                database: database, record: record, site: site, hours: hours, nearby: appServices.restaurants,
                mailsPerDay: mailsPerDay
            ).routes,
            InvitationPage(
                database: database, record: record, site: site, hours: hours, templates: appServices.templates
            ).routes,
            ClaimRoutes(
                database: database, record: record, site: site, hours: hours, merging: merging
            ).routes,
            LinkRoutes(database: database, sending: appServices.links, templates: appServices.templates).routes,
            MessageRoutes(
                database: database, record: record,
                messagesPerMinute: server.settings.limits.messagesPerPersonAMinute
            ).routes,
            HistoryRoutes(database: database, kinds: .all).routes,
            RatingRoutes(database: database).routes,
            CircleHistoryRoutes(database: database, index: appServices.restaurants).routes,
            OfferRoutes(database: database).routes,
            UpdateRoutes(database: database, kinds: .all).routes,
            StreamRoutes(database: database, hub: appServices.hub).routes,
            PreferenceRoutes(database: database).routes,
            SubscriptionRoutes(database: database, ways: appServices.channels.subscriptions, site: site).routes,
            UnsubscribePage(database: database, templates: appServices.templates).routes,
            CalendarRoutes(database: database).routes,
            inbound,
        ]
        return groups.flatMap { $0 }
    }

    /// Where mail is handed over, if it is.
    private var inbound: [Route] {
        guard let inboundMail = appServices.inbound, let secret = inboundMail.secret else { return [] }
        let mailbox = inboundMail.mailbox(appServices, site: server.site)
        return InboundRoutes(mailbox: mailbox, secret: secret).routes
    }

    var router: Router<AppContext> {
        let settings = server.settings.limits
        let limits = RequestLimits(
            searches: (settings.searchBurst, settings.searchPerSecond),
            requests: (settings.requestBurst, settings.requestsPerSecond))
        let host = URLComponents(string: server.site.publicURL)?.host ?? "localhost"
        let router = Router<AppContext>.platform(
            hosts: PublicHosts(host), isSecure: server.site.isSecure, metrics: server.metrics,
            loggedFields: [.noonishClient], proxies: server.settings.http.trustedProxies)
        router.add(middleware: NotFoundPageMiddleware(web: server.web, catalogue: server.site.catalogue))
        RouteTable(
            all, site: server.site, resolvers: appServices.resolvers, limits: limits, clients: clients,
            audit: { [database = appServices.database] line in try await database.audit(line) }
        ).register(on: router)
        router.answerOtherMethods()
        return router
    }

    private var clients: MinimumClientVersions {
        let settings = server.settings.clients
        return MinimumClientVersions(
            settings.floors,
            updateURL: settings.updateURL.isEmpty ? server.site.url("/about") : settings.updateURL)
    }
}
