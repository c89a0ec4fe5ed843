import GeoSearch

/// The phrases of a vocabulary that stand for filters.
struct FilterVocabulary: Sendable {
    /// Filters by their folded words. `nil`: a longer phrase that contains such words but names a dish, a cuisine, a
    /// kind or a diet, as "dagens lunch" does.
    private var phrases: [[String]: SearchFilter?] = [:]
    private var longest = 0

    /// - Parameters:
    ///   - others: The phrases of all other sections.
    ///   - folded: The words of phrases that the caller has folded already.
    init(
        _ filters: [(filter: SearchFilter, words: [String])] = [], others: some Sequence<String> = [],
        folded: FoldedWords = FoldedWords()
    ) {
        for (filter, words) in filters {
            for word in words { phrases[folded.words(of: word)] = .some(filter) }
        }
        let firsts = Set(phrases.keys.flatMap { $0 })
        for other in others where other.contains(" ") {
            let words = folded.words(of: other)
            if words.count > 1, phrases[words] == nil, !firsts.isDisjoint(with: words) {
                phrases.updateValue(nil, forKey: words)
            }
        }
        longest = phrases.keys.map(\.count).max() ?? 0
    }

    /// Returns the longest phrase at the start of `tokens`, each of which has its folded words: how many tokens it
    /// takes, and its filter, `nil` if it is not one. Returns `nil` without a phrase.
    func phrase(at tokens: ArraySlice<SearchText.Token>) -> (count: Int, filter: SearchFilter?)? {
        var words: [String] = []
        var found: (count: Int, filter: SearchFilter?)?
        for (offset, token) in tokens.enumerated() {
            words += token.words
            guard words.count <= longest else { break }
            if let filter = phrases[words] { found = (offset + 1, filter) }
        }
        return found
    }
}
