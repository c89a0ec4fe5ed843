/// One word of a text, resolved in one segment: the terms that match it, how well they do, and where their
/// places are.
struct WordMatcher {
    /// Which terms were looked up. The deeper levels cost more and are rarely needed.
    enum Depth: Int, Comparable {
        case synonyms = 1
        case prefixes = 2
        case edits = 4

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The tier of a place that does not have the word.
    static let none: UInt8 = 5

    /// The matching terms, as places list them, each with its tier.
    private var terms: ContiguousArray<(term: UInt32, tier: UInt8)> = []
    private var attributes: ContiguousArray<(bits: AttributeBits, tier: UInt8)> = []
    /// The term that equals the word; `nil` if no place has it.
    private let exact: UInt32?
    /// The terms that begin with the word.
    private var range: Range<UInt32> = 0..<0
    private var sources: [(source: TermSource, count: Int, tier: UInt8)] = []
    private var depth = Depth.synonyms
    /// The best tier in which any place of the segment may have the word; ``none`` if no place has it.
    private(set) var lowest = Self.none
    /// A bit for each tier in which any place may have the word, as far as terms were looked up.
    private(set) var tiers: UInt8 = 0

    /// Looks up the word itself and its synonyms.
    init(_ word: TextPlan.Word, _ segment: PlaceSegment) {
        exact = segment.columns.term(word.text)
        if let exact { add(exact, .exact, segment) }
        for synonym in word.synonyms { add(synonym, .synonym, segment) }
        sort()
    }

    /// Looks up what `depth` includes and was not looked up before.
    mutating func deepen(_ word: TextPlan.Word, _ segment: PlaceSegment, to depth: Depth) {
        guard depth > self.depth else { return }
        if self.depth < .prefixes {
            if word.isPrefix { addPrefix(word, segment) }
            for concept in word.weakConcepts { add(concept, .prefix, segment) }
        }
        if depth == .edits {
            for near in segment.words(near: word.text) {
                add(near.term, near.edits == 1 ? .oneEdit : .twoEdits, segment)
            }
        }
        self.depth = depth
        sort()
    }

    private mutating func sort() {
        terms.sort { ($0.term, $0.tier) < ($1.term, $1.tier) }
    }

    /// Adds a word, or a concept by its ``Concept/term``.
    private mutating func add(_ word: String, _ tier: MatchTier, _ segment: PlaceSegment) {
        if let term = segment.columns.term(word) { add(term, tier, segment) }
    }

    private mutating func add(_ term: UInt32, _ tier: MatchTier, _ segment: PlaceSegment) {
        terms.append((term, tier.rawValue))
        addMeanings(of: term..<term + 1, tier, segment)
        addSource(segment.source(of: term), tier)
    }

    private mutating func addMeanings(of terms: Range<UInt32>, _ tier: MatchTier, _ segment: PlaceSegment) {
        for cuisine in segment.meanings.cuisines(of: terms) { self.terms.append((cuisine, tier.rawValue)) }
        for bits in segment.meanings.attributes(of: terms) { attributes.append((bits, tier.rawValue)) }
    }

    private mutating func addSource(_ source: (source: TermSource, count: Int), _ tier: MatchTier) {
        sources.append((source.source, source.count, tier.rawValue))
        lowest = min(lowest, tier.rawValue)
        tiers |= 1 << tier.rawValue
    }

    private mutating func addPrefix(_ word: TextPlan.Word, _ segment: PlaceSegment) {
        range = segment.terms(withPrefix: word.text)
        let mask = segment.mask(of: range)
        // The word itself sorts first, and was looked up before.
        if mask == nil, !range.isEmpty, range.lowerBound == exact { range = range.dropFirst() }
        addMeanings(of: range, .prefix, segment)
        if let mask {
            addSource(mask, .prefix)
        } else {
            for term in range { addSource(segment.source(of: term), .prefix) }
        }
    }

    /// Returns the best tier in which a place has the word.
    @inline(__always) func tier(_ segment: PlaceSegment, _ ordinal: Int) -> UInt8 {
        let columns = segment.columns
        var best = Self.none
        if !attributes.isEmpty {
            let bits = UInt32(columns.attributes[ordinal])
            for (test, tier) in attributes where tier < best && test.areMet(by: bits) { best = tier }
        }
        for index in columns.termStarts[ordinal]..<columns.termStarts[ordinal + 1] {
            if best == lowest { break }
            let term = columns.terms[index]
            if range.contains(term) { best = min(best, MatchTier.prefix.rawValue) }
            best = min(best, tier(of: term))
        }
        return best
    }

    /// Returns the lanes of a block that may have the word, by comparing the terms of all sixteen places at
    /// once; all lanes if there are too many terms to compare.
    @inline(__always) func lanes(_ segment: PlaceSegment, _ block: Int) -> UInt32 {
        guard terms.count <= 4, attributes.isEmpty else { return 0xFFFF }
        let columns = segment.columns
        let first = block * 16
        let last = min(first + 16, columns.count)
        var position = Int(columns.termStarts[first])
        let end = Int(columns.termStarts[last])
        let rangeStart = SIMD16<UInt32>(repeating: range.lowerBound)
        let rangeLength = SIMD16<UInt32>(repeating: range.upperBound - range.lowerBound)
        var place = first
        var lanes: UInt32 = 0
        while position < end {
            let block = columns.terms.numbers(position)
            var isMet = (block &- rangeStart) .< rangeLength
            for entry in terms { isMet .|= block .== SIMD16<UInt32>(repeating: entry.term) }
            var hits = isMet.bits & (end - position >= 16 ? 0xFFFF : 1 << UInt32(end - position) - 1)
            while hits != 0 {
                let hit = position + hits.trailingZeroBitCount
                hits &= hits - 1
                while Int(columns.termStarts[place + 1]) <= hit { place += 1 }
                lanes |= 1 << UInt32(place - first)
            }
            position += 16
        }
        return lanes
    }

    @inline(__always) private func tier(of term: UInt32) -> UInt8 {
        if terms.count <= 8 {
            for entry in terms where entry.term == term { return entry.tier }
            return Self.none
        }
        var low = 0
        var high = terms.count
        while low < high {
            let middle = (low + high) / 2
            if terms[middle].term < term { low = middle + 1 } else { high = middle }
        }
        return low < terms.count && terms[low].term == term ? terms[low].tier : Self.none
    }

    /// Returns the sources of the places that may have the word in one of `tiers`. Places that have it in a
    /// better tier may be missing.
    func sources(of tiers: ClosedRange<UInt8>) -> TermGroup {
        var group = TermGroup()
        for (source, count, tier) in sources where tiers.contains(tier) { group.add(source, count, tier) }
        return group
    }
}

/// A union of sources: a place must be in at least one.
struct TermGroup {
    private(set) var masks: [BlockMask] = []
    /// The start of the lanes of each mask that has them, and the tier in which the places there have the
    /// word.
    private(set) var lanes: [(start: Int, tier: UInt8)] = []
    private(set) var lists: [(range: Range<Int>, boxes: Int?)] = []
    /// The number of places, counted once for each source.
    private(set) var count = 0

    /// Whether lanes alone decide which places are in the group.
    var isDecidedByLanes: Bool { lists.isEmpty && !lanes.isEmpty && lanes.count == masks.count }

    /// - Parameter tier: The tier of a word; ignored for a filter.
    mutating func add(_ source: TermSource, _ count: Int, _ tier: UInt8 = 0) {
        self.count += count
        switch source {
        case .mask(let mask):
            masks.append(mask)
            if let start = mask.lanes { lanes.append((start, tier)) }
        case .list(let range, let boxes): lists.append((range, boxes))
        }
    }
}
