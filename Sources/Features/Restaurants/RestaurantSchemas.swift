import GeoSearch
import NoonishAPI
package import OpenAPI

/// The wire types of restaurants, as schemas.
extension Schema {
    package static let openThen = Schema.named(
        "OpenThen",
        .object(
            .field(
                "state", .oneOf(OpenStatus.State.self), "Whether it is open at the time in question."),
            .field("until", .instant.orNull, "When the state changes next; null if that is not known."),
            .optional("comment", .string("by appointment"), "A remark from the opening hours."),
            .optional(
                "evidence",
                .object(
                    .field(
                        "hours", .string("Mo-Fr 11:00-15:00").orNull,
                        "The opening hours as the source states them."),
                    .field("day", hoursDay.orNull, "The hours of that day.")),
                "The basis of the state; for an outing's restaurant.")))

    package static let dietFit = Schema.named(
        "DietFit",
        .object(
            .field("fits", .integer(0...Int.max, 3), "The number of people it suits."),
            .field(
                "of", .integer(3...Int.max, 4),
                "The number of people who have stated their needs, at least three."),
            .field("unknown", .integer(0...Int.max, 1), "The number of people for whom it is unknown.")))

    package static let location = Schema.named(
        "Location",
        .object(
            .field("latitude", .number(-90...90, 60.1699), "Degrees, WGS 84."),
            .field("longitude", .number(-180...180, 24.9384))))

    package static let source = Schema.named("RestaurantSource", .object(sourceFields))

    private static let sourceFields: [SchemaField] = [
        .field("id", .string("openstreetmap")), .field("name", .string("OpenStreetMap")),
        .field("licence", .string("ODbL 1.0")),
        .field("attribution", .string("© OpenStreetMap contributors"), "Must be shown with its data."),
        .field("url", .string("https://www.openstreetmap.org/copyright")),
    ]

    static let listedSource = Schema.named(
        "ListedSource",
        .object(
            sourceFields + [
                .field("isLive", .boolean, "Queried during a search, and not stored.")
            ]))

    package static let rating = Schema.named(
        "Rating", .object(.field("value", .number(0...5, 4.5)), .field("count", .integer(0...Int.max, 12))))

    static let placeKind = Schema.named("PlaceKind", .oneOf(PlaceKind.self))

    /// The members that a list and the restaurant's own page have in common.
    private static let summaryFields: [SchemaField] = [
        .field("id", .id), .field("name", .string("Ravintola Sakura")),
        .field("kind", placeKind, "A value of OpenStreetMap."),
        .field("cuisines", .array(of: .string("sushi")), "A value of OpenStreetMap."),
        .field("diets", .map(of: .oneOf(DietOffer.self, .yes), "vegan"), "What it offers for each diet."),
        .field("location", location),
        .field("distance", .number(0...20_100_000, 412).orNull, "Metres from the point in question."),
        .field("openAt", openThen.orNull, "At the time in question."),
        .field("price", .integer(1...4, 2).orNull, "From 1, cheap, to 4, expensive."),
        .field(
            "rating", rating.orNull,
            "A weighted mean that begins with five ratings of 3.5 or of the source's value."),
        .optional("liked", .boolean, "Whether the caller liked it on a visit."),
        .optional("lastVisitedAt", .instant, "When the caller's last outing there began, if any."),
        .optional(
            "match", .object(.field("field", .string("cuisine")), .field("text", .string("sushi"))),
            "Why it matches the text."),
        .optional("reason", .string("serves sushi"), "The reason for the match, as text for people."),
        .optional("dietFit", dietFit, "How many people of the outing it suits; with `outing=` only."),
        .optional(
            "longestWay", .oneOf(LongestTravelTime.self),
            "The longest way of any person; for hosts, with `sort=fair` and at least three people."),
    ]

    package static let restaurantSummary = Schema.named(
        "RestaurantSummary", .object(summaryFields + [.field("source", source)]))

    static let restaurant = Schema.named(
        "Restaurant",
        .object(
            summaryFields + [
                .field("otherNames", .map(of: .string("Sakura"), "en")), .field("address", address),
                .field("phone", .string("+358401234567").orNull, "E.164."),
                .field("website", .string("https://sakura.example").orNull),
                .field(
                    "hours",
                    .object(
                        .field(
                            "text", .string("Mo-Fr 11:00-15:00").orNull,
                            "OpenStreetMap's `opening_hours`; null if unknown, which never means \"closed\"."),
                        .field("week", .array(of: hoursDay), "Seven days; empty if the hours are unknown."))),
                .field("timeZone", .string("Europe/Helsinki").orNull),
                .field("brand", .string("Sakura").orNull),
                .field("details", .map(of: .string("yes"), "wheelchair")),
                .field("menu", menuOverview.orNull, "What it has published as its menu."),
                .field("logo", logoPath.orNull, "The path of its logo. Append `&size=160` for a small one."),
                .field("vanished", .boolean, "Whether its source no longer lists it."),
                .field("source", source), .field("updatedAt", .instant),
            ]))

    package static let logoPath = Schema.string(
        "/v1/restaurants/01937f5a-8c3e-7d21-9b40-5f6e7a8b9c0d/logo?v=5b1f0a9c2d3e4f50")

    private static let menuOverview = Schema.named(
        "MenuOverview",
        .object(
            .field("sections", .array(of: .string("Curries")), "Their names, in the caller's language."),
            .field("itemCount", .integer(0...Int.max, 40)),
            .field(
                "weekHours",
                .array(
                    of: .object(
                        .field(
                            "text", .string("Mo-Fr 11:00-14:00"), "`hours` of the menu, a section or an item."
                        ),
                        .field("week", .array(of: hoursDay), "The same on seven days."))),
                "All hours that occur on the menu.")))

    private static let address = Schema.named(
        "Address",
        .object(
            .field(
                "text", .string("Mannerheimintie 1, 00100 Helsinki").orNull,
                "The complete address on one line."),
            .field("street", .string("Mannerheimintie 1").orNull), .field("city", .string("Helsinki").orNull),
            .field("postcode", .string("00100").orNull),
            .field("country", .string("FI").orNull, "ISO 3166-1 alpha-2.")))

    private static let hoursDay = Schema.named(
        "HoursDay",
        .object(
            .field("date", .date),
            .field(
                "spans",
                .array(
                    of: .object(
                        .field("from", .string("18:00")),
                        .field("to", .string("24:00"), "On the next day unless it is later than `from`."),
                        .field("state", .oneOf(OpenStatus.State.self)),
                        .optional("comment", .string("kitchen"))
                    )),
                "Empty if it is closed all day.")))

    static let cuisine = Schema.named(
        "Cuisine",
        .object(
            .field("id", .string("sushi"), "The value for `cuisine=`."),
            .field("name", .string("Sushi"), "In the caller's language."),
            .field("names", .map(of: .string("Sushi"), "en"), "Names by language tag.")))

    static let suggestion = Schema.named(
        "RestaurantSuggestion",
        .object(
            .field(
                "kind", .words(["restaurant", "cuisine", "dish"]),
                "For a restaurant, `id` is its id; for a cuisine, the value for `cuisine=`. For a dish, `text` is the value for `q=`."
            ),
            .field("id", .string("0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05")),
            .field("text", .string("Ravintola Sakura")), .field("detail", .string("sushi").orNull),
            .optional("count", .integer(0...Int.max, 12), "The number of nearby restaurants that have it."),
            .optional("distance", .number(0...20_100_000, 412), "Metres."), .optional("source", source)))

    static let namedArea = Schema.named(
        "NamedArea",
        .object(
            .field("kind", .oneOf(NamedArea.Kind.self)), .field("name", .string("Hämeentie 12")),
            .field("detail", .string("Kallio, Helsinki").orNull, "The district and the town, if known."),
            .field("location", location),
            .optional(
                "attribution", .string("© OpenStreetMap contributors"),
                "Shown with it, as the source of the name requires.")))

    static let searchInterpretation = Schema.named(
        "SearchInterpretation",
        .object(
            .field("text", .string("kebab"), "The words that were searched for."),
            .field(
                "filters",
                .array(of: .object(.field("id", .string("open")), .field("text", .string("open now")))),
                "Words that were taken as filters."),
            .field(
                "ignored", .array(of: .string("terrace")),
                "Words and filters that were left out because nothing nearby matches with them.")))

    static let facets = Schema.named(
        "RestaurantFacets",
        .object(
            .field("counted", .integer(0...Int.max, 120), "The number of restaurants that were considered."),
            .field("cuisine", .array(of: choice)), .field("diet", .array(of: choice)),
            .field("price", .array(of: choice)), .field("kind", .array(of: choice))))

    private static let choice = Schema.named(
        "FacetChoice",
        .object(
            .field("id", .string("sushi"), "The value for the parameter."), .field("name", .string("Sushi")),
            .field("count", .integer(0...Int.max, 12))))
}
