package import Foundation
import Geo
import GeoSearch
package import NoonishAPI

/// A restaurant as search has it, with how far one would go for it.
package struct RankedRestaurant: Hashable, Sendable {
    package let summary: RestaurantSummary
    /// ``PlaceScore/perceivedMillimetres(centimetres:tier:rating:openState:)``: smaller is better.
    package let perceived: Double

    package init(summary: RestaurantSummary, perceived: Double) {
        self.summary = summary
        self.perceived = perceived
    }
}

extension RestaurantIndex {
    /// The best around a point by ``PlaceOrder/best``, within `radius` **metres**; empty while the directory is not
    /// loaded. None that is known to be closed at `instant`; nil: whenever.
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
