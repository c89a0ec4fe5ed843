import Access
import Accounts
import CalendarFeeds
import Circles
import Decisions
import Delivery
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
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
    let parts: Parts
    let readiness: Readiness
    /// What is kept for how long.
    let retention: [Retention]

    var all: [Route] {
        let database = parts.database
        let record = parts.record
        let site = server.site
        let hours = parts.restaurants.hours
        let companions = OutingCompanions(database: database)
        let merging = GuestMerging(record: record, references: .all)
        let mailsADay = server.settings.limits.mailsPerHostADay
        let groups: [[Route]] = [
            ServiceRoutes(
                readiness: readiness, metrics: server.metrics,
                metricsArePublic: server.settings.metrics.isPublic
            ).routes,
            ContractRoutes(web: server.web).routes,
            server.web.routes,
            ShellRoutes(web: server.web, catalogue: site.catalogue).routes,
            LocaleRoutes(catalogue: site.catalogue).routes,
            TileRoutes(store: parts.tiles.store).routes,
            AccountRoutes(
                database, settings: parts.people, site: site, outbox: parts.outbox, door: parts.door,
                providers: parts.providers.providers, claims: merging,
                signedOut: { [hints = parts.hints] person in hints.signedOut(person) }
            ).routes,
            PeopleRoutes(database, site: site, outbox: parts.outbox, sharedOutings: companions).routes,
            CircleRoutes(database, sharedOutings: companions).routes,
            ReportRoutes(
                database: database,
                acquaintance: Acquaintance(database: database, sharedOutings: companions)
            ).routes,
            OwnDataRoutes(exports: parts.exports, erasures: parts.erasures).routes,
            GuestDataPage(
                exports: parts.exports, erasures: parts.erasures,
                guests: InvitationTokenResolver(database: database), templates: parts.templates
            ).routes,
            OperatorRoutes(
                database,
                door: OperatorDoor(host: server.settings.http.host, publicURL: site.publicURL),
                deliveries: DeadPushes(database), erasures: parts.erasures,
                signedOut: { [hints = parts.hints] person in hints.signedOut(person) }
            ).routes,
            PrivacyRoutes(retention: retention).routes,
            RestaurantRoutes(
                database: database, index: parts.restaurants,
                outings: OutingSearchContext(database: database), tastes: Tastes(database: database),
                live: parts.live.origins
            ).routes,
            OutingRoutes(
                database: database, record: record, site: site, hours: hours, nearby: parts.restaurants,
                mailsADay: mailsADay
            ).routes,
            AttendanceRoutes(database: database, record: record).routes,
            HostRoutes(database: database, record: record, hours: hours).routes,
            OriginRoutes(database: database, record: record).routes,
            CompanionRoutes(database: database).routes,
            NudgeRoutes(database: database, record: record).routes,
            SuggestionRoutes(
                database: database, edits: SuggestionEdits(outings: parts.edits, record: record)
            ).routes,
            PollRoutes(database: database, edits: PollEdits(outings: parts.edits, record: record)).routes,
            SeriesRoutes(database: database, edits: parts.series, holidays: parts.holidays).routes,
            InvitationRoutes(
                database: database, record: record, site: site, hours: hours, nearby: parts.restaurants,
                mailsADay: mailsADay
            ).routes,
            InvitationPage(
                database: database, record: record, site: site, hours: hours, templates: parts.templates
            ).routes,
            ClaimRoutes(
                database: database, record: record, site: site, hours: hours, merging: merging
            ).routes,
            LinkRoutes(database: database, sending: parts.links, templates: parts.templates).routes,
            MessageRoutes(
                database: database, record: record,
                messagesAMinute: server.settings.limits.messagesPerPersonAMinute
            ).routes,
            HistoryRoutes(database: database).routes,
            RatingRoutes(database: database).routes,
            MemoryRoutes(database: database, index: parts.restaurants).routes,
            OfferRoutes(database: database).routes,
            UpdateRoutes(database: database).routes,
            StreamRoutes(database: database, hub: parts.hub).routes,
            PreferenceRoutes(database: database).routes,
            SubscriptionRoutes(database: database, ways: parts.ways.subscriptions, site: site).routes,
            UnsubscribePage(database: database, templates: parts.templates).routes,
            CalendarRoutes(database: database).routes,
            inbound,
        ]
        return groups.flatMap { $0 }
    }

    /// Where mail is handed over, if it is.
    private var inbound: [Route] {
        guard let way = parts.inbound, let secret = way.secret else { return [] }
        let mailbox = way.mailbox(parts, site: server.site)
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
        router.add(middleware: UnknownPages(web: server.web, catalogue: server.site.catalogue))
        RouteTable(
            all, site: server.site, resolvers: parts.resolvers, limits: limits, clients: clients,
            audit: { [database = parts.database] line in try await database.audit(line) }
        ).register(on: router)
        router.answerOtherMethods()
        return router
    }

    private var clients: ClientFloors {
        let settings = server.settings.clients
        return ClientFloors(
            settings.floors,
            updateURL: settings.updateURL.isEmpty ? server.site.url("/about") : settings.updateURL)
    }
}
