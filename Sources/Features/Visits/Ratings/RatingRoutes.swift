package import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import JSON
import NoonishAPI
import OpenAPI
import Outings
package import Postgres

/// The ratings of restaurants by people who attended.
@MemberwiseInit
package struct RatingRoutes: RouteGroup {
    let database: PostgresClient
    let edits: RatingEdits = RatingEdits()

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .rateRestaurant, .rateVisit, scope: .guest, "Rate the restaurant of an outing",
            "People who attended can rate within 30 days after the outing; another rating replaces the first. Ratings are anonymous.",
            body: .json(
                .object(
                    .field("outingId", .id), .field("stars", .integer(VisitLimits.stars, 4)),
                    .optional(
                        "words",
                        .text(VisitLimits.words, multiline: true, "Ask for the window").orNull,
                        "A private note."))),
            answers: [
                .json(201, .rating, "The rating", []),
                .ok(.rating, "The rating that replaces an earlier one"),
            ],
            problems: [
                .forbidden, .faults("malformed_id"), .of(RatingProblems.outingWasElsewhere),
                .of(RatingProblems.notOver), .of(RatingProblems.closed),
            ], handler: rate),
        RouteDefinition(
            .readOwnRating, .rateVisit, scope: .guest, "Read the caller's rating of an outing",
            answers: [
                .ok(
                    .object(
                        .field("open", .boolean, "Whether the caller can rate the outing."),
                        .field("rating", .rating.orNull)), "The caller's rating, if there is one",
                    isTagged: true)
            ], problems: [.forbidden], handler: read),
        RouteDefinition(
            .removeOwnRating, .rateVisit, scope: .guest, "Remove the caller's rating",
            answers: [.done("Withdrawn")],
            problems: [.forbidden, .of(RatingProblems.notOver), .of(RatingProblems.closed)], handler: remove),
    ]

    /// Rates a visit, with 201, or replaces the rating, with 200. Ratings are anonymous.
    func rate(_ call: Call) async throws -> Response {
        let restaurant: RestaurantID = try call.id("id")
        let input = try RatingInput(await call.body())
        let person = try call.person
        return try await call.write(database) { transaction in
            let isFirst = try await edits.rate(restaurant, input, by: call.actor, in: transaction)
            let rating = try await transaction.one(.rating(of: input.outing, by: person))
            return .json(isFirst ? .created : .ok, rating)
        }
    }

    func read(_ call: Call) async throws -> Response {
        let outing = try await OutingRoutes.outing(call, .rateVisit, from: database)
        let rating = try await database.first(.rating(of: outing.id, by: try call.person))
        return .json(.ok, VisitRatingState(open: outing.isRatable, rating: rating), etag: .content)
    }

    func remove(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        return try await call.write(database) { transaction in
            try await edits.remove(from: id, by: call.actor, in: transaction)
            return .empty()
        }
    }
}

extension Schema {
    fileprivate static let rating = Schema.named(
        "VisitRating",
        .object(
            .field("outing", .id), .field("restaurant", .id), .field("stars", .integer(1...5, 4)),
            .field("words", .string("Ask for the window").orNull, "Visible to its author only."),
            .field("updatedAt", .instant)))
}
