package import Access
internal import Foundation
internal import HTTPKit
internal import HTTPTypes
internal import Hummingbird
internal import NoonishAPI
internal import Outings
package import Postgres

/// What those who came think of the place.
package struct RatingRoutes: Sendable {
    let database: PostgresClient
    let edits = RatingEdits()

    package init(database: PostgresClient) { self.database = database }

    package var routes: [Route] {
        [
            Route(.post, "/v1/restaurants/{id}/ratings", .rateVisit, scope: .guest, rate),
            Route(.get, "/v1/outings/{id}/rating", .rateVisit, scope: .guest, read),
            Route(.delete, "/v1/outings/{id}/rating", .rateVisit, scope: .guest, remove),
        ]
    }

    /// `POST /v1/restaurants/{id}/ratings {outingId, stars, words?}`
    ///
    /// 201; 200 for another opinion of the same visit. Nobody is told whose it is.
    @Sendable func rate(_ call: Call) async throws -> Response {
        let restaurant: RestaurantID = try call.id("id")
        let input = try RatingInput(await call.body())
        let person = try call.person
        return try await call.write(database) { transaction in
            let isFirst = try await edits.rate(restaurant, input, by: call.actor, in: transaction)
            let rating = try await transaction.one(.rating(of: input.outing, by: person))
            return .json(isFirst ? .created : .ok, rating)
        }
    }

    /// `GET /v1/outings/{id}/rating`: one's own, and whether there is something to rate.
    @Sendable func read(_ call: Call) async throws -> Response {
        let outing = try await OutingRoutes.outing(call, .rateVisit, from: database)
        let rating = try await database.first(.rating(of: outing.id, by: try call.person))
        return .json(.ok, VisitRatingState(open: outing.isRatable, rating: rating), etag: .content)
    }

    /// `DELETE /v1/outings/{id}/rating`
    @Sendable func remove(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        return try await call.write(database) { transaction in
            try await edits.remove(from: id, by: call.actor, in: transaction)
            return .empty()
        }
    }
}
