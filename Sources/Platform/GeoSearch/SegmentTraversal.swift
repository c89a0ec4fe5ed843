import Geo

// How a segment is searched
// =========================
// Every word and every filter that has terms is a group: a place must be in one of the group's sources. The
// group with the fewest places drives the traversal. Its postings lists are traversed by trees of their own.
// Its masks, intersected with the masks of all other groups that have only masks, determine which boxes of
// the tree over all places are worth visiting. All trees share one priority queue, nearest first, and the
// traversal ends when the nearest box is beyond what the collector still needs.
//
// Where all masks of a group have lanes (`BlockLanes`), the places of sixteen blocks are selected before any
// of these blocks is read.
//
// This finds candidates only: each is then tested for every word and filter, and only those tests decide.
//
// The visit itself is immutable, so nothing in it is retained or checked for uniqueness while places are
// examined. The mutable state is passed along as a `TraversalState`.

/// The traversal of one segment.
struct SegmentTraversal<Metric: DistanceMetric> {
    private let live: LiveSegment
    /// The index of the segment in the snapshot.
    private let number: Int
    private let plan: TraversalPlan
    private let filter: PlaceFilter
    /// The filter for the places of blocks, without the conditions that lanes decide.
    private let blockFilter: PlaceFilter
    /// The terms of the wanted cuisines; `nil` for any.
    private let cuisines: [UInt32]?
    private let words: [WordMatcher]
    /// The words that lanes do not decide.
    private let undecidedWords: [WordMatcher]
    /// The tiers of places that are wanted.
    private let tiers: ClosedRange<UInt8>
    private let metric: Metric
    private let isGroup: Bool
    private let origin: SpherePoint
    private let distanceOrigin: DistanceOrigin
    /// The maximum distance from the origin.
    private let radius: DistanceLimit?
    /// The distance within which the best tier is determined; `nil` for anywhere.
    private let near: DistanceLimit?
    private let viewport: Viewport?

    init(
        _ resolved: ResolvedSegment, _ plan: TraversalPlan, _ search: PlaceSearch,
        _ tiers: ClosedRange<UInt8>,
        _ metric: Metric, origin: SpherePoint, radius: DistanceLimit?, near: DistanceLimit?
    ) {
        live = resolved.live
        number = resolved.number
        self.plan = plan
        filter = search.filter
        blockFilter = resolved.blockFilter
        cuisines = resolved.cuisines
        words = resolved.words
        undecidedWords = plan.undecidedWords.map { resolved.words[$0] }
        self.tiers = tiers
        self.metric = metric
        isGroup = !(metric is SpherePoint)
        self.origin = origin
        distanceOrigin = search.origin
        self.radius = radius
        self.near = near
        viewport = search.viewport
    }

    /// Tests a place that passes the filter, and offers it to the collector.
    ///
    /// - Parameters:
    ///   - tier: The worst tier of the words that are known to match.
    ///   - words: The remaining words.
    @inline(__always)
    private func offerIfMatching(
        _ ordinal: Int, _ squaredChord: Float, tier: UInt8, _ words: [WordMatcher],
        _ state: inout TraversalState<some PlaceCollector>
    ) {
        let segment = live.segment
        guard live.isLive(ordinal) else { return }
        if let cuisines, !hasCuisine(cuisines, ordinal) { return }
        var worst = tier
        for word in words {
            worst = max(worst, word.tier(segment, ordinal))
            if worst > tiers.upperBound { return }
        }
        guard filter.admits(segment, ordinal) else { return }
        if radius != nil || near != nil {
            let own = isGroup ? origin.squaredChord(segment.columns.points, ordinal) : squaredChord
            if let radius, !radius.holds(own, segment.centimetres(from: distanceOrigin, to: ordinal)) {
                return
            }
            if near?.holds(own, segment.centimetres(from: distanceOrigin, to: ordinal)) ?? true {
                state.seenNear |= 1 << worst
            }
        } else {
            state.seenNear |= 1 << worst
        }
        state.seenAnywhere |= 1 << worst
        guard worst >= tiers.lowerBound else { return }
        state.collector.offer(
            Candidate(
                segment: segment, number: number, ordinal: ordinal, squaredChord: squaredChord, tier: worst))
    }

    private func hasCuisine(_ cuisines: [UInt32], _ ordinal: Int) -> Bool {
        let columns = live.segment.columns
        for index in columns.termStarts[ordinal]..<columns.termStarts[ordinal + 1]
        where cuisines.contains(columns.terms[index]) { return true }
        return false
    }
}

extension SegmentTraversal {
    /// The most blocks of a group that are scanned immediately, which costs less than reading the boxes of
    /// all sixteen.
    private static var fewBlocks: Int { 2 }

    /// Short lists are scanned as a whole, which is best done when only the nearest of their places still
    /// count. After this many boxes they are scanned in any case, because there may be nothing else to find.
    private static var boxesBeforeLists: Int { 64 }

    func traverse(_ state: inout TraversalState<some PlaceCollector>) {
        var queue = NearestQueue()
        for (index, list) in plan.lists.enumerated() where list.boxes != nil {
            let levels = BlockTree(count: list.range.count).levels
            expand(0, level: levels - 1, ofList: index, state.collector.reach, &queue)
        }
        if plan.traversesAll { expand(0, level: live.segment.tree.levels - 1, &state, &queue) }
        var boxes = 0
        while let box = queue.pop(within: state.collector.reach) {
            boxes += 1
            if boxes == Self.boxesBeforeLists { scanShortLists(&state) }
            switch (box.list < 0, box.level > 0) {
            case (true, true): expand(box.number, level: box.level - 1, &state, &queue)
            case (true, false): scanPlaces(atBlock: box.number, &state)
            case (false, true):
                expand(box.number, level: box.level - 1, ofList: box.list, state.collector.reach, &queue)
            case (false, false):
                let range = plan.lists[box.list].range
                let first = range.lowerBound + box.number * 16
                scanPlaces(at: first..<min(first + 16, range.upperBound), &state)
            }
        }
        if boxes < Self.boxesBeforeLists { scanShortLists(&state) }
    }

    private func scanShortLists(_ state: inout TraversalState<some PlaceCollector>) {
        for list in plan.lists where list.boxes == nil && state.collector.reach >= 0 {
            scanPlaces(at: list.range, &state)
        }
    }

    /// Adds the boxes that may contain matches to the queue, from a group of the tree over all places.
    private func expand(
        _ group: Int, level: Int, _ state: inout TraversalState<some PlaceCollector>,
        _ queue: inout NearestQueue
    ) {
        let columns = live.segment.columns
        let number = live.segment.tree.levelStarts[level] + group
        var wanted: UInt32 = 0xFFFF
        for masks in plan.masks {
            var any: UInt16 = 0
            for mask in masks { any |= columns.masks[mask.start + number] }
            wanted &= UInt32(any)
        }
        if level == 0, wanted != 0, !plan.lanes.isEmpty {
            var places = SIMD16<UInt16>(repeating: .max)
            for sets in plan.lanes {
                var any = SIMD16<UInt16>()
                for set in sets { any |= columns.lanes.numbers(set.start + group * 16) }
                places &= any
            }
            wanted &= (places .!= SIMD16<UInt16>()).bits
        }
        if level == 0, wanted.nonzeroBitCount <= Self.fewBlocks {
            while wanted != 0 {
                scanPlaces(atBlock: group * 16 + wanted.trailingZeroBitCount, &state)
                wanted &= wanted - 1
            }
        } else if wanted != 0 {
            push(columns.boxes, number, wanted, list: -1, level, group, state.collector.reach, &queue)
        }
    }

    /// Expands a group of the tree over a postings list.
    private func expand(
        _ group: Int, level: Int, ofList index: Int, _ reach: Float, _ queue: inout NearestQueue
    ) {
        let list = plan.lists[index]
        let first = (list.boxes ?? 0) / BlockTree.groupSize
        let number = first + BlockTree(count: list.range.count).levelStarts[level] + group
        push(live.segment.columns.treeBoxes, number, 0xFFFF, list: index, level, group, reach, &queue)
    }

    @inline(__always)
    private func push(
        _ boxes: Column<Float>, _ groupNumber: Int, _ among: UInt32, list: Int, _ level: Int, _ group: Int,
        _ reach: Float, _ queue: inout NearestQueue
    ) {
        let at = groupNumber * BlockTree.groupSize
        var wanted = among
        if let viewport { wanted &= viewport.mayIntersect(boxes, at) }
        let chords = metric.squaredChordsToBoxes(boxes, at)
        wanted &= (chords .< Lanes(repeating: reach)).bits
        if wanted != 0 { queue.push(chords, wanted, list: list, level: level, group: group) }
    }

    /// Scans the places of a block that are in all lanes of the plan.
    private func scanPlaces(atBlock block: Int, _ state: inout TraversalState<some PlaceCollector>) {
        let segment = live.segment
        let columns = segment.columns
        var wanted: UInt32 = 0xFFFF
        for sets in plan.lanes {
            var any: UInt16 = 0
            for set in sets { any |= columns.lanes[set.start + block] }
            wanted &= UInt32(any)
        }
        wanted = blockFilter.lanes(segment, block, among: wanted)
        if wanted == 0 { return }
        let chords = metric.squaredChords(columns.points, block * 48)
        wanted &= (chords .< Lanes(repeating: state.collector.reach)).bits
        // Testing one or two places costs less than searching all sixteen for a word.
        for word in undecidedWords where wanted.nonzeroBitCount > 2 {
            wanted &= word.lanes(segment, block)
        }
        while wanted != 0 {
            let lane = wanted.trailingZeroBitCount
            wanted &= wanted - 1
            var tier: UInt8 = 0
            for sets in plan.lanes {
                // Best tier first, so the first lanes that contain the place determine how well it matches
                // the word.
                for set in sets where columns.lanes[set.start + block] >> UInt16(lane) & 1 == 1 {
                    tier = max(tier, set.tier)
                    break
                }
            }
            if tier > tiers.upperBound { continue }
            offerIfMatching(block * 16 + lane, chords[lane], tier: tier, undecidedWords, &state)
        }
    }

    /// Scans the places of a postings list, or of a part of it.
    private func scanPlaces(at positions: Range<Int>, _ state: inout TraversalState<some PlaceCollector>) {
        let segment = live.segment
        let columns = segment.columns
        for position in positions {
            let ordinal = Int(columns.postings[position])
            let chord = metric.squaredChord(columns.points, ordinal)
            if chord < state.collector.reach, filter.passes(segment, ordinal) {
                offerIfMatching(ordinal, chord, tier: 0, words, &state)
            }
        }
    }
}

/// What traversals found so far.
struct TraversalState<Collector: PlaceCollector> {
    var collector: Collector
    /// A bit for each tier in which a place was found nearby, then anywhere.
    var seenNear: UInt8 = 0
    var seenAnywhere: UInt8 = 0
}
