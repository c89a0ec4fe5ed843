internal import Access
internal import Accounts
internal import HTTPTypes
internal import NoonishAPI
internal import OpenAPI
internal import Restaurants

extension Schema {
    static let circleVisit = Schema.named(
        "CircleVisit",
        .object(
            .field("outing", .object(.field("id", .id), .field("title", .string("Lunch")))),
            .field("restaurant", .object(.field("id", .id), .field("name", .string("Ravintola Sakura")))),
            .field("startsAt", .instant), .field("timeZone", .string("Europe/Helsinki")),
            .field(
                "pick",
                .object(.field("by", .words(["person", "vote"])), .optional("person", person)).orNull,
                "Whose idea it was: who suggested it, else who set it; null where that is not known."),
            .field("times", .integer(1...Int.max, 2), "How often the circle has been there, this time too."),
            .field(
                "mean", .number(1...5, 4.5).orNull,
                "What those who came think of it, in halves; null before three have said so.")))

    static let circleProposal = Schema.named(
        "CircleProposal",
        .object(
            .field("startsAt", .instant.orNull, "Null where the circle has no habit yet."),
            .field("timeZone", .string("Europe/Helsinki").orNull),
            .field("reasons", .array(of: proposalReason), "Why that time."),
            .field(
                "places",
                .array(
                    of: .object(
                        .field("restaurant", restaurantSummary),
                        .field("reasons", .array(of: proposalReason)))),
                "The best first.")))

    private static let proposalReason = Schema.named(
        "ProposalReason",
        .object(
            .field("kind", .oneOf(ProposalReason.Kind.self)),
            .optional("count", .integer(0...Int.max, 3), "Of `usual_time` and `liked`."),
            .optional("of", .integer(1...Int.max, 4), "Of `usual_time`."),
            .optional("dietFit", dietFit, "Of `fits`: of those who came the last time."),
            .optional("weeks", .integer(0...Int.max, 6), "Of `not_lately`: since when."),
            .optional("metres", .number(0...20_100_000, 250), "Of `near_usual`."),
            .optional("rating", rating, "Of `rated`.")))
}
