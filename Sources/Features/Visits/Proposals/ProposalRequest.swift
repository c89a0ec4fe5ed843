import Foundation
import Geo
import HTTPKit
import Restaurants

/// A validated request for a proposal.
struct ProposalRequest: Sendable {
    /// `nil` for where the circle usually eats.
    let near: Coordinate?
    /// `nil` for when the circle usually meets.
    let at: Date?

    init(_ query: QueryReader) throws(Problem) {
        var query = query
        near = query.optional("near", RestaurantParameter.near)
        at = query.optional("at", RestaurantParameter.instant)
        try query.finish()
    }
}
