import Foundation
import Geo

// How a query is answered
// =======================
// With a text, the first pass collects the places of the two best tiers. That is the result whenever the
// words match exactly nearby, which is the usual case. Otherwise further passes find the best tier that
// matches at all; they end at the first place, and at `SearchLimits.tierRadius`. Then the places of that tier
// and the next are collected. Words are resolved only as far as needed: prefixes and typos if nothing better
// is near. What has been resolved is kept and added to.

/// The evaluation of one query, shared by the hits of its result.
///
/// A class, because a query contains a dozen references, each of which is retained when a structure is
/// copied.
final class PlaceSearch: Sendable {
    let query: PlaceQuery
    let segments: [LiveSegment]
    let plan: TextPlan
    let filter: PlaceFilter
    let origin: DistanceOrigin
    private let others: [Coordinate]
    let radius: DistanceLimit?
    let viewport: Viewport?

    init(_ query: PlaceQuery, _ vocabulary: Vocabulary, _ segments: [LiveSegment]) {
        self.query = query
        self.segments = segments
        plan = TextPlan(query.text, vocabulary)
        filter = PlaceFilter(query)
        origin = DistanceOrigin(query.area.origin)
        switch query.area {
        case .around(_, let others, let radius):
            let frozen = query.order == .fair ? query.cursor?.origins : nil
            self.others = frozen ?? Array(others.prefix(SearchLimits.origins - 1))
            self.radius = radius.map {
                DistanceLimit(centimetres: Int((min(max(0, $0), Earth.maximumDistance) * 100).rounded()))
            }
            viewport = nil
        case .within(let box, _):
            others = []
            radius = nil
            viewport = try? Viewport(box)
        }
    }

    func page() throws(PlaceQueryFault) -> PlacePage {
        if let cursor = query.cursor, cursor.fingerprint != query.fingerprint { throw .cursorOfAnotherQuery }
        let shown = query.cursor?.shown ?? 0
        let limit = min(max(1, query.limit), SearchLimits.pageSize, SearchLimits.depth - shown)
        guard limit > 0 else { return PlacePage(hits: [], facets: nil, search: self, end: nil) }

        // One more than the page, to know whether there is a next one.
        var resolved = resolve()
        let (found, tier) = answer(&resolved, keeping: limit + 1)
        var end: PlacePage.End?
        if found.count > limit, shown + limit < SearchLimits.depth {
            end = PlacePage.End(
                tier: tier, shown: shown + limit, origins: query.order == .fair ? others : [],
                key: found[limit - 1].key)
        }
        var facets: PlaceFacets?
        if query.facets, query.cursor == nil {
            let first = collect(&resolved, tier: tier, keeping: SearchLimits.facetDepth)
            facets = PlaceFacets(first, segments)
        }
        return PlacePage(
            hits: found.prefix(limit).map { PlaceHit($0, self) }, facets: facets, search: self, end: end)
    }

    /// Returns the nearest places, as many as paging reaches.
    func nearest() -> [PlaceHit] {
        var resolved = resolve()
        return answer(&resolved, keeping: SearchLimits.depth).found.map { PlaceHit($0, self) }
    }

    /// Returns places by tier, then by distance.
    func suggestions() -> [PlaceHit] {
        let limit = min(max(1, query.limit), SearchLimits.pageSize)
        var resolved = resolve()
        let (_, tier) = answer(&resolved, keeping: 1)
        guard let tier else {
            return answer(&resolved, keeping: limit).found.map { PlaceHit($0, self) }
        }
        var found = nearest(&resolved, tier, keeping: limit)
        if found.count < limit, let second = MatchTier(rawValue: tier.rawValue + 1) {
            found += nearest(&resolved, second, keeping: limit - found.count)
        }
        return found.map { PlaceHit($0, self) }
    }
}

extension PlaceSearch {
    private func answer(_ resolved: inout [ResolvedSegment], keeping capacity: Int) -> (
        found: [RankedPlace], tier: MatchTier?
    ) {
        guard !resolved.isEmpty else { return ([], nil) }
        guard !plan.words.isEmpty else { return (collect(&resolved, tier: nil, keeping: capacity), nil) }
        if let tier = query.cursor?.tier { return (collect(&resolved, tier: tier, keeping: capacity), tier) }
        var run = SearchPass(self, resolved, tiers: 0...1, near: nearby)
        let found = run.collect(capacity, ranking(.exact), after: nil)
        if run.seenNear & 1 != 0 { return (found, .exact) }
        if run.wasCut, exists(resolved, .exact, nearby) { return (found, .exact) }
        // No place nearby matches exactly: find the next best tier.
        for tier in MatchTier.allCases.dropFirst() {
            resolved.deepen(plan, to: tier)
            guard resolved.mayMatch(tier) else { continue }
            // Unless it was cut short, the first pass has seen every synonym.
            if tier == .synonym, !run.wasCut, run.seenNear & 2 == 0 { continue }
            if let found = collectNear(&resolved, tier, keeping: capacity) { return (found, tier) }
        }
        guard nearby != nil else { return ([], nil) }
        // No place nearby matches at all: search everywhere.
        if run.seenAnywhere & 1 != 0 || (run.wasCut && exists(resolved, .exact, nil)) {
            return (found, .exact)
        }
        for tier in MatchTier.allCases.dropFirst()
        where resolved.mayMatch(tier) && exists(resolved, tier, nil) {
            return (collect(&resolved, tier: tier, keeping: capacity), tier)
        }
        return ([], nil)
    }

    /// The distance within which the best tier is determined; `nil` for the whole area of the query.
    private var nearby: DistanceLimit? { radius == nil && viewport == nil ? Self.nearby : nil }

    private static let nearby = DistanceLimit(centimetres: Int(SearchLimits.tierRadius * 100))

    /// Returns whether any place matches in `tier`, given that none matches in a better one.
    private func exists(_ resolved: [ResolvedSegment], _ tier: MatchTier, _ near: DistanceLimit?) -> Bool {
        var pass = SearchPass(self, resolved, tiers: 0...tier.rawValue, near: near)
        return pass.findsAny()
    }

    /// Returns the first places of `tier` and the next one, or `nil` if no place nearby matches in `tier`,
    /// given that none matches in a better one. Collecting the typos nearby costs little more than checking
    /// whether there are any, and they usually suffice.
    private func collectNear(
        _ resolved: inout [ResolvedSegment], _ tier: MatchTier, keeping capacity: Int
    ) -> [RankedPlace]? {
        if tier >= .oneEdit, query.order == .distance {
            var run = SearchPass(self, resolved, tiers: tier.andNext, near: nearby)
            let found = run.collect(capacity, nil, after: query.cursor?.key, nearOnly: true)
            if run.seenNear >> tier.rawValue & 1 == 0, !run.wasCut { return nil }
            if run.seenNear >> tier.rawValue & 1 == 1, nearby == nil || found.count == capacity {
                return found
            }
        }
        return exists(resolved, tier, nearby) ? collect(&resolved, tier: tier, keeping: capacity) : nil
    }

    /// Returns the first places of `tier` and the next one, or the first of all places if there is no text.
    private func collect(_ resolved: inout [ResolvedSegment], tier: MatchTier?, keeping capacity: Int)
        -> [RankedPlace]
    {
        let tiers = tier?.andNext ?? 0...0
        if let last = MatchTier(rawValue: tiers.upperBound) { resolved.deepen(plan, to: last) }
        var run = SearchPass(self, resolved, tiers: tiers, near: nil)
        return run.collect(capacity, ranking(tier), after: query.cursor?.key)
    }

    private func nearest(_ resolved: inout [ResolvedSegment], _ tier: MatchTier, keeping capacity: Int)
        -> [RankedPlace]
    {
        resolved.deepen(plan, to: tier)
        var run = SearchPass(self, resolved, tiers: tier.rawValue...tier.rawValue, near: nil)
        return run.collect(capacity, nil, after: nil)
    }

    /// Returns `nil` for nearest first, for which ``NearestCollector`` is used.
    private func ranking(_ tier: MatchTier?) -> PlaceRanking? {
        if query.order == .distance { return nil }
        return PlaceRanking(
            order: query.order, origin: origin, others: others.map { DistanceOrigin($0) },
            openAt: query.openAt, hasText: !plan.words.isEmpty, tier: tier ?? .exact,
            liked: Set(query.liked.map(Identity.init)))
    }

    private func resolve() -> [ResolvedSegment] {
        segments.enumerated().map { ResolvedSegment($1, $0, plan, query, filter) }
    }
}

extension MatchTier {
    /// The tiers to collect if this is the best one.
    fileprivate var andNext: ClosedRange<UInt8> {
        rawValue...min(rawValue + 1, Self.twoEdits.rawValue)
    }
}
