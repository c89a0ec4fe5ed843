package import NoonishAPI
package import Postgres
internal import Restaurants

/// What somebody liked, for whoever searches on their behalf.
package struct Tastes: PersonalContext {
    let database: any Database

    package init(database: any Database) { self.database = database }

    package func liked(by person: PersonID, among restaurants: [RestaurantID]) async throws -> Set<
        RestaurantID
    > {
        guard !restaurants.isEmpty else { return [] }
        return Set(try await database.all(.liked(by: person, among: restaurants)))
    }
}
