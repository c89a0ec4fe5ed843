package import Foundation
package import Geo
package import GeoSearch
import Initializers

/// A search as far as a live origin can answer it.
@MemberwiseInit
package struct LiveQuery: Hashable, Sendable {
    package var origin: Coordinate
    /// In **metres**; `nil` leaves it to the origin.
    package var radius: Double? = nil
    package var text: String = ""
    /// Keys of our vocabulary.
    package var cuisines: Set<String> = []
    package var diets: Set<Diet> = []
    package var prices: Set<Int> = []
    package var minimumRating: Double? = nil
    /// A place must have all of these attributes.
    package var attributes: Set<LiveAttribute> = []
    /// Limits the search to places that are open then; `nil` for all.
    package var openAt: Date? = nil
    package var order: PlaceOrder = .distance
    package var limit: Int = SearchLimits.defaultPageSize
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
