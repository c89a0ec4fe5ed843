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
