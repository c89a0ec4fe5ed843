import Access
import Accounts
import HTTPTypes
import NoonishAPI
import OpenAPI
import Restaurants

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
                "The person who suggested it or else set it; null if unknown."),
            .field(
                "times", .integer(1...Int.max, 2),
                "How often the circle has been there, including this visit."),
            .field(
                "mean", .number(1...5, 4.5).orNull,
                "The mean rating of the people who attended, in halves; null for fewer than three ratings.")))

    static let circleProposal = Schema.named(
        "CircleProposal",
        .object(
            .field("startsAt", .instant.orNull, "Null if the circle has no usual time yet."),
            .field("timeZone", .string("Europe/Helsinki").orNull),
            .field("reasons", .array(of: proposalReason), "The reason for the time."),
            .field(
                "places",
                .array(
                    of: .object(
                        .field("restaurant", restaurantSummary),
                        .field("reasons", .array(of: proposalReason)))),
                "Best first.")))

    private static let proposalReason = Schema.named(
        "ProposalReason",
        .object(
            .field("kind", .oneOf(ProposalReason.Kind.self)),
            .optional("count", .integer(0...Int.max, 3), "For `usual_time` and `liked`."),
            .optional("of", .integer(1...Int.max, 4), "For `usual_time`."),
            .optional("dietFit", dietFit, "For `fits`: of the people who came last time."),
            .optional("weeks", .integer(0...Int.max, 6), "For `not_lately`: the last visit."),
            .optional("metres", .number(0...20_100_000, 250), "For `near_usual`."),
            .optional("rating", rating, "For `rated`.")))
}
