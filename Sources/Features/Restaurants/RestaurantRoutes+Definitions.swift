package import Access
internal import GeoSearch
internal import HTTPTypes
internal import NoonishAPI
internal import OpenAPI

extension RestaurantRoutes {
    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .searchRestaurants, .searchRestaurants, scope: .anyone, "Find restaurants",
            "Around a point or within bounds; by name, dish, cuisine or genre in any language that is known.",
            parameters: searchParameters,
            answers: [
                .ok(
                    .named(
                        "RestaurantPage",
                        .page(
                            of: .restaurantSummary,
                            .field("at", .instant, "What `openAt` of the items is about."),
                            .optional(
                                "facets", .facets, "What the answer could be narrowed by; on first pages."),
                            .optional("live", .array(of: .liveRestaurants), "With `live=true`."))),
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
                    .optional("shared", .integer(0...1, 1), "How many have.")),
                .forbidden,
            ], handler: search),
        RouteDefinition(
            .suggestRestaurants, .searchRestaurants, scope: .anyone, "Complete what is being typed",
            parameters: [
                .query("q", .text(RestaurantLimits.suggestText, "ram"), isRequired: true, "What was typed."),
                .near(isRequired: true),
                .limit(RestaurantLimits.suggestions, most: RestaurantLimits.maximumSuggestions),
            ], answers: [.ok(.page(of: .suggestion), "Cuisines and dishes around, then restaurants")],
            problems: [.of(RestaurantProblems.stillLoading)], handler: suggest),
        RouteDefinition(
            .listRestaurantSources, .searchRestaurants, scope: .anyone, "Whose data is shown",
            answers: [.ok(.page(of: .listedSource), "Every source", isTagged: true)], handler: sources),
        RouteDefinition(
            .readLiveRestaurant, .readRestaurant, scope: .anyone,
            "A place of a source outside of the directory",
            parameters: [
                .path("source", .string("yelp"), "A live source."),
                .path("id", .string("sakura-helsinki"), "The source's own id."),
            ], answers: [.ok(.liveRestaurants, "As the source has it now; kept nowhere")],
            problems: [
                .of(RestaurantProblems.liveSourceUnavailable(.unavailable, name: "The source")),
                .of(RestaurantProblems.liveSourceUnavailable(.exhausted, name: "The source")),
            ], handler: liveRestaurant),
        RouteDefinition(
            .readRestaurant, .readRestaurant, scope: .anyone, "A restaurant",
            parameters: [
                .near(), .openAt, .query("outing", .id, "Says for how many of its people it works."),
            ], answers: [.ok(.restaurant, "All that is known of it", isTagged: true)],
            problems: [.faults("invalid_id"), .forbidden], handler: restaurant),
        RouteDefinition(
            .listCuisines, .searchRestaurants, scope: .anyone, "What `cuisine=` takes",
            answers: [.ok(.page(of: .cuisine), "By name in the reader's language", isTagged: true)],
            handler: cuisines),
    ]

    private static let searchParameters: [Parameter] = [
        .near(),
        .query(
            "bounds", .string("60.1,24.9,60.2,25"),
            "South, west, north, east in degrees. This or `near` is needed."),
        .query("outing", .id, "For the people of this outing: its time, their ways, where they have been."),
        .query("q", .text(RestaurantLimits.text, "sushi"), "Name, dish, cuisine, genre or area."),
        .query("radius", .number(RestaurantLimits.radius, 1_500), "Metres around `near`."),
        .query("cuisine", .string("sushi,ramen"), "At least one of these, with commas between them."),
        .query("diet", .array(of: .oneOf(Diet.self)), isList: true, "All of these."),
        .query("kind", .array(of: .oneOf(PlaceKind.self)), isList: true, "One of these."),
        .query("price", .array(of: .integer(1...4, 2)), isList: true, "One of these."),
        .query("rating", .number(0...5, 4), "At least this."),
        .openAt,
        .query(
            "open", .array(of: .words(["yes", "no", "unknown"])), isList: true, "One of these at that time."),
        .query(
            "sort", .oneOf(PlaceOrder.self),
            "By distance unless said otherwise. `fair`: by the longest way of anybody of the outing."),
        .query("facets", .boolean, "False leaves the facets out."),
        .query("live", .boolean, "True asks sources outside of the directory too."),
        .query(
            "attributes", .array(of: .oneOf(LiveAttribute.self)), isList: true,
            "All of these, which only live sources know: with `live=true`."),
        .query("visited", .boolean, "False leaves out where the outing's people have met before."),
        .query(
            "notWithinWeeks", .integer(RestaurantLimits.excludedWeeks, 4),
            "Leaves out where `circle`, or most of the outing's people, have been within so many weeks."),
        .query("circle", .id, "A circle of the reader's, for `notWithinWeeks`."),
        .limit(SearchLimits.defaultPageSize, most: SearchLimits.pageSize), .cursor,
    ]
}

extension Parameter {
    fileprivate static func near(isRequired: Bool = false) -> Parameter {
        .query("near", .string("60.1699,24.9384"), isRequired: isRequired, "Latitude, longitude in degrees.")
    }

    fileprivate static let openAt = Parameter.query(
        "openAt", .instant, "The time that \"open\" is about; else the outing's, else now.")
}
