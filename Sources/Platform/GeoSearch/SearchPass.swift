import Geo

/// One pass over all segments.
struct SearchPass {
    private let search: PlaceSearch
    private let segments: [ResolvedSegment]
    private let tiers: ClosedRange<UInt8>
    private let near: DistanceLimit?
    /// A bit for each tier in which a place was found nearby, then anywhere.
    private(set) var seenNear: UInt8 = 0
    private(set) var seenAnywhere: UInt8 = 0
    /// Whether places may have been skipped because the capacity was reached.
    private(set) var wasCut = false

    init(
        _ search: PlaceSearch, _ segments: [ResolvedSegment], tiers: ClosedRange<UInt8>, near: DistanceLimit?
    ) {
        self.search = search
        self.segments = segments
        self.tiers = tiers
        self.near = near
    }

    /// Returns the first `capacity` places.
    ///
    /// - Parameters:
    ///   - ranking: `nil` for nearest first.
    ///   - nearOnly: Whether to collect nearby places only.
    mutating func collect(
        _ capacity: Int, _ ranking: PlaceRanking?, after: OrderKey?, nearOnly: Bool = false
    ) -> [RankedPlace] {
        let origin = search.origin
        let limit = nearOnly ? near ?? search.radius : search.radius
        let reach = limit?.reach ?? .infinity
        let point = SpherePoint(origin.coordinate)
        guard let ranking else {
            let collector = NearestCollector(keeping: capacity, from: origin, after: after, reach: reach)
            let filled = visit(collector, point, limit, point)
            wasCut = !filled.isComplete
            return filled.found(in: search.segments)
        }
        let isGroup = ranking.order == .fair && !ranking.others.isEmpty
        let collector = RankedCollector(
            keeping: capacity, by: ranking, after: after, reach: isGroup ? .infinity : reach)
        let filled: RankedCollector
        if isGroup {
            let metric = GroupDistanceMetric(
                points: [point] + ranking.others.map { SpherePoint($0.coordinate) })
            filled = visit(collector, metric, limit, point)
        } else {
            filled = visit(collector, point, limit, point)
        }
        wasCut = filled.found.count == capacity
        return Array(filled.found)
    }

    /// Returns whether any place matches in the last of the tiers, given that none matches in a better one.
    /// Considers nearby places only, if there is such a limit.
    mutating func findsAny() -> Bool {
        let limit = near ?? search.radius
        let point = SpherePoint(search.origin.coordinate)
        return visit(FirstCollector(reach: limit?.reach ?? .infinity), point, limit, point, only: true)
            .isFound
    }

    private mutating func visit<Collector: PlaceCollector>(
        _ collector: Collector, _ metric: some DistanceMetric, _ radius: DistanceLimit?,
        _ origin: SpherePoint,
        only: Bool = false
    ) -> Collector {
        var state = TraversalState(collector: collector)
        for resolved in segments {
            guard let plan = resolved.plan(upTo: tiers.upperBound, only: only) else { continue }
            let visit = SegmentTraversal(
                resolved, plan, search, tiers, metric, origin: origin, radius: radius, near: near)
            state.collector.mayRepeat = plan.mayRepeat
            visit.traverse(&state)
        }
        seenNear |= state.seenNear
        seenAnywhere |= state.seenAnywhere
        return state.collector
    }
}
