import GeoSearch
import NoonishAPI

/// A search text as it is understood: words to look for, and filters.
struct SearchText: Hashable, Sendable {
    /// A part of the text between spaces, with its folded words.
    struct Token: Hashable, Sendable {
        let text: String
        let words: [String]
    }

    struct FilterPhrase: Hashable, Sendable {
        let filter: SearchFilter
        /// The text as the caller wrote it.
        let text: String
    }

    var words: [String]
    var filters: [FilterPhrase] = []
    /// Words and filters that were left out because nothing matched with them.
    var ignored: [String] = []

    /// Takes the whole text as words.
    init(literal text: String) { words = text.isEmpty ? [] : [text] }

    /// Takes the phrases of `vocabulary` as filters, and all else as words.
    init(_ text: String, _ vocabulary: FilterVocabulary) {
        let tokens = text.split(whereSeparator: \.isWhitespace).map { part in
            Token(text: String(part), words: TextFolding.words(of: String(part)))
        }.filter { !$0.words.isEmpty }.prefix(SearchLimits.words)
        words = []
        var position = 0
        while position < tokens.count {
            let phrase = vocabulary.phrase(at: tokens[position...])
            let end = position + (phrase?.count ?? 1)
            let texts = tokens[position..<end].map(\.text)
            if let filter = phrase?.filter {
                if filter.hasEffect {
                    filters.append(FilterPhrase(filter: filter, text: texts.joined(separator: " ")))
                }
            } else {
                words += texts
            }
            position = end
        }
    }

    /// Whether the text has neither filters nor words without a meaning, so that it is searched as it is.
    func isLiteral(_ text: String) -> Bool {
        filters.isEmpty && words.count == text.split(whereSeparator: \.isWhitespace).count
    }

    /// The time of day at which places must be open.
    var hours: DayHours? { filters.lazy.compactMap(\.filter.hours).first }

    /// Returns `query` with this text. Filters that the query has already are not changed.
    func applied(to query: PlaceQuery) -> PlaceQuery {
        var query = query
        query.text = words.joined(separator: " ")
        let filters = filters.map(\.filter)
        if query.open.isEmpty, filters.contains(where: { $0.isOpen || $0.hours != nil }) {
            query.open = [.open]
        }
        if query.prices.isEmpty { query.prices = filters.reduce(into: []) { $0.formUnion($1.prices) } }
        return query
    }

    func without(words dropped: Set<String>) -> SearchText {
        var text = self
        text.words = words.filter { !dropped.contains($0) }
        text.ignored += words.filter(dropped.contains)
        return text
    }

    func withoutFilters() -> SearchText {
        var text = self
        text.ignored += filters.map(\.text)
        text.filters = []
        return text
    }
}

extension SearchInterpretation {
    /// Returns `nil` if the whole text was searched as it is.
    init?(_ text: SearchText) {
        guard !text.filters.isEmpty || !text.ignored.isEmpty else { return nil }
        self.init(
            text: text.words.joined(separator: " "),
            filters: text.filters.map { Filter(id: $0.filter.id, text: $0.text) }, ignored: text.ignored)
    }
}
