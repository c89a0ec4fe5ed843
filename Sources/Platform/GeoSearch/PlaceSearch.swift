import Foundation
import Geo

// How a query is answered
// =======================
// With a text or a cuisine, the posting lists of its words are met first and every candidate is looked at. Without one
// the tree is walked from the origin outwards until nothing nearer can come. Both feed the same collector, which keeps the
// page's places in the query's order, so that what they find is the same.

/// One query while it is answered.
struct PlaceSearch {
    let query: PlaceQuery
    let plan: TextPlan
    let origin: Coordinate
    let originVector: UnitVector
    /// Where the rest of the group comes from.
    let others: [Coordinate]
    /// Nil: anywhere.
    let radius: Int?
    let box: BoundingBox?
    private let fingerprint: UInt64

    init(_ query: PlaceQuery, _ vocabulary: Vocabulary) {
        self.query = query
        plan = TextPlan(query.text, vocabulary)
        origin = query.area.origin
        originVector = origin.unitVector
        switch query.area {
        case .around(_, let others, let radius):
            let frozen = query.order == .fair ? query.cursor?.origins : nil
            self.others = frozen ?? Array(others.prefix(SearchLimits.origins - 1))
            self.radius = radius.map { Self.centimetres(min($0, Earth.farthest)) }
            box = nil
        case .within(let box, _):
            others = []
            radius = nil
            self.box = box
        }
        fingerprint = query.fingerprint
    }

    /// Distances are compared in whole centimetres, so that places at one spot tie exactly.
    static func centimetres(_ metres: Double) -> Int { Int((metres * 100).rounded()) }

    func page(of segments: [LiveSegment]) throws(PlaceQueryFault) -> PlacePage {
        if let cursor = query.cursor, cursor.fingerprint != fingerprint { throw .cursorOfAnotherQuery }
        let shown = query.cursor?.shown ?? 0
        let limit = min(max(1, query.limit), SearchLimits.pageSize, SearchLimits.depth - shown)
        guard limit > 0 else { return PlacePage(hits: [], next: nil, facets: nil) }

        // One more than the page, to know whether there is another.
        var collector = Collector(keeping: limit + 1, after: query.cursor?.key)
        let tier = collect(segments, &collector)

        let kept = collector.found.prefix(limit)
        let hits = kept.map { found in
            let place = segments[found.segment].segment.places[found.ordinal]
            return PlaceHit(
                place: place, centimetres: found.centimetres, match: PlaceMatch(plan, of: place),
                openState: query.openAt?[place.hoursPattern])
        }
        let isEnd = collector.found.count <= limit || shown + limit >= SearchLimits.depth
        let next =
            isEnd
            ? nil
            : kept.last.map { last in
                PlaceCursor(
                    fingerprint: fingerprint, tier: tier, shown: shown + limit,
                    instant: query.openAt?.instant,
                    origins: query.order == .fair ? others : [], key: last.key)
            }
        return PlacePage(hits: hits, next: next, facets: query.cursor == nil ? facets(segments) : nil)
    }

    private func collect(_ segments: [LiveSegment], _ collector: inout Collector) -> MatchTier? {
        if plan.words.isEmpty, query.cuisines.isEmpty {
            for (number, live) in segments.enumerated() { walk(live, number, &collector) }
            return nil
        }
        return collectCandidates(of: segments, &collector)
    }

    private func facets(_ segments: [LiveSegment]) -> PlaceFacets? {
        guard query.facets else { return nil }
        var collector = Collector(keeping: SearchLimits.facetDepth, after: nil)
        _ = collect(segments, &collector)
        var facets = PlaceFacets()
        for found in collector.found { facets.count(segments[found.segment].segment.places[found.ordinal]) }
        return facets
    }

    /// The place as a result, if it passes every filter but text and cuisine.
    func examine(_ live: LiveSegment, _ number: Int, _ ordinal: Int, tier: MatchTier? = nil) -> Found? {
        let segment = live.segment
        guard live.isLive(ordinal), passes(segment.places[ordinal]) else { return nil }
        let coordinate = segment.coordinates[ordinal]
        if let box, !box.contains(coordinate) { return nil }
        let centimetres = Self.centimetres(origin.distance(to: coordinate))
        if let radius, centimetres > radius { return nil }
        let place = segment.places[ordinal]
        let key = OrderKey(
            query.order, centimetres: centimetres,
            others: query.order == .fair ? others.map { Self.centimetres($0.distance(to: coordinate)) } : [],
            tier: tier, rating: place.rating, openState: query.openAt?[place.hoursPattern],
            identity: segment.identities[ordinal])
        return Found(key: key, centimetres: centimetres, segment: number, ordinal: ordinal)
    }

    private func passes(_ place: Place) -> Bool {
        if !query.kinds.isEmpty, !query.kinds.contains(place.kind) { return false }
        if !query.diets.isEmpty, !place.diets.serve(query.diets) { return false }
        if !query.prices.isEmpty {
            guard let price = place.price, query.prices.contains(price) else { return false }
        }
        if let minimum = query.minimumRating {
            guard let rating = place.rating, rating.value >= minimum else { return false }
        }
        if !query.open.isEmpty {
            guard query.open.contains(query.openAt?[place.hoursPattern] ?? .unknown) else { return false }
        }
        return query.excluded.isEmpty || !query.excluded.contains(place.id)
    }
}

/// A place that passed.
struct Found {
    let key: OrderKey
    let centimetres: Int
    let segment: Int
    let ordinal: Int
}

/// Keeps the first few in order of those that come after a key.
struct Collector {
    private let capacity: Int
    private let after: OrderKey?
    private(set) var found: [Found] = []

    init(keeping capacity: Int, after: OrderKey?) {
        self.capacity = capacity
        self.after = after
        found.reserveCapacity(capacity + 1)
    }

    /// Nothing beyond this key can be kept any more; nil while there is room.
    var last: OrderKey? { found.count == capacity ? found.last?.key : nil }

    mutating func offer(_ candidate: Found) {
        if let after, candidate.key <= after { return }
        if let last, candidate.key >= last { return }
        let position = found.partitionPoint { candidate.key < $0.key }
        if found.count == capacity { found.removeLast() }
        found.insert(candidate, at: position)
    }
}

extension [Found] {
    /// First position at which `isBeyond` holds, where it holds from some position on.
    fileprivate func partitionPoint(_ isBeyond: (Found) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
