import Geo
import GeoSearch
import Initializers
package import NoonishAPI

/// A restaurant near a point.
@MemberwiseInit
package struct NearbyRestaurant: Hashable, Sendable {
    package let id: RestaurantID
    package let name: String
    /// The distance from the point, in **metres**.
    package let metres: Double
}

extension RestaurantIndex {
    /// Returns restaurants within `radius` **metres**, nearest first; empty while the directory is not
    /// loaded.
    package func nearest(
        latitude: Double, longitude: Double, radius: Double, limit: Int
    ) -> [NearbyRestaurant] {
        guard let origin = try? Coordinate(latitude: latitude, longitude: longitude),
            let page = try? search(PlaceQuery(.around(origin, radius: radius), limit: limit))
        else { return [] }
        return page.hits.map {
            NearbyRestaurant(id: RestaurantID($0.place.id), name: $0.place.name, metres: $0.metres)
        }
    }
}
