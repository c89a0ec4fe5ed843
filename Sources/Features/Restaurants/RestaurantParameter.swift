package import Foundation
package import Geo
package import HTTPKit

/// Query parameters of the search that the routes of other features share.
package enum RestaurantParameter {
    /// A coordinate, such as `60.1699,24.9384`.
    package static var near: ValueParser<Coordinate> { .coordinate }
    package static var instant: ValueParser<Date> { .instant }
}
