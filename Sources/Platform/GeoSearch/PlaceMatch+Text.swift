extension PlaceMatch {
    /// What of `place` met the word that was met worst; nil without words.
    ///
    /// - Complexity: folds every field of the place again; made for the places of one page.
    init?(_ plan: TextPlan, of place: Place) {
        let worst = plan.words.compactMap { Self.best($0, of: place) }.max { $0.tier < $1.tier }
        guard let worst else { return nil }
        self = worst
    }

    private static func best(_ word: TextPlan.Word, of place: Place) -> PlaceMatch? {
        let fields = PlaceTerms.fields(of: place).map {
            (field: $0.field, text: $0.text, words: TextFolding.indexWords(of: $0.text))
        }
        let concepts = PlaceTerms.concepts(of: place)

        func match(_ tier: MatchTier, _ isMet: (String) -> Bool) -> PlaceMatch? {
            for concept in concepts where isMet(concept.term) { return PlaceMatch(concept, tier) }
            guard let found = fields.first(where: { $0.words.contains(where: isMet) }) else { return nil }
            return PlaceMatch(field: found.field, text: found.text, tier: tier)
        }
        return match(.exact) { $0 == word.text }
            ?? match(.synonym) { word.synonyms.contains($0) }
            ?? (word.isPrefix
                ? match(.prefix) { word.prefixConcepts.contains($0) || $0.utf8.starts(with: word.text.utf8) }
                : nil)
            ?? match(.oneEdit) { word.edits(to: $0) == 1 }
            ?? match(.twoEdits) { word.edits(to: $0) == 2 }
    }

    private init(_ concept: Concept, _ tier: MatchTier) {
        switch concept {
        case .cuisine(let key): self.init(field: .cuisine, text: key, tier: tier)
        case .diet(let diet): self.init(field: .diet, text: diet.rawValue, tier: tier)
        case .kind(let kind): self.init(field: .kind, text: kind.rawValue, tier: tier)
        }
    }
}
