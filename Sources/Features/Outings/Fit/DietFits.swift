import Access
import Foundation
package import NoonishAPI
package import Postgres
package import Restaurants

// Diets are private: no query in this program reads a person's diet for anyone else. The database returns
// only counts over at least three people (function `diet_fit` in sql/migrations), and updates them only when
// the answers of three people differ.

/// How well a place suits the diets of an outing's people.
@Row
package struct DietFitRow: PostgresRow {
    package let outing: OutingID
    package let restaurant: RestaurantID
    package let fit: DietFit
}

extension Query where Row == DietFitRow {
    /// Reads the fit of places. Returns no row for an outing with fewer than three people who have stated
    /// their needs.
    /// needs.
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
    /// The chosen restaurant, unless the outing is cancelled or over.
    var upcomingRestaurant: RestaurantID? {
        stage == .cancelled || stage == .done ? nil : state.place?.restaurant
    }
}

/// Restaurants around a point.
package protocol NearbyRestaurants: Sendable {
    /// Returns restaurants within `radius` **metres**, nearest first; none until the directory is loaded.
    func nearest(latitude: Double, longitude: Double, radius: Double, limit: Int) -> [NearbyRestaurant]
}

extension RestaurantIndex: NearbyRestaurants {}

/// Warns hosts of places that have nothing for some of their people.
struct DietWarnings: Sendable {
    /// `nil` to suggest no better places.
    let nearby: (any NearbyRestaurants)?

    /// Returns a warning, or `nil` if the place suits everyone or too few people have stated their needs.
    func warning(for outing: OutingRow, in database: any Database) async throws -> DietWarning? {
        guard let restaurant = outing.upcomingRestaurant,
            let fit = try await database.first(.dietFits([(outing.id, restaurant)]))?.fit
        else { return nil }
        return try await warning(of: fit, for: outing, in: database)
    }

    /// Returns a warning for a known fit of the chosen place, or `nil` if it suits everyone.
    func warning(
        of fit: DietFit, for outing: OutingRow, in database: any Database
    ) async throws -> DietWarning? {
        guard fit.misfits > 0 else { return nil }
        return DietWarning(dietFit: fit, better: try await better(than: fit, for: outing, in: database))
    }

    /// Returns places nearby that suit everyone, as far as is known, and that are known to suit more people
    /// than the chosen one.
    private func better(
        than fit: DietFit, for outing: OutingRow, in database: any Database
    ) async throws -> [DietWarning.Place] {
        guard let nearby, let place = outing.state.place, let latitude = place.latitude,
            let longitude = place.longitude
        else { return [] }
        let around = nearby.nearest(
            latitude: latitude, longitude: longitude, radius: OutingLimits.nearbyRadius,
            limit: OutingLimits.nearbyPlaces)
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
