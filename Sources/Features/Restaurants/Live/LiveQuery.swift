package import Foundation
package import Geo
package import GeoSearch

/// A search as far as a live origin can answer it.
package struct LiveQuery: Hashable, Sendable {
    package var origin: Coordinate
    /// In **metres**; `nil` leaves it to the origin.
    package var radius: Double?
    package var text: String
    /// Keys of our vocabulary.
    package var cuisines: Set<String>
    package var diets: Set<Diet>
    package var prices: Set<Int>
    package var minimumRating: Double?
    /// A place must have all of these attributes.
    package var attributes: Set<LiveAttribute>
    /// Limits the search to places that are open then; `nil` for all.
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

/// An attribute that only live origins know, because the directory does not have it.
package enum LiveAttribute: String, Hashable, Sendable, CaseIterable {
    /// The place has a deal at the moment.
    case deals
    /// The origin takes table reservations.
    case reservation
    /// Guests can join the queue remotely.
    case waitlist
    case wheelchair
    case new
}
