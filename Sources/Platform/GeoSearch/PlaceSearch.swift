import Foundation
import Geo

// How a query is answered
// =======================
// With a text, the first walk collects places of the two best tiers, which is the answer whenever the words are met exactly
// nearby: mostly. If not, further walks that end at the first place, and at the edge of the tier rule's circle, find
// the best tier that is met at all; the places of that tier and the next are then collected. Words are resolved only as
// far as it takes: beginnings and typos if nothing better is near.

/// One query while it is answered.
struct PlaceSearch {
    let query: PlaceQuery
    let plan: TextPlan
    let filter: PlaceFilter
    let origin: Coordinate
    private let others: [Coordinate]
    let radius: DistanceLimit?
    let viewport: Viewport?

    init(_ query: PlaceQuery, _ vocabulary: Vocabulary) {
        self.query = query
        plan = TextPlan(query.text, vocabulary)
        filter = PlaceFilter(query)
        origin = query.area.origin
        switch query.area {
        case .around(_, let others, let radius):
            let frozen = query.order == .fair ? query.cursor?.origins : nil
            self.others = frozen ?? Array(others.prefix(SearchLimits.origins - 1))
            self.radius = radius.map {
                DistanceLimit(centimetres: Int((min(max(0, $0), Earth.farthest) * 100).rounded()))
            }
            viewport = nil
        case .within(let box, _):
            others = []
            radius = nil
            viewport = try? Viewport(box)
        }
    }

    func page(of segments: [LiveSegment]) throws(PlaceQueryFault) -> PlacePage {
        if let cursor = query.cursor, cursor.fingerprint != query.fingerprint { throw .cursorOfAnotherQuery }
        let shown = query.cursor?.shown ?? 0
        let limit = min(max(1, query.limit), SearchLimits.pageSize, SearchLimits.depth - shown)
        guard limit > 0 else { return PlacePage(hits: [], facets: nil, query: query, end: nil) }
        let context = HitContext(segments: segments, plan: plan, query: query)

        // One more than the page, to know whether there is another.
        let (found, tier) = answer(segments, keeping: limit + 1)
        var end: PlacePage.End?
        if found.count > limit, shown + limit < SearchLimits.depth {
            end = PlacePage.End(
                tier: tier, shown: shown + limit, origins: query.order == .fair ? others : [],
                key: found[limit - 1].key)
        }
        var facets: PlaceFacets?
        if query.facets, query.cursor == nil {
            let first = collect(segments, tier: tier, keeping: SearchLimits.facetDepth)
            facets = PlaceFacets(first, segments)
        }
        return PlacePage(
            hits: found.prefix(limit).map { PlaceHit($0, context) }, facets: facets, query: query, end: end)
    }

    /// Places by tier, then distance.
    func suggestions(of segments: [LiveSegment]) -> [PlaceHit] {
        let limit = min(max(1, query.limit), SearchLimits.pageSize)
        let context = HitContext(segments: segments, plan: plan, query: query)
        let (_, tier) = answer(segments, keeping: 1)
        guard let tier else {
            return answer(segments, keeping: limit).found.map { PlaceHit($0, context) }
        }
        var found = nearest(segments, tiers: tier.rawValue...tier.rawValue, keeping: limit)
        if found.count < limit, let second = MatchTier(rawValue: tier.rawValue + 1) {
            found += nearest(segments, tiers: second.rawValue...second.rawValue, keeping: limit - found.count)
        }
        return found.map { PlaceHit($0, context) }
    }
}

extension PlaceSearch {
    private func answer(_ segments: [LiveSegment], keeping capacity: Int) -> (
        found: [Found], tier: MatchTier?
    ) {
        guard !segments.isEmpty else { return ([], nil) }
        guard !plan.words.isEmpty else { return (collect(segments, tier: nil, keeping: capacity), nil) }
        if let tier = query.cursor?.tier { return (collect(segments, tier: tier, keeping: capacity), tier) }
        var resolved = resolve(segments, upTo: 1)
        var run = SearchRun(self, resolved, tiers: 0...1, near: nearby)
        let found = run.collect(capacity, ranking(.exact), after: nil)
        if run.seenNear & 1 != 0 { return (found, .exact) }
        if run.wasCut, exists(resolved, .exact, nearby) { return (found, .exact) }
        // Nobody near has the words exactly. Who has the next best?
        for tier in MatchTier.allCases.dropFirst() {
            // Both kinds of typos are looked up at once.
            if tier == .prefix || tier == .oneEdit {
                resolved = resolve(segments, upTo: tier.rawValue)
            }
            // A place has the tier of its worst word, so some word must be there to be met in that very tier.
            guard resolved.contains(where: { $0.tiers >> tier.rawValue & 1 == 1 }) else { continue }
            if tier == .synonym, !run.wasCut {
                if run.seenNear & 2 == 0 { continue }
            } else if !exists(resolved, tier, nearby) {
                continue
            }
            return (collect(segments, tier: tier, keeping: capacity), tier)
        }
        guard nearby != nil else { return ([], nil) }
        // Nobody near has anything like them, so the whole world counts.
        if run.seenAnywhere & 1 != 0 || (run.wasCut && exists(resolved, .exact, nil)) {
            return (found, .exact)
        }
        for tier in MatchTier.allCases.dropFirst()
        where resolved.contains(where: { $0.tiers >> tier.rawValue & 1 == 1 }) && exists(resolved, tier, nil)
        {
            return (collect(segments, tier: tier, keeping: capacity), tier)
        }
        return ([], nil)
    }

    /// Within which the best tier is looked for; nil if that is wherever the query looks.
    private var nearby: DistanceLimit? {
        radius == nil && viewport == nil
            ? DistanceLimit(centimetres: Int(SearchLimits.tierRadius * 100)) : nil
    }

    /// Whether any place is met in a tier up to `tier`.
    private func exists(_ resolved: [ResolvedSegment], _ tier: MatchTier, _ near: DistanceLimit?) -> Bool {
        guard resolved.contains(where: { $0.lowest <= tier.rawValue }) else { return false }
        var look = SearchRun(self, resolved, tiers: 0...tier.rawValue, near: near)
        look.isLimitedToNear = true
        return !look.collect(1, nil, after: nil).isEmpty
    }

    /// The first places of `tier` and the next, or of any if there is no text.
    private func collect(_ segments: [LiveSegment], tier: MatchTier?, keeping capacity: Int) -> [Found] {
        guard !segments.isEmpty else { return [] }
        let cap = tier.map { min($0.rawValue + 1, MatchTier.twoEdits.rawValue) } ?? 0
        let tiers = (tier?.rawValue ?? 0)...cap
        var run = SearchRun(self, resolve(segments, upTo: cap), tiers: tiers, near: nil)
        return run.collect(capacity, ranking(tier), after: query.cursor?.key)
    }

    private func nearest(_ segments: [LiveSegment], tiers: ClosedRange<UInt8>, keeping capacity: Int)
        -> [Found]
    {
        var run = SearchRun(self, resolve(segments, upTo: tiers.upperBound), tiers: tiers, near: nil)
        return run.collect(capacity, nil, after: nil)
    }

    /// Nil for nearest first, which has a way of its own.
    private func ranking(_ tier: MatchTier?) -> PlaceRanking? {
        if query.order == .distance { return nil }
        return PlaceRanking(
            order: query.order, origin: origin, others: others, openAt: query.openAt,
            hasText: !plan.words.isEmpty, tier: tier ?? .exact)
    }

    private func resolve(_ segments: [LiveSegment], upTo cap: UInt8) -> [ResolvedSegment] {
        let depth: WordMatcher.Depth = cap <= 1 ? .synonyms : cap == 2 ? .prefixes : .edits
        return segments.enumerated().map { ResolvedSegment($1, $0, plan, query, filter.rating, depth) }
    }
}

/// A query's words and filters in one segment.
struct ResolvedSegment {
    let live: LiveSegment
    let number: Int
    let words: [WordMatcher]
    let cuisines: [UInt32]?
    private let filters: [TermGroup]
    private let ratingLanes: Int?
    /// The best tier that any place may have; ``WordMatcher/none`` if none has all words.
    let lowest: UInt8
    /// A bit for each tier of any word; ``WordMatcher/tiers``.
    let tiers: UInt8

    init(
        _ live: LiveSegment, _ number: Int, _ plan: TextPlan, _ query: PlaceQuery, _ rating: UInt32,
        _ depth: WordMatcher.Depth
    ) {
        self.live = live
        self.number = number
        let segment = live.segment
        words = plan.words.map { WordMatcher($0, segment, depth) }
        lowest = words.reduce(0) { max($0, $1.lowest) }
        tiers = words.reduce(0) { $0 | $1.tiers }
        func group(_ terms: some Sequence<String>) -> TermGroup {
            var group = TermGroup()
            for term in terms {
                guard let number = segment.term(term) else { continue }
                let (source, count) = segment.source(of: number)
                group.add(source, count)
            }
            return group
        }
        var filters: [TermGroup] = []
        if query.cuisines.isEmpty {
            cuisines = nil
        } else {
            let terms = query.cuisines.map { Concept.cuisine($0).term }
            cuisines = terms.compactMap(segment.term)
            filters.append(group(terms))
        }
        if !query.kinds.isEmpty { filters.append(group(query.kinds.map { Concept.kind($0).term })) }
        if !query.prices.isEmpty { filters.append(group(query.prices.map { AttributeTest.price($0).term })) }
        for diet in query.diets { filters.append(group([Concept.diet(diet).term])) }
        self.filters = filters
        ratingLanes = query.minimumRating == nil ? nil : segment.lanes(rated: rating)
    }

    /// Nil if no place can be of a tier up to `cap`.
    func plan(upTo cap: UInt8) -> WalkPlan? {
        if !words.isEmpty, lowest > cap { return nil }
        return WalkPlan(
            words.map { $0.sources(upTo: cap) } + filters, wordCount: words.count, ratingLanes: ratingLanes)
    }
}

/// One walk over all segments.
struct SearchRun {
    private let search: PlaceSearch
    private let segments: [ResolvedSegment]
    private let tiers: ClosedRange<UInt8>
    private let near: DistanceLimit?
    /// Whether nothing beyond ``near`` is wanted.
    var isLimitedToNear = false
    /// A bit for each tier of which a place was found near, or anywhere.
    private(set) var seenNear: UInt8 = 0
    private(set) var seenAnywhere: UInt8 = 0
    /// Whether places may have been passed over because there were enough.
    private(set) var wasCut = false

    init(
        _ search: PlaceSearch, _ segments: [ResolvedSegment], tiers: ClosedRange<UInt8>, near: DistanceLimit?
    ) {
        self.search = search
        self.segments = segments
        self.tiers = tiers
        self.near = near
    }

    /// - Parameter ranking: nil for nearest first.
    mutating func collect(_ capacity: Int, _ ranking: PlaceRanking?, after: OrderKey?) -> [Found] {
        let origin = search.origin
        let limit = isLimitedToNear ? near ?? search.radius : search.radius
        let reach = limit?.reach ?? .infinity
        let point = SpherePoint(origin)
        guard let ranking else {
            let collector = NearestCollector(keeping: capacity, from: origin, after: after, reach: reach)
            let filled = visit(collector, point, limit, point)
            wasCut = !filled.isComplete
            return filled.found(segments.map(\.live))
        }
        let isGroup = ranking.order == .fair && !ranking.others.isEmpty
        let collector = RankedCollector(
            keeping: capacity, by: ranking, after: after, reach: isGroup ? .infinity : reach)
        let filled: RankedCollector
        if isGroup {
            let approach = GroupApproach(points: [point] + ranking.others.map { SpherePoint($0) })
            filled = visit(collector, approach, limit, point)
        } else {
            filled = visit(collector, point, limit, point)
        }
        wasCut = filled.found.count == capacity
        return Array(filled.found)
    }

    private mutating func visit<Collector: PlaceCollecting>(
        _ collector: Collector, _ approach: some Approach, _ radius: DistanceLimit?, _ origin: SpherePoint
    ) -> Collector {
        var collector = collector
        for resolved in segments {
            guard let plan = resolved.plan(upTo: tiers.upperBound) else { continue }
            var visit = SegmentVisit(
                live: resolved.live, number: resolved.number, filter: search.filter,
                cuisines: resolved.cuisines, words: resolved.words, tiers: tiers, origin: origin,
                originCoordinate: search.origin, isGroup: !(approach is SpherePoint), radius: radius,
                near: near, viewport: search.viewport, collector: collector)
            visit.collector.mayRepeat = plan.mayRepeat
            visit.walk(plan, approach)
            collector = visit.collector
            seenNear |= visit.seenNear
            seenAnywhere |= visit.seenAnywhere
        }
        return collector
    }
}
