import OpenAPI

/// The wire types of live sources, as schemas.
extension Schema {
    static let liveRestaurants = Schema.named(
        "LiveRestaurants",
        .object(
            .field("source", source),
            .field(
                "state", .words(["answered", "unavailable", "exhausted"]),
                "The reason for the presence or absence of items."),
            .field("items", .array(of: liveRestaurant))))

    private static let liveRestaurant = Schema.named(
        "LiveRestaurant",
        .object(
            .field("id", .string("sakura-helsinki"), "The source's own id."),
            .field("name", .string("Sakura")),
            .field(
                "url", .string("https://www.yelp.com/biz/sakura-helsinki"),
                "The link that must be shown with its data."),
            .field("imageUrl", .string("https://example.org/sakura.jpg").orNull),
            .field("location", location.orNull),
            .field("distance", .number(0...20_100_000, 412).orNull, "Metres."),
            .field("address", .string("Mannerheimintie 1").orNull),
            .field("phone", .string("+358401234567").orNull),
            .field("categories", .array(of: .string("Sushi Bars"))),
            .field("price", .integer(1...4, 2).orNull),
            .field("rating", rating.orNull), .field("closed", .boolean, "Whether it has closed permanently."),
            .field(
                "hours",
                .array(
                    of: .object(
                        .field("weekday", .integer(1...7), "1 is Monday, 7 is Sunday."),
                        .field("from", .string("11:30")), .field("to", .string("23:00"))))),
            .field("restaurantId", Schema.id.orNull, "The restaurant in the directory that it appears to be.")
        ))
}
