package import Foundation
package import Geo
package import GeoSearch

/// What somebody looks for, as far as an origin outside of the directory can be asked for it.
package struct LiveQuestion: Hashable, Sendable {
    package var origin: Coordinate
    /// **Metres**; nil leaves it to the source.
    package var radius: Double?
    package var text: String
    /// Keys of our vocabulary.
    package var cuisines: Set<String>
    package var diets: Set<Diet>
    package var prices: Set<Int>
    package var minimumRating: Double?
    /// All of these must be told of a place.
    package var attributes: Set<LiveAttribute>
    /// Only what is open then; nil for all.
    package var openAt: Date?
    package var order: PlaceOrder
    package var limit: Int

    package init(
        origin: Coordinate, radius: Double? = nil, text: String = "", cuisines: Set<String> = [],
        diets: Set<Diet> = [], prices: Set<Int> = [], minimumRating: Double? = nil,
        attributes: Set<LiveAttribute> = [], openAt: Date? = nil, order: PlaceOrder = .distance,
        limit: Int = SearchLimits.defaultPageSize
    ) {
        self.origin = origin
        self.radius = radius
        self.text = text
        self.cuisines = cuisines
        self.diets = diets
        self.prices = prices
        self.minimumRating = minimumRating
        self.attributes = attributes
        self.openAt = openAt
        self.order = order
        self.limit = limit
    }
}

/// What only origins outside of the directory are asked for, since the directory does not know it.
package enum LiveAttribute: String, Hashable, Sendable, CaseIterable {
    /// Something is cheaper at the moment.
    case deals
    /// A table can be reserved at the origin.
    case reservation
    /// One can queue from afar.
    case waitlist
    case wheelchair
    case new
}
