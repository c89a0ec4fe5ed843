import Access
import Accounts
import Bills
import CalendarFeeds
import Checkout
import Circles
import Decisions
import Delivery
import Live
import Menus
import Messages
import Moderation
import News
import Orders
import Outings
import People
import Privacy
import Records
import Restaurants
import Series
import Stock
import Venues
import Visits

/// All groups of routes, in the order of the OpenAPI document. The service serves this list and the document describes
/// it. The web client's files are served in addition; see ``RouteServices/all``.
enum Routes {
    static let sections = [
        RouteSection(
            "Outings", "Meals that friends plan together.",
            .group {
                OutingRoutes(
                    $0.outings, merging: $0.merging,
                    cacheBytes: $0.limits.outingCacheMegabytes * 1_000_000)
            }),
        RouteSection(
            "Attendance", "The people of an outing, and inviting them.",
            .group { AttendanceRoutes(database: $0.database, record: $0.record) },
            .group { DietCountRoutes(database: $0.database) },
            .group { OriginRoutes(database: $0.database, record: $0.record) },
            .group { HostRoutes(database: $0.database, record: $0.record, hours: $0.hours) },
            .group { NudgeRoutes(database: $0.database, record: $0.record) },
            .group { InvitationRoutes($0.outings) },
            .group { LinkRoutes(database: $0.database, sending: $0.links, templates: $0.templates) },
            .group {
                GuestAddressRoutes(
                    database: $0.database, edits: $0.guestAddresses, templates: $0.templates)
            },
            .group { ClaimRoutes($0.outings, merging: $0.merging) }),
        RouteSection(
            "Messages", "The messages and the history of an outing.",
            .group {
                MessageRoutes(
                    database: $0.database, record: $0.record,
                    messagesPerMinute: $0.limits.messagesPerPersonAMinute)
            },
            .group { HistoryRoutes(database: $0.database, kinds: .all) }),
        RouteSection(
            "Visits", "Ratings of visited restaurants, and proposals for circles.",
            .group { RatingRoutes(database: $0.database) },
            .group { CircleHistoryRoutes(database: $0.database, index: $0.restaurants) }),
        RouteSection(
            "Decisions", "Suggestions and polls.",
            .group { SuggestionRoutes(database: $0.database, edits: $0.suggestionEdits) },
            .group { PollRoutes(database: $0.database, edits: $0.pollEdits) }),
        RouteSection(
            "Bills", "Bills, everyone's share, and how people pay each other.",
            .group { BillRoutes(database: $0.database, edits: BillEdits(record: $0.record)) },
            .group { PaymentOptionRoutes(database: $0.database, links: $0.paymentLinks) },
            .group { PayoutRoutes(database: $0.database, links: $0.paymentLinks) },
            .group {
                CheckoutRoutes(
                    database: $0.database, checkouts: $0.appServices.checkouts($0.site, on: $0.database))
            },
            .group {
                CheckoutEventRoutes(database: $0.database, secrets: $0.server.settings.checkout.secrets)
            }),
        RouteSection(
            "Orders", "What an outing orders together.",
            .group {
                OrderRoutes(
                    database: $0.database, edits: $0.orders,
                    cacheBytes: $0.limits.orderCacheMegabytes * 1_000_000)
            },
            .group { SeriesOrderRoutes(database: $0.database) }),
        RouteSection(
            "Series", "Recurring outings.",
            .group { SeriesRoutes(database: $0.database, edits: $0.series, holidays: $0.holidays) },
            .group {
                SeriesLinkRoutes(
                    database: $0.database, edits: $0.series, holidays: $0.holidays,
                    createdPerDay: $0.limits.createdPerPersonADay)
            }),
        RouteSection(
            "Restaurants", "Finding restaurants, their menus and their offers.",
            .group {
                RestaurantRoutes(
                    database: $0.database, index: $0.restaurants,
                    outings: OutingSearchContext(database: $0.database),
                    preferences: RestaurantPreferences(database: $0.database),
                    menus: PublishedMenuSummaries(menus: $0.menus, database: $0.database),
                    live: $0.live.origins)
            },
            .group { RestaurantLogoRoutes(database: $0.database) },
            .group { OfferRoutes(database: $0.database) },
            .group { MenuRoutes(database: $0.database, menus: $0.menus) },
            .group { DishRoutes(database: $0.database, index: $0.dishes, menus: $0.menus) },
            .group { TileRoutes(store: $0.tiles.store) },
            .group { VectorTileRoutes(tiles: $0.vectorTiles) }),
        RouteSection(
            "Venues", "Restaurants that people run here.",
            .group { VenueRoutes(database: $0.database) },
            .group { VenueLogoRoutes(database: $0.database) },
            .group { VenueClaimRoutes(database: $0.database, edits: $0.claims) },
            .group { MenuDraftRoutes(database: $0.database) },
            .group { MenuPictureRoutes(database: $0.database) },
            .group { AvailabilityRoutes(database: $0.database, menus: $0.menus) },
            .group { StationRoutes(database: $0.database) },
            .group { StockRoutes(database: $0.database, menus: $0.menus, orders: $0.orders) },
            .group { SaleRoutes(database: $0.database, menus: $0.menus) },
            .group { SalesReportRoutes(database: $0.database, menus: $0.menus) },
            .group { InvoiceRoutes(database: $0.database) },
            .group { CustomerRoutes(database: $0.database) },
            .group { FilterRoutes(database: $0.database) },
            .group {
                BoardRoutes(
                    database: $0.database, edits: $0.orders,
                    messages: MessageEdits(
                        record: $0.record, messagesPerMinute: $0.limits.messagesPerPersonAMinute))
            },
            .group { OrderTimesRoutes(database: $0.database) },
            .group { VenueDeviceRoutes(database: $0.database) },
            .group { VenueMemberRoutes(database: $0.database, acquaintance: $0.acquaintance) }),
        RouteSection(
            "Accounts", "Signing in, sessions, passkeys and identity providers.",
            .group {
                AccountRoutes(
                    $0.database, settings: $0.people, site: $0.site, outbox: $0.outbox,
                    accessGuard: $0.localhostGuard,
                    providers: $0.providers.providers, claims: $0.merging, signedOut: $0.signedOut)
            }),
        RouteSection(
            "People", "Profiles, friends, circles and blocks.",
            .group {
                PeopleRoutes($0.database, site: $0.site, outbox: $0.outbox, sharedOutings: $0.companions)
            },
            .group { CircleRoutes(database: $0.database, acquaintance: $0.acquaintance) },
            .group { ReportRoutes(database: $0.database, acquaintance: $0.acquaintance) },
            .group { CompanionRoutes(database: $0.database) }),
        RouteSection(
            "Privacy", "Exports and erasure of the caller's data.",
            .group { PersonalDataRoutes(exports: $0.exports, erasures: $0.erasures) }),
        RouteSection(
            "Operator", "For the operators of the service.",
            .group {
                OperatorRoutes(
                    database: $0.database, accessGuard: $0.operatorAccess,
                    actions: OperatorActions(
                        database: $0.database, deliveries: DeadLetters($0.database),
                        claims: VenueOwners(database: $0.database), erasures: $0.erasures,
                        signedOut: $0.signedOut))
            }),
        RouteSection(
            "Updates", "What has changed: as a list, as a live stream, and sent to devices and programs.",
            .group { UpdateRoutes(database: $0.database, kinds: .all, merging: $0.merging) },
            .group { StreamRoutes(database: $0.database, hub: $0.hub) },
            .group { PreferenceRoutes(database: $0.database) },
            .group {
                SubscriptionRoutes(database: $0.database, ways: $0.channels.subscriptions, site: $0.site)
            },
            .group { CalendarRoutes(database: $0.database) },
            .group { $0.inboundRoutes }),
        RouteSection(
            "Pages", "HTML pages for people.",
            .group { $0.invitationPage },
            .group {
                SeriesPage(
                    database: $0.database, holidays: $0.holidays, invitations: $0.invitationPage,
                    templates: $0.templates)
            },
            .group { OrderPage(database: $0.database, edits: $0.orders, page: $0.invitationPage) },
            .group {
                BillPage(
                    database: $0.database, edits: BillEdits(record: $0.record), page: $0.invitationPage,
                    links: $0.paymentLinks)
            },
            .group {
                CheckoutForm(
                    database: $0.database, checkouts: $0.appServices.checkouts($0.site, on: $0.database),
                    page: $0.invitationPage)
            },
            .group { _ in CheckoutReturn() },
            .group {
                GuestDataPage(
                    exports: $0.exports, erasures: $0.erasures,
                    guests: InvitationTokenResolver(database: $0.database), templates: $0.templates)
            },
            .group { UnsubscribePage(database: $0.database, templates: $0.templates) }),
        RouteSection(
            "Service", "The state of the service, and its contract.",
            .group {
                ServiceRoutes(
                    readiness: $0.readiness, metrics: $0.server.metrics,
                    metricsArePublic: $0.server.settings.metrics.isPublic)
            },
            .group { PrivacyRoutes(retention: $0.retention, contact: $0.server.settings.serviceOperator) },
            .group { ContractRoutes(web: $0.server.web) }),
    ]
}
