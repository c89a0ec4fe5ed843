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
import OpenAPI
import Outings
import People
import Privacy
import Restaurants
import Series
import Visits

/// What every route of the program takes and answers: the OpenAPI document that `noonish openapi` prints, that stands in
/// `docs/openapi.json` and is served at `/openapi.json`.
enum Contract {
    /// Each group of routes under the words that head it; the same groups as in `Routes`.
    private static let groups: [(name: String, words: String, routes: [RouteDescription])] = [
        ("Outings", "Meals that friends plan together.", OutingRoutes.descriptions),
        (
            "People of an outing", "Who comes, and asking people.",
            AttendanceRoutes.descriptions + OriginRoutes.descriptions + HostRoutes.descriptions
                + NudgeRoutes.descriptions
                + InvitationRoutes.descriptions + LinkRoutes.descriptions + ClaimRoutes.descriptions
        ),
        (
            "Talk", "What people say to each other, and what became of an outing.",
            MessageRoutes.descriptions + HistoryRoutes.descriptions
        ),
        (
            "Memory",
            "What those who came think of the place, where a circle has eaten, and what it could do next.",
            RatingRoutes.descriptions + MemoryRoutes.descriptions
        ),
        (
            "Deciding", "What people suggest, and votes.",
            SuggestionRoutes.descriptions + PollRoutes.descriptions
        ),
        ("Series", "Outings that come again.", SeriesRoutes.descriptions),
        (
            "Restaurants", "Finding places to eat, and what they offer.",
            RestaurantRoutes.descriptions + OfferRoutes.descriptions + TileRoutes.descriptions
        ),
        (
            "Accounts", "Signing in, sessions, passkeys and identity providers.",
            AccountRoutes.descriptions
        ),
        (
            "People", "Profiles, friends, circles and blocks.",
            PeopleRoutes.descriptions + CircleRoutes.descriptions + ReportRoutes.descriptions
                + CompanionRoutes.descriptions
        ),
        ("Own data", "Taking it along, and being forgotten.", OwnDataRoutes.descriptions),
        ("Operator", "For whoever runs the service.", OperatorRoutes.descriptions),
        (
            "Updates", "What happened to one's outings: as a list, live, and sent to devices and programs.",
            UpdateRoutes.descriptions + StreamRoutes.descriptions + PreferenceRoutes.descriptions + SubscriptionRoutes.descriptions
                + CalendarRoutes.descriptions + InboundRoutes.descriptions
        ),
        (
            "Pages", "HTML for people.",
            InvitationPage.descriptions + GuestDataPage.descriptions + UnsubscribePage.descriptions
                + WebFiles.descriptions
        ),
        (
            "Service", "What the program says of itself.",
            ServiceRoutes.descriptions + PrivacyRoutes.descriptions + ContractRoutes.descriptions
        ),
    ]

    static let routes: [RouteDescription] = groups.flatMap(\.routes)

    static let document = OpenAPIDocument(
        title: "Noonish", version: Version.text, words: words,
        tags: groups.map { ($0.name, $0.words) }, securitySchemes: RouteDescription.securitySchemes,
        operations: groups.flatMap { group in group.routes.map { $0.operation(tag: group.name) } })

    private static let words = """
        Gets friends to one table. JSON in UTF-8, camelCase names; times in RFC 3339; ids are opaque. Errors are \
        `application/problem+json` (RFC 9457) with a stable `code` and, for input, every fault with a pointer. What \
        somebody may not see is 404. GET takes HEAD too, every path answers OPTIONS, other methods are 405 with `Allow`. \
        Bodies are compressed for those who accept gzip; their tag then ends in `-gz`. Lists have `items` and `next`, an \
        opaque cursor. Programs send `Authorization: Bearer`; browsers have a cookie that no script can read.
        """
}
