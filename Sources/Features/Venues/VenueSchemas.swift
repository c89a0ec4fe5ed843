import Access
import Accounts
import GeoSearch
import HTTPKit
import NoonishAPI
package import OpenAPI
import Restaurants

/// The wire types of venues, as schemas.
extension Schema {
    static let venue = Schema.named(
        "Venue",
        .object(
            .field("id", .id, "The restaurant's."), .field("name", .string("Thai Garden")),
            .field("logo", logoPath.orNull, "The path of its logo. Append `&size=160` for a small one."),
            .field("state", .oneOf(Venue.State.self)),
            .field(
                "verifiedAt", .instant.orNull,
                "When a provisional venue will be verified, unless there is an objection."),
            .field("role", .oneOf(Venue.Role.self), "What the caller is to the venue."),
            .field("version", .integer(1...Int.max, 3), "What `If-Match` compares."),
            .field("street", .string("Kaisaniemenkatu 1").orNull, "With the house number."),
            .field("postcode", .string("00100").orNull), .field("city", .string("Helsinki").orNull),
            .field("phone", .string("+358912345").orNull),
            .field("email", .string("hello@thai-garden.example").orNull),
            .field("website", .string("https://thai-garden.example").orNull),
            .field("openingHours", .string("Mo-Fr 11:00-22:00").orNull, "OpenStreetMap's `opening_hours`."),
            .field("timeZone", .string("Europe/Helsinki").orNull),
            .field("country", .string("FI").orNull),
            .field("takesOrders", .boolean, "Whether groups can send their orders to the venue's board."),
            .field(
                "takesOnlinePayments", .boolean,
                "Whether its bills can be paid online, to the account of the service's operator, if the operator offers that."
            ),
            .field(
                "leadMinutes", Schema.integer(VenueLimits.leadMinutes, 30).orNull,
                "Minutes that an order is placed before its food is due, at least."),
            .field("currency", .string("EUR").orNull, "The currency of the amounts."),
            .field(
                "orderMinimumMinor", orderMinor(1_500).orNull, "The least that an order comes to."),
            .field("orderMaximumMinor", orderMinor(40_000).orNull, "The most that an order comes to."),
            .field("mostPortions", Schema.integer(VenueLimits.portions, 60).orNull),
            .field(
                "taxNumber", .string("FI12345678").orNull,
                "The number under which it pays its taxes, as its invoices state it. Null for staff and devices."
            )))

    private static func orderMinor(_ example: Int) -> Schema {
        .integer(1...Int(VenueLimits.orderMinor), example)
    }

    static let venuePatch = Schema.object(
        .optional("name", .text(VenueLimits.name, "Thai Garden")),
        .optional("street", Schema.text(VenueLimits.name, "Kaisaniemenkatu 1").orNull),
        .optional("postcode", Schema.text(VenueLimits.postcode, "00100").orNull),
        .optional("city", Schema.text(VenueLimits.name, "Helsinki").orNull),
        .optional("phone", Schema.pattern(#"^\+[1-9][0-9]{4,14}$"#, "+358912345").orNull),
        .optional("email", Schema.email.orNull),
        .optional("website", Schema.text(VenueLimits.website, "https://thai-garden.example").orNull),
        .optional("openingHours", Schema.string("Mo-Fr 11:00-22:00").orNull),
        .optional("takesOrders", .boolean), .optional("takesOnlinePayments", .boolean),
        .optional("taxNumber", Schema.text(VenueLimits.taxNumber, "FI12345678").orNull),
        .optional("leadMinutes", Schema.integer(VenueLimits.leadMinutes, 30).orNull),
        .optional(
            "currency", Schema.pattern("^[A-Z]{3}$", "EUR").orNull,
            "Another one removes the amounts that are not set too."),
        .optional("orderMinimum", Schema.amountInput.orNull),
        .optional("orderMaximum", Schema.amountInput.orNull),
        .optional("mostPortions", Schema.integer(VenueLimits.portions, 60).orNull))

    package static let venueStation = Schema.named(
        "VenueStation",
        .object(
            .field("key", stationKey, "Not `other`."), .field("name", stationName),
            .field(
                "sections", menuKeys("mains"), "The keys of the sections of the menu whose items it makes."),
            .field("items", menuKeys("satay"), "The keys of items that it makes, whatever their section.")))

    static let newVenueStations = Schema.object(
        .field(
            "stations",
            .array(
                of: .object(
                    .field("key", stationKey), .field("name", stationName),
                    .optional("sections", menuKeys("mains")), .optional("items", menuKeys("satay"))),
                max: VenueLimits.stations)))

    private static let stationKey = Schema.pattern(#"^[a-z0-9-]{1,40}$"#, "grill")
    private static let stationName = Schema.text(VenueLimits.stationName, "Grill")

    private static func menuKeys(_ example: String) -> Schema {
        .array(of: .text(VenueLimits.menuKey, example), max: VenueLimits.stationKeys)
    }

    static let venueMember = Schema.named(
        "VenueMember",
        .object(
            .field("person", person), .field("role", .oneOf(Venue.Role.self)), .field("since", .instant)))

    package static let venueChange = Schema.named(
        "VenueChange",
        .object(
            .field("sequence", .integer(1...Int.max, 4)), .field("kind", .string("profile_edited")),
            .field("actor", person.orNull, "Null for the service itself and for operators."),
            .field("at", .instant), .field("before", texts.orNull), .field("after", texts.orNull)))

    static let claimOptions = Schema.named(
        "ClaimOptions",
        .object(
            .field("restaurant", .id), .field("name", .string("Thai Garden")),
            .field("isClaimed", .boolean, "Whether others run it: only an operator can decide then."),
            .field(
                "contactIsFresh", .boolean,
                "Whether a contact changed within two weeks: only an operator can decide then."),
            .field(
                "email", .string("hello@thai-garden.example").orNull,
                "The published address, to which a code can be mailed."),
            .field(
                "domain", .string("thai-garden.example").orNull,
                "A code can be mailed to every address of this domain."),
            .field("website", .string("https://thai-garden.example").orNull)))

    static let venueClaim = Schema.named(
        "VenueClaim",
        .object(
            .field("id", .id), .field("restaurant", .id), .field("name", .string("Thai Garden")),
            .field("method", .oneOf(VenueClaim.Method.self)), .field("state", .oneOf(VenueClaim.State.self)),
            .field("createdAt", .instant), .field("expiresAt", .instant),
            .field(
                "proof", .string("kYd3wJ0m8Qe2Xv5tLr9bNc7hPz1aSf4gUi6oWq0yEjM").orNull,
                "What the website has to show, in the file `/.well-known/noonish-venue.txt` or in `<meta name=\"noonish-venue\" content=\"…\">`."
            )))

    static let newRestaurant = Schema.object(
        .field("name", .text(VenueLimits.name, "Thai Garden")), .field("kind", .oneOf(PlaceKind.self)),
        .field("latitude", .number(-90...90, 60.17)), .field("longitude", .number(-180...180, 24.94)),
        .field("timeZone", .string("Europe/Helsinki")),
        .optional("street", .text(VenueLimits.name, "Kaisaniemenkatu 1")),
        .optional("postcode", .text(VenueLimits.postcode, "00100")),
        .optional("city", .text(VenueLimits.name, "Helsinki")),
        .optional("country", .pattern("^[A-Z]{2}$", "FI")),
        .optional("phone", .pattern(#"^\+[1-9][0-9]{4,14}$"#, "+358912345")), .optional("email", .email),
        .optional("website", .text(VenueLimits.website, "https://thai-garden.example")),
        .optional("openingHours", .string("Mo-Fr 11:00-22:00")),
        .optional(
            "distinct", .boolean, "Whether the caller has seen that another restaurant looks like this one."))

    static let venueDevice = Schema.named(
        "VenueDevice",
        .object(
            .field("id", .id), .field("name", .string("Counter")), .field("createdAt", .instant),
            .field("pairedAt", .instant.orNull, "Null until the code was typed on the device."),
            .field("seenAt", .instant.orNull, "When it last made a request, to the hour.")))

    static let newVenueDevice = Schema.named(
        "NewVenueDevice",
        .object(
            .field("device", venueDevice), .field("code", .string("12345678"), "Typed on the device, once."),
            .field("codeEndsAt", .instant),
            .field(
                "qrCode", .string("data:image/svg+xml,<svg/>"),
                "An SVG picture: the QR code of the page for pairing, with the code filled in.")))

    static let venuePairing = Schema.named(
        "VenuePairing",
        .object(
            .field("device", .id), .field("venue", .id), .field("name", .string("Counter")),
            .optional(
                "token", .string("kYd3wJ0m8Qe2Xv5tLr9bNc7hPz1aSf4gUi6oWq0yEjM"),
                "For programs, to be sent as a bearer token; a browser gets a cookie instead.")))

    private static let texts = Schema.map(of: .string("+358912345"), "phone")
}
