internal import Access
internal import Foundation
package import NoonishAPI
package import Postgres
package import Restaurants

// What the people of an outing eat is theirs alone: no statement of this program reads it of others. The database counts
// (sql/migrations, diet_fit) and says numbers over three people or more, which change only when three people differ.

/// The fit of one place for one outing.
package struct DietFitRow: PostgresRow {
    package let outing: OutingID
    package let restaurant: RestaurantID
    package let fit: DietFit

    package init(row: inout RowReader) throws(PostgresError) {
        outing = try row.next()
        restaurant = try row.next()
        fit = DietFit(fits: try row.next(), of: try row.next(), unknown: try row.next())
    }
}

extension Query where Row == DietFitRow {
    /// No row for an outing with fewer than three people who have said what they need.
    package static func dietFits(_ asked: [(outing: OutingID, restaurant: RestaurantID)]) -> Self {
        Query(
            "outings.count_diet_fits",
            """
            SELECT outing_id, restaurant_id, fits, people, unknown
              FROM diet_fit(\(asked.map(\.outing)), \(asked.map(\.restaurant)))
            """)
    }
}

extension OutingRow {
    /// Where the outing is to be, while anybody may still go there and it is a restaurant.
    var restaurantToCome: RestaurantID? {
        stage == .cancelled || stage == .done ? nil : state.place?.restaurant
    }
}

/// Restaurants around a point.
package protocol NearbyRestaurants: Sendable {
    /// Nearest first, within `radius` **metres**; empty while the directory is not loaded.
    func nearest(latitude: Double, longitude: Double, radius: Double, limit: Int) -> [NearbyRestaurant]
}

extension RestaurantIndex: NearbyRestaurants {}

/// Warns hosts of a place that has nothing for somebody.
struct DietWarnings: Sendable {
    /// Nil: no better places are offered.
    let nearby: (any NearbyRestaurants)?

    /// Nil where everybody finds something, or too few have said what they need.
    func warning(for outing: OutingRow, in database: any Database) async throws -> DietWarning? {
        guard let restaurant = outing.restaurantToCome,
            let fit = try await database.first(.dietFits([(outing.id, restaurant)]))?.fit, fit.misfits > 0
        else { return nil }
        return DietWarning(dietFit: fit, better: try await better(than: fit, for: outing, in: database))
    }

    /// Places near by that have something for everybody, as far as is known, and are known to for more people.
    private func better(
        than fit: DietFit, for outing: OutingRow, in database: any Database
    ) async throws -> [DietWarning.Place] {
        guard let nearby, let place = outing.state.place, let latitude = place.latitude,
            let longitude = place.longitude
        else { return [] }
        let around = nearby.nearest(
            latitude: latitude, longitude: longitude, radius: OutingLimits.nearByRadius,
            limit: OutingLimits.nearByPlaces)
        let fits = try await database.all(.dietFits(around.map { (outing.id, $0.id) }))
        let found = Dictionary(fits.map { ($0.restaurant, $0.fit) }) { $1 }
        return
            around
            .compactMap { near in
                guard let its = found[near.id], its.misfits == 0, its.fits > fit.fits else { return nil }
                return DietWarning.Place(id: near.id, name: near.name, distance: near.metres, dietFit: its)
            }
            .sorted { ($1.dietFit.fits, $0.distance) < ($0.dietFit.fits, $1.distance) }
            .prefix(OutingLimits.betterPlaces).map(\.self)
    }
}
