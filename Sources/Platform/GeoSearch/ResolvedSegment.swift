/// A query's words and filters, resolved to the terms of one segment.
struct ResolvedSegment {
    let live: LiveSegment
    let number: Int
    private(set) var words: [WordMatcher]
    let cuisines: [UInt32]?
    private var filters: [TermGroup] = []
    private let ratingLanes: Int?
    /// The conditions left to test for the places of a block after its lanes were checked.
    private(set) var blockFilter: PlaceFilter
    /// The best tier that any place may reach; ``WordMatcher/none`` if no place can match all words.
    private(set) var lowest: UInt8 = 0
    /// A bit for each tier of any word; see ``WordMatcher/tiers``.
    private(set) var tiers: UInt8 = 0

    /// Resolves the words and their synonyms; ``deepen(_:to:)`` adds prefixes and typos.
    init(
        _ live: LiveSegment, _ number: Int, _ plan: TextPlan, _ query: PlaceQuery, _ filter: PlaceFilter
    ) {
        self.live = live
        self.number = number
        let segment = live.segment
        words = plan.words.map { WordMatcher($0, segment) }
        blockFilter = filter
        let terms = query.cuisines.map { Concept.cuisine($0).term }
        cuisines = query.cuisines.isEmpty ? nil : terms.compactMap(segment.columns.term)
        ratingLanes = query.minimumRating == nil ? nil : segment.lanes(rated: filter.rating)
        if BlockLanes.ratings.contains(where: { PackedRating.least($0) == filter.rating }) {
            blockFilter.remove(.rating)
        }
        if !terms.isEmpty { addFilter(terms) }
        if !query.kinds.isEmpty { addFilter(query.kinds.map { Concept.kind($0).term }, .kinds) }
        if !query.prices.isEmpty { addFilter(query.prices.map { AttributeTest.price($0).term }, .prices) }
        for diet in query.diets { addFilter([Concept.diet(diet).term], .diet(diet)) }
        updateTiers()
    }

    private mutating func addFilter(_ terms: [String], _ part: PlaceFilter.Condition? = nil) {
        var group = TermGroup()
        for term in terms.compactMap(live.segment.columns.term) {
            let (source, count) = live.segment.source(of: term)
            group.add(source, count)
        }
        if let part, group.isDecidedByLanes { blockFilter.remove(part) }
        filters.append(group)
    }

    fileprivate mutating func deepen(_ plan: TextPlan, to depth: WordMatcher.Depth) {
        for (index, word) in plan.words.enumerated() {
            words[index].deepen(word, live.segment, to: depth)
        }
        updateTiers()
    }

    private mutating func updateTiers() {
        lowest = 0
        tiers = 0
        for word in words {
            lowest = max(lowest, word.lowest)
            tiers |= word.tiers
        }
    }

    /// Returns the plan of a traversal; `nil` if no place can be of a tier up to `cap`.
    ///
    /// - Parameter only: Whether only places of tier `cap` are wanted, and no place has a better one.
    func plan(upTo cap: UInt8, only: Bool) -> TraversalPlan? {
        if !words.isEmpty, lowest > cap { return nil }
        // The tier of a place is that of its worst word, so if there are several words, each may match
        // better.
        let wanted = only && words.count == 1 ? cap...cap : 0...cap
        return TraversalPlan(
            words.map { $0.sources(of: wanted) } + filters, wordCount: words.count, ratingLanes: ratingLanes)
    }
}

extension [ResolvedSegment] {
    /// Resolves what is needed to find the places of `tier` and is not resolved yet.
    mutating func deepen(_ plan: TextPlan, to tier: MatchTier) {
        let depth: WordMatcher.Depth
        switch tier {
        case .exact, .synonym: return
        case .prefix: depth = .prefixes
        // Typos of one and of two edits are looked up together.
        case .oneEdit, .twoEdits: depth = .edits
        }
        for index in indices { self[index].deepen(plan, to: depth) }
    }

    /// Returns whether any place may be of `tier`. A place has the tier of its worst word, so at least one
    /// word must match in exactly that tier.
    func mayMatch(_ tier: MatchTier) -> Bool { contains { $0.tiers >> tier.rawValue & 1 == 1 } }
}
