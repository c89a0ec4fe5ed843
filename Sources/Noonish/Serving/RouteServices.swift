import Access
import Bills
import CalendarFeeds
import Checkout
import Decisions
import Delivery
import Foundation
import HTTPKit
import Hummingbird
import Jobs
import Live
import Moderation
import NoonishAPI
import Orders
import Outings
import People
import Privacy
import Restaurants

/// Everything that the routes need: the shared services of the process, and values derived from them for ``Routes``.
@dynamicMemberLookup
struct RouteServices: Sendable {
    let server: Server
    let appServices: AppServices
    let readiness: Readiness
    /// The retention periods of all kinds of data.
    let retention: [Retention]

    subscript<Value>(dynamicMember path: KeyPath<AppServices, Value>) -> Value { appServices[keyPath: path] }

    var site: Site { server.site }
    var limits: Settings.Limits { server.settings.limits }
    var paymentLinks: [OperatorLink] { server.settings.payments.links.all }
    var hours: HoursPatterns { appServices.restaurants.hours }
    var outings: OutingServices {
        OutingServices(
            database: appServices.database, record: appServices.record, site: site, hours: hours,
            nearby: appServices.restaurants, mailsPerDay: limits.mailsPerHostADay,
            createdPerDay: limits.createdPerPersonADay)
    }
    var companions: OutingCompanions { OutingCompanions(database: appServices.database) }
    var acquaintance: Acquaintance { Acquaintance(database: appServices.database, sharedOutings: companions) }
    var merging: GuestMerger { GuestMerger(record: appServices.record, references: .all) }
    var guestAddresses: GuestAddressEdits { GuestAddressEdits(outbox: appServices.outbox, site: site) }
    var invitationPage: InvitationPage {
        InvitationPage(
            database: appServices.database, record: appServices.record, site: site, hours: hours,
            addresses: guestAddresses, templates: appServices.templates,
            sections: [
                OrderSection(database: appServices.database),
                BillSection(database: appServices.database, links: paymentLinks),
                CheckoutSection(
                    database: appServices.database,
                    checkouts: appServices.checkouts(site, on: appServices.database)),
            ])
    }
    var suggestionEdits: SuggestionEdits {
        SuggestionEdits(outings: appServices.edits, record: appServices.record)
    }
    var pollEdits: PollEdits { PollEdits(outings: appServices.edits, record: appServices.record) }
    var operatorAccess: OperatorAccess {
        OperatorAccess(host: server.settings.http.host, publicURL: site.publicURL)
    }

    /// Closes the streams of a person whose session has ended.
    var signedOut: @Sendable (PersonID) -> Void {
        { [wakeUps = appServices.wakeUps] in wakeUps.signedOut($0) }
    }

    /// `nil` if no mail is accepted.
    var inboundRoutes: InboundRoutes? {
        guard let way = appServices.inbound, let secret = way.secret else { return nil }
        return InboundRoutes(mailbox: way.mailbox(appServices, site: site), secret: secret)
    }
}

extension RouteServices {
    /// All routes of the service: those of ``Routes``, and those of the web client's files, which are not in the
    /// OpenAPI document.
    var all: [Route] {
        Routes.sections.flatMap(\.groups).flatMap { $0.routes(self) }
            + server.web.routes(
                PrivacyPage(retention: retention, contact: server.settings.serviceOperator))
            + ShellRoutes(web: server.web, catalogue: site.catalogue).routes
            + LocaleRoutes(catalogue: site.catalogue).routes
    }

    var router: Router<AppContext> {
        let limits = RequestLimits(
            searches: (limits.searchBurst, limits.searchPerSecond),
            requests: (limits.requestBurst, limits.requestsPerSecond),
            processCount: { [processes = appServices.processes] in processes.serverCount })
        let host = URLComponents(string: site.publicURL)?.host ?? "localhost"
        let router = Router<AppContext>.platform(
            hosts: PublicHosts(host), isSecure: site.isSecure, metrics: server.metrics,
            loggedFields: [.noonishClient], proxies: server.settings.http.trustedProxies,
            localPaths: [Endpoint.readMetrics.path])
        router.add(middleware: NotFoundPageMiddleware(web: server.web, catalogue: site.catalogue))
        RouteTable(
            all, site: site, resolvers: appServices.resolvers, limits: limits, clients: clients,
            audit: { [database = appServices.database] line in try await database.audit(line) }
        ).register(on: router)
        router.answerOtherMethods()
        return router
    }

    private var clients: MinimumClientVersions {
        let settings = server.settings.clients
        return MinimumClientVersions(
            settings.floors,
            updateURL: settings.updateURL.isEmpty ? site.url("/about") : settings.updateURL)
    }
}
