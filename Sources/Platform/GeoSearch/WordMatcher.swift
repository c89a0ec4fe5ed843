/// One word of a text, resolved in one segment: which terms meet it, how well, and where their places stand.
struct WordMatcher {
    /// Which terms are looked up already; the rest costs more and is mostly not needed.
    enum Depth: Int, Comparable {
        case synonyms = 1
        case prefixes = 2
        case edits = 4

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// A place with this tier does not have the word.
    static let none: UInt8 = 5

    /// Terms as places list them, each with its tier.
    private var terms: ContiguousArray<(term: UInt32, tier: UInt8)> = []
    private var attributes: ContiguousArray<(test: AttributeTest, tier: UInt8)> = []
    /// Terms that begin with the word.
    private var range: Range<UInt32> = 0..<0
    private var sources: [(source: TermSource, count: Int, tier: UInt8)] = []
    /// The best tier that any place of the segment may have; ``none`` if no place has the word.
    private(set) var lowest = Self.none
    /// A bit for each tier in which any place may have the word, as far as it was looked up.
    var tiers: UInt8 { sources.reduce(0) { $0 | 1 << $1.tier } }

    init(_ word: TextPlan.Word, _ segment: PlaceSegment, _ depth: Depth) {
        add(word.text, .exact, segment)
        for synonym in word.synonyms { add(synonym, .synonym, segment) }
        if depth >= .prefixes, word.isPrefix {
            addPrefix(word, segment)
            for concept in word.prefixConcepts { add(concept, .prefix, segment) }
        }
        if depth >= .edits {
            for near in segment.words(near: word.text) {
                let text = String(decoding: segment.columns.termBytes(Int(near.term)), as: UTF8.self)
                add(text, near.edits == 1 ? .oneEdit : .twoEdits, segment)
            }
        }
        terms.sort { ($0.term, $0.tier) < ($1.term, $1.tier) }
    }

    /// Files a word, or a concept by its ``Concept/term``.
    private mutating func add(_ word: String, _ tier: MatchTier, _ segment: PlaceSegment) {
        guard let term = segment.term(word) else { return }
        if let test = AttributeTest.byTerm[word] {
            attributes.append((test, tier.rawValue))
        } else {
            terms.append((term, tier.rawValue))
            for cuisine in segment.cuisines(implying: word) { terms.append((cuisine, tier.rawValue)) }
            for test in AttributeTest.byWord[word] ?? [] { attributes.append((test, tier.rawValue)) }
        }
        let (source, count) = segment.source(of: term)
        sources.append((source, count, tier.rawValue))
        lowest = min(lowest, tier.rawValue)
    }

    private mutating func addPrefix(_ word: TextPlan.Word, _ segment: PlaceSegment) {
        range = segment.terms(withPrefix: word.text)
        guard !range.isEmpty else { return }
        let tier = MatchTier.prefix.rawValue
        for cuisine in segment.cuisines(implyingPrefix: word.text) { terms.append((cuisine, tier)) }
        for test in AttributeTest.all
        where test.words.contains(where: { $0.utf8.starts(with: word.text.utf8) }) {
            attributes.append((test, tier))
        }
        for (source, count) in segment.sources(of: range) { sources.append((source, count, tier)) }
        lowest = min(lowest, tier)
    }

    /// The best tier of the word in a place.
    @inline(__always) func tier(_ segment: PlaceSegment, _ ordinal: Int) -> UInt8 {
        let columns = segment.columns
        var best = Self.none
        if !attributes.isEmpty {
            let bits = UInt32(columns.attributes[ordinal])
            for (test, tier) in attributes where tier < best && test.isMet(by: bits) { best = tier }
        }
        for index in columns.termStarts[ordinal]..<columns.termStarts[ordinal + 1] {
            if best == lowest { break }
            let term = columns.terms[index]
            if range.contains(term) { best = min(best, MatchTier.prefix.rawValue) }
            best = min(best, tier(of: term))
        }
        return best
    }

    /// The lanes of a block that may hold the word, by looking at the terms of all sixteen places at once; all lanes if
    /// too many terms would have to be looked for.
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

    /// Where all places stand that may have the word in a tier up to `cap`.
    func sources(upTo cap: UInt8) -> TermGroup {
        var group = TermGroup()
        for (source, count, tier) in sources where tier <= cap { group.add(source, count, tier) }
        return group
    }
}

/// Sources of which a place must be in one.
struct TermGroup {
    private(set) var masks: [BlockMask] = []
    /// Where the lanes of the masks that have them begin, and in which tier a place there meets the word.
    private(set) var lanes: [(start: Int, tier: UInt8)] = []
    private(set) var lists: [(range: Range<Int>, boxes: Int?)] = []
    /// Places, counted once for each source.
    private(set) var count = 0

    /// - Parameter tier: Of a word; of no account for a filter.
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

extension PlaceSegment {
    /// The cuisines whose key has `word`.
    func cuisines(implying word: String) -> ArraySlice<UInt32> {
        cuisines(from: word) { $0 == word }
    }

    /// The cuisines whose key has a word that begins with `prefix`.
    func cuisines(implyingPrefix prefix: String) -> ArraySlice<UInt32> {
        cuisines(from: prefix) { $0.utf8.starts(with: prefix.utf8) }
    }

    private func cuisines(from first: String, while isWanted: (String) -> Bool) -> ArraySlice<UInt32> {
        var low = 0
        var high = cuisineWords.count
        while low < high {
            let middle = (low + high) / 2
            if cuisineWords[middle].word.utf8.lexicographicallyPrecedes(first.utf8) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return cuisineWords[low...].prefix { isWanted($0.word) }.map(\.cuisine)[...]
    }
}
