package import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NoonishAPI
import OpenAPI
package import Postgres

/// What a caterer needs to know of an outing's people: how many they are, and how many have which need.
@MemberwiseInit
package struct DietCountRoutes: RouteGroup {
    let database: PostgresClient

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .countDiets, .countDiets, scope: .member, "Count dietary needs",
            "For a caterer. The counts name no one: they are of the same copy as `dietFit`, so they can lag, and there are none if fewer than three people have stated their needs.",
            answers: [.ok(.dietCounts, "The counts", isTagged: true)], problems: [.forbidden], handler: count)
    ]

    func count(_ call: Call) async throws -> Response {
        let outing = try await OutingRoutes.outing(call, .countDiets, from: database)
        let needs = try await database.all(.dietCounts(of: outing.id))
        return .json(.ok, DietCounts(seats: outing.counts.seats, needs: needs), etag: .content)
    }
}

extension Query where Row == DietCounts.Need {
    fileprivate static func dietCounts(of outing: OutingID) -> Self {
        Query("outings.count_diets", "SELECT need, people FROM diet_counts(\(outing))")
    }
}
