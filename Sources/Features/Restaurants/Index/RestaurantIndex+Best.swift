package import Foundation
import Geo
import GeoSearch
import Initializers
package import NoonishAPI

/// A restaurant from a search with its perceived distance.
@MemberwiseInit
package struct RankedRestaurant: Hashable, Sendable {
    package let summary: RestaurantSummary
    /// The result of ``PlaceScore/perceivedMillimetres(centimetres:tier:rating:openState:)``; smaller is
    /// better.
    package let perceived: Double
}

extension RestaurantIndex {
    /// Returns the best places around a point by ``PlaceOrder/best``, within `radius` **metres**; empty while
    /// the directory is not loaded.
    ///
    /// - Parameter instant: Excludes places that are known to be closed then; `nil` ignores opening hours.
    package func best(
        latitude: Double, longitude: Double, radius: Double, openAt instant: Date?, excluded: Set<UUID>,
        limit: Int
    ) -> [RankedRestaurant] {
        guard let origin = try? Coordinate(latitude: latitude, longitude: longitude) else { return [] }
        var query = PlaceQuery(
            .around(origin, radius: radius), excluded: excluded, order: .best, limit: limit)
        if let instant {
            query.openAt = openStates(at: instant)
            query.open = [.open, .unknown]
        }
        guard let page = try? search(query) else { return [] }
        return page.hits.map { hit in
            let perceived = PlaceScore.perceivedMillimetres(
                centimetres: hit.centimetres, tier: nil, rating: hit.place.rating, openState: hit.openState)
            return RankedRestaurant(
                summary: RestaurantSummary(hit, from: self) { $0 },
                perceived: Double(perceived))
        }
    }
}
