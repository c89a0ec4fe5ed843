import Geo

// How a segment is searched
// =========================
// Every word and every filter that has terms is a group: a place must be in one of the group's sources. The group with
// the fewest places drives: its lists are walked as trees of their own; its masks, together with the masks of all other
// groups that have nothing else, say which boxes of the tree over all places are worth opening. Trees and boxes stand in
// one queue, nearest first, and the walk ends when the nearest is beyond what the collector still wants.
//
// Where a group's masks all have lanes (`BlockLanes`), the places of sixteen blocks are told before any of them is opened.
//
// What is found that way is only near: each place is then looked at for every word and filter, and that alone decides.

/// One walk over one segment.
struct SegmentVisit<Collector: PlaceCollecting> {
    let live: LiveSegment
    /// Of the segment in the snapshot.
    let number: Int
    let filter: PlaceFilter
    /// Terms of wanted cuisines; nil for any.
    let cuisines: [UInt32]?
    let words: [WordMatcher]
    /// Which tiers of a place are wanted.
    let tiers: ClosedRange<UInt8>
    let origin: SpherePoint
    let originCoordinate: Coordinate
    let isGroup: Bool
    /// How far the place may be from the origin.
    let radius: DistanceLimit?
    /// Within which the best tier is looked for; nil for anywhere.
    let near: DistanceLimit?
    let viewport: Viewport?
    var collector: Collector
    /// A bit for each tier of which a place was found ``near``, or anywhere.
    var seenNear: UInt8 = 0
    var seenAnywhere: UInt8 = 0

    /// Looks at one place.
    ///
    /// - Parameters:
    ///   - tier: The worst of the words that are known to be met.
    ///   - words: The others.
    @inline(__always)
    mutating func consider(_ ordinal: Int, _ squaredChord: Float, tier: UInt8, _ words: [WordMatcher]) {
        let segment = live.segment
        guard live.isLive(ordinal), filter.passes(segment, ordinal) else { return }
        if let cuisines, !hasCuisine(cuisines, ordinal) { return }
        var worst = tier
        for word in words {
            worst = max(worst, word.tier(segment, ordinal))
            if worst > tiers.upperBound { return }
        }
        guard filter.admits(segment, ordinal) else { return }
        if radius != nil || near != nil {
            let own = isGroup ? origin.squaredChord(segment.columns.points, ordinal) : squaredChord
            if let radius, !radius.holds(own, segment.centimetres(from: originCoordinate, to: ordinal)) {
                return
            }
            if near?.holds(own, segment.centimetres(from: originCoordinate, to: ordinal)) ?? true {
                seenNear |= 1 << worst
            }
        } else {
            seenNear |= 1 << worst
        }
        seenAnywhere |= 1 << worst
        guard worst >= tiers.lowerBound else { return }
        collector.offer(
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

/// What drives a walk.
struct WalkPlan {
    /// Whether the tree over all places is walked.
    var walksAll = true
    /// Boxes of the tree over all places must be in one mask of each of these.
    var masks: [[BlockMask]] = []
    var lists: [(range: Range<Int>, boxes: Int?)] = []
    /// Of the places of blocks, only those are looked at that are in one of each of these ``BlockLanes``, which also
    /// say how well they meet a word.
    var lanes: [[(start: Int, tier: UInt8)]] = []
    /// The words that those say nothing of.
    var openWords: [Int] = []

    /// - Parameters:
    ///   - groups: those of the words first.
    ///   - ratingLanes: those of the wanted ratings; nil for all.
    /// - Returns: nil if nothing can be in all groups.
    init?(_ groups: [TermGroup], wordCount: Int, ratingLanes: Int?) {
        if let ratingLanes { lanes = [[(ratingLanes, 0)]] }
        guard let driver = groups.indices.min(by: { groups[$0].count < groups[$1].count }) else { return }
        let fewest = groups[driver]
        if fewest.count == 0 { return nil }
        lists = fewest.lists
        walksAll = !fewest.masks.isEmpty
        guard walksAll else { return }
        for (index, group) in groups.enumerated() {
            // The driver's lists are walked by themselves.
            let isTold = index == driver || group.lists.isEmpty
            if isTold, !group.lanes.isEmpty, group.lanes.count == group.masks.count {
                lanes.append(group.lanes.sorted { $0.tier < $1.tier })
                // A place of the lists too may meet the word better than its lanes say.
                if index < wordCount, !group.lists.isEmpty {
                    lanes[lanes.count - 1] = group.lanes.map { ($0.start, 0) }
                    openWords.append(index)
                }
            } else if index < wordCount {
                openWords.append(index)
            }
        }
        masks = [fewest.masks]
        // The driving group comes again if it has masks alone, which does no harm but costs a little.
        if fewest.lists.isEmpty { masks = [] }
        masks += groups.filter { $0.lists.isEmpty }.map(\.masks)
    }

    /// Whether one place may be met twice.
    var mayRepeat: Bool { lists.count + (walksAll ? 1 : 0) > 1 }
}

extension SegmentVisit {
    mutating func walk(_ plan: WalkPlan, _ approach: some Approach) {
        let segment = live.segment
        let columns = segment.columns
        let openWords = plan.openWords.map { words[$0] }
        let trees = plan.lists.map { BlockTree(count: max(1, $0.range.count)) }
        var queue = NearestQueue()

        func open(_ list: Int32, _ tree: BlockTree, _ level: Int, _ group: Int, _ reach: Float) {
            let boxes: Column<Float>
            let at: Int
            var wanted: UInt32 = 0xFFFF
            let groupNumber = tree.levelStarts[level] + group
            if list < 0 {
                boxes = columns.boxes
                at = groupNumber * BlockTree.groupSize
                for masks in plan.masks {
                    var any: UInt16 = 0
                    for mask in masks { any |= columns.masks[mask.start + groupNumber] }
                    wanted &= UInt32(any)
                }
                if wanted != 0, level == 0 {
                    var places = SIMD16<UInt16>(repeating: .max)
                    for sets in plan.lanes {
                        var any = SIMD16<UInt16>()
                        for set in sets { any |= columns.lanes.numbers(set.start + group * 16) }
                        places &= any
                    }
                    if !plan.lanes.isEmpty { wanted &= (places .!= SIMD16<UInt16>()).bits }
                }
                if wanted == 0 { return }
            } else {
                boxes = columns.treeBoxes
                at = (plan.lists[Int(list)].boxes ?? 0) + groupNumber * BlockTree.groupSize
            }
            if let viewport { wanted &= viewport.mayMeet(boxes, at) }
            let chords = approach.squaredChordsToBoxes(boxes, at)
            wanted &= (chords .< reach).bits
            while wanted != 0 {
                let lane = wanted.trailingZeroBitCount
                wanted &= wanted - 1
                queue.push(
                    NearestQueue.Entry(
                        squaredChord: chords[lane], list: list, level: Int32(level),
                        box: Int32(group * 16 + lane)))
            }
        }

        for (index, list) in plan.lists.enumerated() {
            if list.boxes == nil {
                for position in list.range {
                    let ordinal = Int(columns.postings[position])
                    let chord = approach.squaredChord(columns.points, ordinal)
                    if chord < collector.reach { consider(ordinal, chord, tier: 0, words) }
                }
            } else {
                open(Int32(index), trees[index], trees[index].levels - 1, 0, collector.reach)
            }
        }
        if plan.walksAll { open(-1, segment.tree, segment.tree.levels - 1, 0, collector.reach) }

        while let entry = queue.pop() {
            if entry.squaredChord > collector.reach { return }
            if entry.level > 0 {
                let tree = entry.list < 0 ? segment.tree : trees[Int(entry.list)]
                open(entry.list, tree, Int(entry.level) - 1, Int(entry.box), collector.reach)
            } else if entry.list < 0 {
                let block = Int(entry.box)
                var wanted: UInt32 = 0xFFFF
                for sets in plan.lanes {
                    var any: UInt16 = 0
                    for set in sets { any |= columns.lanes[set.start + block] }
                    wanted &= UInt32(any)
                }
                wanted &= filter.lanes(segment, block)
                if wanted == 0 { continue }
                let chords = approach.squaredChords(columns.points, block * 48)
                wanted &= (chords .< collector.reach).bits
                // To look at one place or two costs less than to look for a word in all sixteen.
                for word in openWords where wanted.nonzeroBitCount > 2 {
                    wanted &= word.lanes(segment, block)
                }
                while wanted != 0 {
                    let lane = wanted.trailingZeroBitCount
                    wanted &= wanted - 1
                    var tier: UInt8 = 0
                    for sets in plan.lanes {
                        // Best first, so the first that has the place says how well it meets the word.
                        for set in sets where columns.lanes[set.start + block] >> UInt16(lane) & 1 == 1 {
                            tier = max(tier, set.tier)
                            break
                        }
                    }
                    if tier > tiers.upperBound { continue }
                    consider(block * 16 + lane, chords[lane], tier: tier, openWords)
                }
            } else {
                let range = plan.lists[Int(entry.list)].range
                let first = range.lowerBound + Int(entry.box) * 16
                for position in first..<min(first + 16, range.upperBound) {
                    let ordinal = Int(columns.postings[position])
                    let chord = approach.squaredChord(columns.points, ordinal)
                    if chord < collector.reach { consider(ordinal, chord, tier: 0, words) }
                }
            }
        }
    }
}
