public import Foundation
public import Geo
import Initializers

/// A search for places.
@MemberwiseInit(unlabeled: 1)
public struct PlaceQuery: Hashable, Sendable {
    /// The area to search: around points, or in a box.
    public var area: PlaceArea
    /// Words that must all match a name, brand, dish, cuisine, diet, kind or area; empty for any place.
    public var text: String = ""
    /// The cuisines of which a place must have at least one; empty for any.
    public var cuisines: Set<String> = []
    /// The diets that must all be served: `yes` or `only`.
    public var diets: Set<Diet> = []
    /// The kinds to include; empty for any.
    public var kinds: Set<PlaceKind> = []
    /// The prices to include, 1 to 4; empty for any. A place of unknown price matches none.
    public var prices: Set<Int> = []
    /// The minimum rating; `nil` for any. A place without a rating does not match.
    public var minimumRating: Double? = nil
    /// The costs to include; `nil` for any. A place without a cost does not match.
    public var costs: ClosedRange<UInt64>? = nil
    /// The states of all schedules at an instant; `nil` if opening hours do not matter. Shown in the result,
    /// and weighed by ``PlaceOrder/best``.
    public var openAt: OpenStates? = nil
    /// The states at ``openAt`` to include; empty for any. Without ``openAt`` every place is unknown.
    public var open: Set<OpenState> = []
    /// The places to leave out.
    public var excluded: Set<UUID> = []
    /// The places that the caller is known to like, which ``PlaceOrder/best`` moves up. They are part of the
    /// query: a cursor is valid with the same ones only.
    public var liked: Set<UUID> = []
    public var order: PlaceOrder = .distance
    /// The number of places to a page, clamped to 1 … ``SearchLimits/pageSize``.
    public var limit: Int = SearchLimits.defaultPageSize
    /// The end of the previous page. With a cursor, create ``openAt`` for ``PlaceCursor/instant``, which is
    /// frozen, as are the origins of ``PlaceOrder/fair``.
    public var cursor: PlaceCursor? = nil
    /// Whether the first page includes counts by which the result could be narrowed.
    public var facets: Bool = false
}

/// The area of a search.
public enum PlaceArea: Hashable, Sendable {
    /// Within `radius` **metres** of `origin`, or anywhere if it is `nil`. `others` are the origins of the
    /// rest of the group, for orders that weigh every distance. Distances in the result are from `origin`,
    /// the caller's own.
    case around(_ origin: Coordinate, others: [Coordinate] = [], radius: Double? = nil)
    /// Inside the box, as shown on a map. Distances are from `origin`, or from the centre of the box if it is
    /// `nil`.
    case within(_ box: BoundingBox, origin: Coordinate? = nil)

    /// The point that distances are measured from.
    public var origin: Coordinate {
        switch self {
        case .around(let origin, _, _): origin
        case .within(let box, let origin): origin ?? box.center
        }
    }
}

/// The order of a result. Ties are broken by distance in whole centimetres, then by id, so the order is
/// total.
public enum PlaceOrder: String, Hashable, Sendable, CaseIterable {
    /// Nearest first.
    case distance
    /// Best rated first, unrated last.
    case rating
    /// What most people would choose; see ``PlaceScore``.
    case best
    /// Fair to a group: by the longest distance of anyone in ``PlaceArea/around(_:others:radius:)``, then by
    /// the sum of all distances.
    case fair
}
