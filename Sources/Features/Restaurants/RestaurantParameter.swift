package import Foundation
package import Geo
package import HTTPKit

/// What parameters of other features' routes have in common with a search's.
package enum RestaurantParameter {
    /// `60.1699,24.9384`
    package static var near: ValueParser<Coordinate> { .coordinate }
    package static var instant: ValueParser<Date> { .instant }
}
