internal import Foundation
internal import Geo
internal import HTTPKit
internal import Restaurants

/// A checked question what a circle could do next.
struct ProposalRequest: Sendable {
    /// Nil: where the circle usually eats.
    let near: Coordinate?
    /// Nil: when it usually meets.
    let at: Date?

    init(_ query: QueryReader) throws(Problem) {
        var query = query
        near = query.optional("near", RestaurantParameter.near)
        at = query.optional("at", RestaurantParameter.instant)
        try query.finish()
    }
}
