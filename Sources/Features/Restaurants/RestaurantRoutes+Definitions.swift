package import Access
import GeoSearch
import HTTPTypes
import NoonishAPI
package import OpenAPI

extension RestaurantRoutes {
    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .searchRestaurants, .searchRestaurants, scope: .anyone, "Search for restaurants",
            "Searches around a point or within bounds, by name, dish, cuisine or genre, in any known language.",
            parameters: searchParameters,
            answers: [
                .ok(
                    .named(
                        "RestaurantPage",
                        .page(
                            of: .restaurantSummary,
                            .field("at", .instant, "The time to which `openAt` of the items refers."),
                            .optional(
                                "facets", .facets, "Values to narrow the search by; on first pages only."),
                            .optional(
                                "interpretation", .searchInterpretation,
                                "How the text was understood, if not as words that must all match; on first pages only."
                            ),
                            .optional("live", .array(of: .liveRestaurants), "With `live=true` only."))),
                    "A page of restaurants", isPaged: true)
            ],
            problems: [
                .of(RestaurantProblems.cursorOfAnotherQuery), .of(RestaurantProblems.stillLoading), .notFound,
                .faults(
                    "invalid_id", "invalid_cursor", "fair_needs_outing", "visited_needs_outing",
                    "not_with_bounds", "attributes_need_live", "fair_is_one_page", "not_with_fair",
                    "weeks_need_circle", "circle_needs_weeks"),
                .of(
                    RestaurantProblems.originsNeeded(1),
                    .optional("shared", .integer(0...1, 1), "The number of restaurants that have it.")),
                .forbidden,
            ], handler: search),
        RouteDefinition(
            .suggestRestaurants, .searchRestaurants, scope: .anyone, "Suggest completions of a search",
            parameters: [
                .query("q", .text(RestaurantLimits.suggestText, "ram"), isRequired: true, "The text so far."),
                .near(isRequired: true),
                .limit(RestaurantLimits.suggestions, most: RestaurantLimits.maximumSuggestions),
            ], answers: [.ok(.page(of: .suggestion), "Nearby cuisines and dishes, then restaurants")],
            problems: [.of(RestaurantProblems.stillLoading)], handler: suggest),
        RouteDefinition(
            .searchPlaces, .searchRestaurants, scope: .anyone, "Find a town, district, street or address",
            "Finds them among the addresses of the directory, also if they are typed incompletely or with a typo.",
            parameters: [
                .query(
                    "query", .text(RestaurantLimits.suggestText, "Hämeentie 12"), isRequired: true,
                    "The text so far."),
                .near(), .limit(RestaurantLimits.suggestions, most: RestaurantLimits.maximumSuggestions),
            ], answers: [.ok(.page(of: .namedArea), "The best matches first, then the nearest to `near`")],
            problems: [.of(RestaurantProblems.stillLoading)], handler: places),
        RouteDefinition(
            .listRestaurantSources, .searchRestaurants, scope: .anyone, "List sources of restaurant data",
            answers: [.ok(.page(of: .listedSource), "All sources", isTagged: true)], handler: sources),
        RouteDefinition(
            .readLiveRestaurant, .readRestaurant, scope: .anyone,
            "Read a restaurant from a live source",
            parameters: [
                .path("source", .string("yelp"), "The live source."),
                .path("id", .string("sakura-helsinki"), "The source's own id."),
            ],
            answers: [.ok(.liveRestaurants, "The restaurant as the source reports it now; it is not stored")],
            problems: [
                .of(RestaurantProblems.liveSourceUnavailable(.unavailable, name: "The source")),
                .of(RestaurantProblems.liveSourceUnavailable(.exhausted, name: "The source")),
            ], handler: liveRestaurant),
        RouteDefinition(
            .readRestaurant, .readRestaurant, scope: .anyone, "Read a restaurant",
            parameters: [
                .near(), .openAt,
                .query("outing", .id, "An outing for whose people to count whom the restaurant suits."),
            ], answers: [.ok(.restaurant, "The restaurant with all details", isTagged: true)],
            problems: [.faults("invalid_id"), .forbidden], handler: restaurant),
        RouteDefinition(
            .listCuisines, .searchRestaurants, scope: .anyone, "List cuisines",
            parameters: [
                .query(
                    "names", .boolean,
                    "Whether `names` has the names in all languages; by default true. Without them the list is much shorter."
                )
            ],
            answers: [.ok(.page(of: .cuisine), "Sorted by name in the caller's language", isTagged: true)],
            handler: cuisines),
    ]

    private static let searchParameters: [Parameter] = [
        .near(),
        .query(
            "bounds", .string("60.1,24.9,60.2,25"),
            "South, west, north and east, in degrees. Either this or `near` is required."),
        .query("outing", .id, "An outing whose time, starting points and past visits to consider."),
        .query(
            "q", .text(RestaurantLimits.text, "sushi"),
            "A name, dish, cuisine, genre or area, and filters in words, such as \"kebab open now\"."),
        .query("radius", .number(RestaurantLimits.radius, 1_500), "Metres around `near`."),
        .query("cuisine", .string("sushi,ramen"), "At least one of these, separated by commas."),
        .query("diet", .array(of: .oneOf(Diet.self)), isList: true, "All of these."),
        .query("kind", .array(of: .placeKind), isList: true, "One of these."),
        .query("price", .array(of: .integer(1...4, 2)), isList: true, "One of these."),
        .query("rating", .number(0...5, 4), "At least this rating."),
        .openAt,
        .query(
            "open", .array(of: .words(["yes", "no", "unknown"])), isList: true,
            "One of these states at the time of the search."),
        .query(
            "sort", .oneOf(PlaceOrder.self),
            "By distance by default. `fair` sorts by the longest way of any person of the outing."),
        .query("facets", .boolean, "Whether to include facets."),
        .query("live", .boolean, "Whether to query live sources too."),
        .query(
            "attributes", .array(of: .oneOf(LiveAttribute.self)), isList: true,
            "All of these; only live sources know them, so `live=true` is required."),
        .query(
            "visited", .boolean, "Whether to include restaurants where the outing's people have met before."),
        .query(
            "notWithinWeeks", .integer(RestaurantLimits.excludedWeeks, 4),
            "Leaves out restaurants that `circle`, or most of the outing's people, have visited within this many weeks."
        ),
        .query("circle", .id, "A circle of the caller, for `notWithinWeeks`."),
        .limit(SearchLimits.defaultPageSize, most: SearchLimits.pageSize), .cursor,
    ]
}

extension Parameter {
    package static func near(isRequired: Bool = false) -> Parameter {
        .query(
            "near", .string("60.1699,24.9384"), isRequired: isRequired, "Latitude and longitude, in degrees.")
    }

    package static let openAt = Parameter.query(
        "openAt", .instant,
        "The time for which to report opening states; by default the outing's, or else now.")
}
