extension PlaceMatch {
    /// Finds what in `place` matches the weakest word of a text. Returns `nil` if the text has no words or
    /// none matches.
    ///
    /// - Complexity: folds every field of the place again; meant for the places of one page.
    init?(_ plan: TextPlan, of place: @autoclosure () -> Place) {
        guard !plan.words.isEmpty else { return nil }
        let place = place()
        let fields = PlaceTerms.fields(of: place).map {
            Field.Words(
                field: $0.field, text: $0.text, words: TextFolding.indexWords(of: $0.text, plan.compounds))
        }
        let concepts = PlaceTerms.concepts(of: place)
        let worst = plan.words.compactMap { Self.best($0, fields, concepts) }.max { $0.tier < $1.tier }
        guard let worst else { return nil }
        self = worst
    }

    private static func best(
        _ word: TextPlan.Word, _ fields: [Field.Words], _ concepts: [Concept]
    ) -> PlaceMatch? {
        func match(_ tier: MatchTier, _ isMet: (String) -> Bool) -> PlaceMatch? {
            guard let found = fields.first(where: { $0.words.contains(where: isMet) }) else { return nil }
            return PlaceMatch(field: found.field, text: found.text, tier: tier)
        }
        func match(_ tier: MatchTier, _ terms: Set<String>) -> PlaceMatch? {
            if terms.isEmpty { return nil }
            for concept in concepts where terms.contains(concept.term) { return PlaceMatch(concept, tier) }
            return match(tier) { terms.contains($0) }
        }
        if let exact = match(.exact, { $0 == word.text }) ?? match(.synonym, word.synonyms) { return exact }
        let weak =
            match(.prefix, word.weakConcepts)
            ?? (word.isPrefix ? match(.prefix) { $0.utf8.starts(with: word.text.utf8) } : nil)
        if let weak { return weak }
        return match(.oneEdit) { word.edits(to: $0) == 1 } ?? match(.twoEdits) { word.edits(to: $0) == 2 }
    }

    private init(_ concept: Concept, _ tier: MatchTier) {
        switch concept {
        case .cuisine(let key): self.init(field: .cuisine, text: key, tier: tier)
        case .diet(let diet): self.init(field: .diet, text: diet.rawValue, tier: tier)
        case .kind(let kind): self.init(field: .kind, text: kind.rawValue, tier: tier)
        }
    }
}

extension PlaceMatch.Field {
    /// A text of a place, with its words.
    fileprivate struct Words {
        let field: PlaceMatch.Field
        let text: String
        let words: [String]
    }
}
