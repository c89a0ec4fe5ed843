package import Access
internal import HTTPKit
internal import HTTPTypes
internal import JSON
internal import OpenAPI

extension RatingRoutes {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .post, "/v1/restaurants/{id}/ratings", id: "rateRestaurant", .guest, "Rate where we were",
            "By who came, once the outing is over, for 30 days; the same again is another opinion. Nobody is told whose it is.",
            body: .json(
                .object(
                    .field("outingId", .id), .field("stars", .integer(VisitLimits.stars, 4)),
                    .optional(
                        "words",
                        .text(VisitLimits.words, multiline: true, "Ask for the window").orNull,
                        "For oneself."))),
            answers: [
                .json(201, .rating, "The rating", []), .ok(.rating, "The rating, another than before"),
            ],
            problems: [
                .forbidden, .faults("malformed_id"), .of(RatingProblems.outingWasElsewhere),
                .of(RatingProblems.notOver), .of(RatingProblems.closed),
            ]),
        RouteDescription(
            .get, "/v1/outings/{id}/rating", id: "readOwnRating", .guest, "What I thought of the place",
            answers: [
                .ok(
                    .object(
                        .field("open", .boolean, "Whether there is something to rate."),
                        .field("rating", .rating.orNull)), "My rating, if I gave one", isTagged: true)
            ], problems: [.forbidden]),
        RouteDescription(
            .delete, "/v1/outings/{id}/rating", id: "removeOwnRating", .guest, "Take my rating back",
            answers: [.done("Taken back")],
            problems: [.forbidden, .of(RatingProblems.notOver), .of(RatingProblems.closed)]),
    ]
}

extension Schema {
    fileprivate static let rating = Schema.named(
        "VisitRating",
        .object(
            .field("outing", .id), .field("restaurant", .id), .field("stars", .integer(1...5, 4)),
            .field("words", .string("Ask for the window").orNull, "Read by nobody else."),
            .field("updatedAt", .instant)))
}
