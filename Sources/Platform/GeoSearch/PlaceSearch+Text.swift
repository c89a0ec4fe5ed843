import Geo

extension PlaceSearch {
    private struct Candidate {
        let found: Found
        let tier: MatchTier
    }

    /// Offers the places that meet the text in its two best tiers, and a cuisine if any is asked for.
    ///
    /// - Returns: The better of the two tiers; nil without text or when nothing meets it.
    func collectCandidates(of segments: [LiveSegment], _ collector: inout Collector) -> MatchTier? {
        var candidates: [Candidate] = []
        for (number, live) in segments.enumerated() {
            for (ordinal, tier) in matches(in: live.segment) {
                guard let found = examine(live, number, ordinal, tier: tier) else { continue }
                candidates.append(Candidate(found: found, tier: tier))
            }
        }
        guard !plan.words.isEmpty else {
            for candidate in candidates { collector.offer(candidate.found) }
            return nil
        }
        guard let best = query.cursor?.tier ?? bestTier(candidates) else { return nil }
        for candidate in candidates where candidate.tier.rawValue <= best.rawValue + 1 {
            collector.offer(candidate.found)
        }
        return best
    }

    /// The best tier in the area; without one, near the origin, or anywhere if nothing near meets the text.
    private func bestTier(_ candidates: [Candidate]) -> MatchTier? {
        guard radius == nil, box == nil else { return candidates.map(\.tier).min() }
        let near = Self.centimetres(SearchLimits.tierRadius)
        return candidates.filter { $0.found.centimetres <= near }.map(\.tier).min()
            ?? candidates.map(\.tier).min()
    }

    /// The places of the segment that meet every word and a cuisine, each with the tier of its worst word.
    private func matches(in segment: PlaceSegment) -> [(ordinal: Int, tier: MatchTier)] {
        var sets = plan.words.map { WordMatches($0, segment) }
        if !query.cuisines.isEmpty { sets.append(WordMatches(cuisines: query.cuisines, segment)) }
        guard let rarest = sets.indices.min(by: { sets[$0].ordinals.count < sets[$1].ordinals.count }) else {
            return []
        }
        return sets[rarest].ordinals.compactMap { ordinal in
            var worst = MatchTier.exact
            for set in sets {
                guard let tier = set.tier(of: ordinal) else { return nil }
                worst = max(worst, tier)
            }
            return (Int(ordinal), worst)
        }
    }
}

/// The places of one segment that meet one word, each with the best tier.
private struct WordMatches {
    /// In no order, each once.
    private(set) var ordinals: [UInt32] = []
    /// By ordinal, the raw tier; ``none`` where the word is not met. Empty if nothing meets it.
    private var tiers: [UInt8] = []

    private static let none = UInt8.max

    init(_ word: TextPlan.Word, _ segment: PlaceSegment) {
        let exact = segment.terms[word.text]
        let synonyms = word.synonyms.map { segment.terms[$0] }
        let prefixes =
            word.isPrefix
            ? segment.terms.lists(withPrefix: word.text) + word.prefixConcepts.map { segment.terms[$0] } : []
        add([exact], .exact, segment)
        add(synonyms, .synonym, segment)
        add(prefixes, .prefix, segment)
    }

    init(cuisines: Set<String>, _ segment: PlaceSegment) {
        add(cuisines.map { segment.terms[Concept.cuisine($0).term] }, .exact, segment)
    }

    func tier(of ordinal: UInt32) -> MatchTier? {
        tiers.isEmpty ? nil : MatchTier(rawValue: tiers[Int(ordinal)])
    }

    /// Lists are added from the best tier down, so the first mark of a place stays.
    private mutating func add(_ lists: [ArraySlice<UInt32>], _ tier: MatchTier, _ segment: PlaceSegment) {
        for list in lists where !list.isEmpty {
            if tiers.isEmpty { tiers = Array(repeating: Self.none, count: segment.count) }
            for ordinal in list where tiers[Int(ordinal)] == Self.none {
                tiers[Int(ordinal)] = tier.rawValue
                ordinals.append(ordinal)
            }
        }
    }
}
