import Access
import Accounts
import Circles
import HTTPKit
import HTTPTypes
import JSON
import NoonishAPI
import OpenAPI
import Outings
import Restaurants

/// The wire types of series, as schemas.
extension Schema {
    static let series = Schema.named(
        "OutingSeries",
        .object(
            [
                .field("id", .id),
                .field(
                    "version", .integer(1...Int.max, 3),
                    "Increases with every edit; the part of the ETag before the dot."),
            ] + OutingState.plainFields.map { $0.outputField() } + [
                .field("restaurantId", .id.orNull),
                .field(
                    "place", .string("At Tom's").orNull, "A restaurant's name, or a description of a place."),
                .field(
                    "startTime", .string("12:30"),
                    "Local time in `timeZone`, unaffected by daylight saving time."),
                .field("durationMinutes", .integer(SeriesLimits.durationMinutes, 60).orNull),
                .field("timeZone", .string("Europe/Helsinki")),
                .field(
                    "answersDueMinutes", .integer(SeriesLimits.answersDueMinutes, 1_440).orNull,
                    "Relative to the start."),
                .field(
                    "skipHolidays", .string("FI").orNull, "The country whose public holidays are skipped."),
                .field("rule", rule), .field("host", person),
                .field(
                    "people", .array(of: seriesPerson),
                    "The people who are invited to every outing, sorted by name."),
                .field(
                    "invitees", .array(of: seriesInvitee),
                    "The owners of addresses who are invited to every outing as guests."),
                .field(
                    "mine",
                    Schema.object(.field("comes", .boolean), .field("partySize", .integer(1...50))).orNull,
                    "Null for the host."),
                .field("endedAt", .instant.orNull),
                .field("dates", .array(of: day), "Upcoming dates, in order."),
                .field("createdAt", .instant),
            ]))

    static let rule = Schema.named(
        "SeriesRule",
        .object(
            .field("frequency", .oneOf(SeriesRule.Frequency.self)),
            .field(
                "interval", .integer(SeriesLimits.interval, 1),
                "The number of weeks or months between outings."),
            .field(
                "weekdays", .array(of: .oneOf(SeriesRule.Weekday.self), max: 7),
                "Exactly one in a monthly rule."),
            .field(
                "week", .integer(-1...4, 2).orNull,
                "Which weekday of the month; -1 is the last. Null in a weekly rule."
            ),
            .field("startsOn", .date), .field("endsOn", .date.orNull),
            .field("count", .integer(SeriesLimits.count).orNull)))

    private static let seriesPerson = Schema.named(
        "SeriesPerson",
        .object(
            .field("person", person), .field("comes", .boolean, "The standing answer to all outings."),
            .field("partySize", .integer(1...50))))

    private static let seriesInvitee = Schema.named(
        "SeriesInvitee",
        .object(
            .field("id", .id),
            .field(
                "name", .string("Ada").orNull,
                "Without a name, hosts see the part of the address before the @."
            ),
            .field("address", .string("ada@example.org").orNull, "Only for the host who entered it.")))

    private static let day = Schema.named(
        "SeriesDay",
        .object(
            .field("date", .date, "The date of the rule, even if its outing takes place at another time."),
            .field("startsAt", localTime.orNull),
            .field(
                "state", .oneOf(SeriesDay.State.self), "`planned` if the outing has not been created yet."),
            .field("reason", .oneOf(SeriesDay.Reason.self).orNull, "The reason for skipping it."),
            .field("outing", .id.orNull),
            .field("differs", .boolean, "Whether its outing differs from the series.")))

    /// The body that creates a series.
    static let newSeries = Schema.object(
        OutingState.plainFields.map { $0.newField } + [
            .field("startTime", clock), .field("rule", ruleInput), .optional("timeZone", .timeZone.orNull),
        ] + seriesPeople + optionalFields)

    static let seriesPeople: [SchemaField] = [
        .optional(
            "people", .array(of: .id, max: SeriesLimits.people).orNull,
            "Friends, and people the caller has eaten with."),
        .optional(
            "circles", .array(of: .id, max: CircleLimits.circles).orNull,
            "The current members of these circles."),
        .optional(
            "emails",
            .array(of: .string("Ada Lovelace <ada@example.org>"), max: SeriesLimits.addresses).orNull,
            "Addresses, each with or without a name."),
    ]

    /// A merge patch. The rule is replaced as a whole.
    static let seriesPatch = Schema.object(
        OutingState.plainFields.map { $0.patchField } + [
            .optional("startTime", clock), .optional("rule", ruleInput), .optional("timeZone", .timeZone),
        ] + optionalFields)

    private static let optionalFields: [SchemaField] = [
        .optional("restaurantId", .id.orNull),
        .optional("place", placeName.orNull),
        .optional("answersDueMinutes", .integer(SeriesLimits.answersDueMinutes, 1_440).orNull),
        .optional("durationMinutes", .integer(SeriesLimits.durationMinutes, 60).orNull),
        .optional("skipHolidays", .pattern("^[A-Z]{2}$", "FI").orNull),
    ]

    private static let ruleInput = Schema.named(
        "NewSeriesRule",
        .object(
            .field("frequency", .oneOf(SeriesRule.Frequency.self)),
            .optional("interval", .integer(SeriesLimits.interval, 1).orNull),
            .field("weekdays", .array(of: .oneOf(SeriesRule.Weekday.self), max: 7)),
            .optional("week", .integer(-1...4, 2).orNull), .field("startsOn", .date),
            .optional("endsOn", .date.orNull),
            .optional("count", .integer(SeriesLimits.count, 10).orNull)))

    private static let clock = Schema.pattern("^[0-2][0-9]:[0-5][0-9]$", "12:30")
}

extension SchemaField {
    static let holidayCountries = SchemaField.field(
        "holidayCountries", .array(of: .pattern("^[A-Z]{2}$", "FI")), "Countries with known public holidays.")
}

extension RouteProblem {
    /// The problems of the fields that POST and PATCH have in common.
    static let ofFields: [RouteProblem] = [
        .faults(
            "malformed_time", "malformed_date", "malformed_id", "malformed_country", "two_places", "two_ends",
            "end_before_start", "one_weekday", "not_weekly", "unknown_time_zone"),
        .of(SeriesProblems.noDates), .of(SeriesProblems.unknownCountry(["FI"])),
        .of(OutingProblems.unknownRestaurant),
    ]

    static let ofPeople: [RouteProblem] = [
        .faults("malformed_id", "not_a_friend", "yourself", "unknown_circle", "not_an_email_address"),
        .of(OutingProblems.tooManyInvitees(501)), .of(OutingProblems.mailLimit),
    ]
}
