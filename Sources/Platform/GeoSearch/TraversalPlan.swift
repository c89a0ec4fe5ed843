/// The sources that drive the traversal of a segment.
struct TraversalPlan {
    /// Whether the tree over all places is traversed.
    var traversesAll = true
    /// A box of the tree over all places must be in at least one mask of each of these.
    var masks: [[BlockMask]] = []
    var lists: [(range: Range<Int>, boxes: Int?)] = []
    /// A place of a block must be in at least one of each of these ``BlockLanes``, which also determine how
    /// well it matches a word.
    var lanes: [[(start: Int, tier: UInt8)]] = []
    /// The indices of the words that lanes do not decide.
    var undecidedWords: [Int] = []

    /// Returns `nil` if no place can be in all groups.
    ///
    /// - Parameters:
    ///   - groups: The groups of all words and filters, those of the words first.
    ///   - ratingLanes: The start of the lanes for the minimum rating; `nil` for any rating.
    init?(_ groups: [TermGroup], wordCount: Int, ratingLanes: Int?) {
        if let ratingLanes { lanes = [[(ratingLanes, 0)]] }
        guard let driver = groups.indices.min(by: { groups[$0].count < groups[$1].count }) else { return }
        let fewest = groups[driver]
        if fewest.count == 0 { return nil }
        lists = fewest.lists
        traversesAll = !fewest.masks.isEmpty
        guard traversesAll else { return }
        for (index, group) in groups.enumerated() {
            // The driver's lists are traversed separately.
            let isDecided = index == driver || group.lists.isEmpty
            if isDecided, !group.lanes.isEmpty, group.lanes.count == group.masks.count {
                lanes.append(group.lanes.sorted { $0.tier < $1.tier })
                // A place may also be in one of the lists, and match the word better than its lanes indicate.
                if index < wordCount, !group.lists.isEmpty {
                    lanes[lanes.count - 1] = group.lanes.map { ($0.start, 0) }
                    undecidedWords.append(index)
                }
            } else if index < wordCount {
                undecidedWords.append(index)
            }
        }
        masks = [fewest.masks]
        // If the driving group has only masks, the filter below adds them too; having them twice would be
        // harmless, but slower.
        if fewest.lists.isEmpty { masks = [] }
        masks += groups.filter { $0.lists.isEmpty }.map(\.masks)
    }

    /// Whether the same place may be visited twice.
    var mayRepeat: Bool { lists.count + (traversesAll ? 1 : 0) > 1 }
}
