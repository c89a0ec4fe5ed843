import Access
package import Foundation
import Initializers
package import NoonishAPI
package import Postgres
import Restaurants

/// Reads a person's ratings to personalise their searches.
@MemberwiseInit
package struct RestaurantPreferences: PersonalRanking {
    let database: any Database

    package func liked(by person: PersonID, among restaurants: [RestaurantID]) async throws -> Set<
        RestaurantID
    > {
        guard !restaurants.isEmpty else { return [] }
        return Set(try await database.all(.liked(by: person, among: restaurants)))
    }

    package func liked(by person: PersonID, most: Int) async throws -> Set<UUID> {
        Set(try await database.all(.liked(by: person, most: most)))
    }

    package func lastVisits(
        by person: PersonID, among restaurants: [RestaurantID]
    ) async throws -> [RestaurantID: Date] {
        guard !restaurants.isEmpty else { return [:] }
        let visits = try await database.all(.lastVisits(by: person, among: restaurants))
        return Dictionary(visits.map { ($0.restaurant, $0.at) }) { first, _ in first }
    }

    package func visited(
        by circle: CircleID, of person: PersonID, withinWeeks weeks: Int
    ) async throws -> Set<UUID> {
        guard try await database.one(.keeps(circle, person)) else { throw Denial.notFound }
        return Set(try await database.all(.visited(by: circle, ownedBy: person, withinWeeks: weeks)))
    }
}
