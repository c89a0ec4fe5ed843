public import Foundation
public import Geo

/// What somebody looks for.
public struct PlaceQuery: Hashable, Sendable {
    /// Where to look: around points, or in a box.
    public var area: PlaceArea
    /// Words that must all be met by name, other names, cuisine, dish, diet, brand or area; empty for any place.
    public var text: String
    /// Any of these; empty for all.
    public var cuisines: Set<String>
    /// All of these must be served: yes or only.
    public var diets: Set<Diet>
    /// Any of these; empty for all.
    public var kinds: Set<PlaceKind>
    /// Any of these, 1 to 4; empty for all. A place of unknown price meets none.
    public var prices: Set<Int>
    /// At least this; nil for all. A place that nobody has rated does not meet it.
    public var minimumRating: Double?
    /// What is open when; nil if it does not matter. Shown in the answer, and weighed by ``PlaceOrder/best``.
    public var openAt: OpenStates?
    /// Any of these states at ``openAt``; empty for all. Without ``openAt`` every place is unknown.
    public var open: Set<OpenState>
    /// Never these.
    public var excluded: Set<UUID>
    /// What the asker is known to like, which ``PlaceOrder/best`` brings nearer. It belongs to the question: a cursor goes on
    /// with the same only.
    public var liked: Set<UUID>
    public var order: PlaceOrder
    /// How many to a page; cut to 1 … ``SearchLimits/pageSize``.
    public var limit: Int
    /// Where the page before ended. Take ``PlaceCursor/instant`` for ``openAt`` then: it is frozen, as are the origins
    /// of ``PlaceOrder/fair``.
    public var cursor: PlaceCursor?
    /// Whether the first page says what the answer could be narrowed by.
    public var facets: Bool

    public init(
        _ area: PlaceArea, text: String = "", cuisines: Set<String> = [], diets: Set<Diet> = [],
        kinds: Set<PlaceKind> = [], prices: Set<Int> = [], minimumRating: Double? = nil,
        openAt: OpenStates? = nil, open: Set<OpenState> = [], excluded: Set<UUID> = [], liked: Set<UUID> = [],
        order: PlaceOrder = .distance, limit: Int = SearchLimits.defaultPageSize, cursor: PlaceCursor? = nil,
        facets: Bool = false
    ) {
        self.area = area
        self.text = text
        self.cuisines = cuisines
        self.diets = diets
        self.kinds = kinds
        self.prices = prices
        self.minimumRating = minimumRating
        self.openAt = openAt
        self.open = open
        self.excluded = excluded
        self.liked = liked
        self.order = order
        self.limit = limit
        self.cursor = cursor
        self.facets = facets
    }
}

/// Where to look.
public enum PlaceArea: Hashable, Sendable {
    /// Within `radius` **metres** of `origin`, anywhere if nil. `others` are where the rest of the group comes from,
    /// for orders that weigh every way; distances in the answer are from `origin`, the asker's own.
    case around(_ origin: Coordinate, others: [Coordinate] = [], radius: Double? = nil)
    /// Inside the box, as a map shows it. Distances are from `origin`, or from the middle of the box if nil.
    case within(_ box: BoundingBox, origin: Coordinate? = nil)

    /// The point that distances are measured from.
    public var origin: Coordinate {
        switch self {
        case .around(let origin, _, _): origin
        case .within(let box, let origin): origin ?? box.center
        }
    }
}

/// What comes first. Ties are settled by distance in whole centimetres, then by id, so the order is total.
public enum PlaceOrder: String, Hashable, Sendable, CaseIterable {
    /// Nearest first.
    case distance
    /// Best rated first; the unrated last.
    case rating
    /// What most people would pick; see ``PlaceScore``.
    case best
    /// Where nobody has far to go: by the longest way of anybody in ``PlaceArea/around(_:others:radius:)``, then by the
    /// sum of all ways.
    case fair
}
