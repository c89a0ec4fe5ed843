internal import GeoSearch
internal import NoonishAPI
package import OpenAPI

/// The wire types of restaurants, as schemas.
extension Schema {
    package static let openThen = Schema.named(
        "OpenThen",
        .object(
            .field(
                "state", .oneOf(OpenStatus.State.self), "Whether it is open at the time that is asked about."),
            .field("until", .instant.orNull, "When that changes; null where it is not known to."),
            .optional("comment", .string("by appointment"), "What the hours remark."),
            .optional(
                "evidence",
                .object(
                    .field("hours", .string("Mo-Fr 11:00-15:00").orNull, "As the source has them."),
                    .field("day", hoursDay.orNull, "What they say of that day.")),
                "What that is read from; of an outing's restaurant.")))

    package static let dietFit = Schema.named(
        "DietFit",
        .object(
            .field("fits", .integer(0...Int.max, 3), "People who can count on it."),
            .field("of", .integer(3...Int.max, 4), "People who have said what they need; three at least."),
            .field("unknown", .integer(0...Int.max, 1), "People of whom nobody knows.")))

    package static let location = Schema.named(
        "Location",
        .object(
            .field("latitude", .number(-90...90, 60.1699), "Degrees, WGS 84."),
            .field("longitude", .number(-180...180, 24.9384))))

    static let source = Schema.named("RestaurantSource", .object(sourceFields))

    private static let sourceFields: [SchemaField] = [
        .field("id", .string("openstreetmap")), .field("name", .string("OpenStreetMap")),
        .field("licence", .string("ODbL 1.0")),
        .field("attribution", .string("© OpenStreetMap contributors"), "To be shown wherever its data is."),
        .field("url", .string("https://www.openstreetmap.org/copyright")),
    ]

    static let listedSource = Schema.named(
        "ListedSource",
        .object(
            sourceFields + [
                .field("isLive", .boolean, "Asked while somebody searches, and kept nowhere.")
            ]))

    package static let rating = Schema.named(
        "Rating", .object(.field("value", .number(0...5, 4.5)), .field("count", .integer(0...Int.max, 12))))

    /// What a list and the restaurant's own page have in common.
    private static let summaryFields: [SchemaField] = [
        .field("id", .id), .field("name", .string("Ravintola Sakura")),
        .field("kind", .oneOf(PlaceKind.self), "In OpenStreetMap's words."),
        .field("cuisines", .array(of: .string("sushi")), "In OpenStreetMap's words."),
        .field("diets", .map(of: .oneOf(DietOffer.self, .yes), "vegan"), "What it offers for each diet."),
        .field("location", location),
        .field("distance", .number(0...20_100_000, 412).orNull, "Metres from the point asked about."),
        .field("openAt", openThen.orNull, "At the time asked about."),
        .field("price", .integer(1...4, 2).orNull, "1 cheap to 4 expensive."),
        .field(
            "rating", rating.orNull,
            "As if five people had given 3.5, or what the source says, before anybody came."),
        .optional("liked", .boolean, "Whether the reader liked it when they were there."),
        .optional(
            "match", .object(.field("field", .string("cuisine")), .field("text", .string("sushi"))),
            "Why a text found it."),
        .optional("reason", .string("serves sushi"), "Why it is here, for people."),
        .optional("dietFit", dietFit, "For how many people of the outing it works, with `outing=`."),
        .optional(
            "longestWay", .oneOf(LongestTravelTime.self),
            "Of whoever has it farthest: for hosts, with `sort=fair`, from three people on."),
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
                            "OpenStreetMap's `opening_hours`; null: unknown, never \"closed\"."),
                        .field("week", .array(of: hoursDay), "Seven days; empty where it is not known."))),
                .field("timeZone", .string("Europe/Helsinki").orNull),
                .field("brand", .string("Sakura").orNull),
                .field("details", .map(of: .string("yes"), "wheelchair")),
                .field("vanished", .boolean, "Whether its source no longer has it."),
                .field("source", source), .field("updatedAt", .instant),
            ]))

    private static let address = Schema.named(
        "Address",
        .object(
            .field("text", .string("Mannerheimintie 1, 00100 Helsinki").orNull, "All of it in one line."),
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
                        .field("to", .string("24:00"), "Not later than `from`: on the next day."),
                        .field("state", .oneOf(OpenStatus.State.self)), .optional("comment", .string("kitchen"))
                    )),
                "Empty: closed all day.")))

    static let cuisine = Schema.named(
        "Cuisine",
        .object(
            .field("id", .string("sushi"), "What `cuisine=` takes."),
            .field("name", .string("Sushi"), "In the reader's language."),
            .field("names", .map(of: .string("Sushi"), "en"), "By language tag.")))

    static let suggestion = Schema.named(
        "RestaurantSuggestion",
        .object(
            .field(
                "kind", .words(["restaurant", "cuisine", "dish"]),
                "A restaurant's `id` opens it, a cuisine's is what `cuisine=` takes, a dish's `text` is what `q=` takes."
            ),
            .field("id", .string("0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05")),
            .field("text", .string("Ravintola Sakura")), .field("detail", .string("sushi").orNull),
            .optional("count", .integer(0...Int.max, 12), "How many restaurants around have it."),
            .optional("distance", .number(0...20_100_000, 412), "Metres."), .optional("source", source)))

    static let facets = Schema.named(
        "RestaurantFacets",
        .object(
            .field("counted", .integer(0...Int.max, 120), "How many places were looked at."),
            .field("cuisine", .array(of: choice)), .field("diet", .array(of: choice)),
            .field("price", .array(of: choice)), .field("kind", .array(of: choice))))

    private static let choice = Schema.named(
        "FacetChoice",
        .object(
            .field("id", .string("sushi"), "What the parameter takes."), .field("name", .string("Sushi")),
            .field("count", .integer(0...Int.max, 12))))
}
