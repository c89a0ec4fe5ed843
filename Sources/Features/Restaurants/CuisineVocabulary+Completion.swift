import GeoSearch
import NoonishAPI

extension CuisineVocabulary {
    /// A cuisine or dish with a word that starts with the typed text.
    struct Completion: Hashable, Sendable {
        enum Meaning: Hashable, Sendable {
            case cuisine(RestaurantCuisine)
            case dish(Dish)
        }

        let meaning: Meaning
        /// The word that starts with the typed text.
        let word: String

        /// Returns the suggestion without a count, named in the first of `languages` that has a name.
        func suggestion(_ languages: [String]) -> RestaurantSuggestion {
            let (kind, id, names): (RestaurantSuggestion.Kind, String, [String: String]) =
                switch meaning {
                case .cuisine(let cuisine): (.cuisine, cuisine.id, cuisine.names)
                case .dish(let dish): (.dish, dish.id, dish.names)
                }
            let name = (languages + ["en"]).lazy.compactMap { names[$0] }.first ?? word
            return RestaurantSuggestion(
                kind: kind, id: id, text: name,
                detail: TextFolding.words(of: word) == TextFolding.words(of: name) ? nil : word)
        }
    }

    /// Returns cuisines and dishes with a word that starts with `text`, each once: cuisines first, then by
    /// length of the word, because the shorter word is the more likely match.
    func completions(of text: String) -> [Completion] {
        let typed = TextFolding.words(of: text).joined(separator: " ")
        guard !typed.isEmpty else { return [] }
        var found: [Completion] = []
        for index in completionTable.indices(from: typed) {
            let entry = completionTable.entries[index]
            guard entry.folded.utf8.starts(with: typed.utf8) else { break }
            found.append(entry.completion)
        }
        found.sort { $0.rank < $1.rank }
        var seen: Set<String> = []
        return found.filter { seen.insert($0.identity).inserted }
    }
}

extension CuisineVocabulary.Completion {
    fileprivate var identity: String {
        switch meaning {
        case .cuisine(let cuisine): cuisine.id
        case .dish(let dish): dish.id
        }
    }

    fileprivate var rank: (Int, Int, String) {
        switch meaning {
        case .cuisine(let cuisine): (0, word.unicodeScalars.count, cuisine.id)
        case .dish(let dish): (1, word.unicodeScalars.count, dish.id)
        }
    }
}

/// Every word of every cuisine and dish, folded and sorted by bytes.
struct CompletionTable: Sendable {
    struct Entry: Sendable {
        let folded: String
        let completion: CuisineVocabulary.Completion
    }

    let entries: [Entry]

    init(_ completions: [CuisineVocabulary.Completion], folded: FoldedWords) {
        entries = completions.map {
            Entry(folded: folded.words(of: $0.word).joined(separator: " "), completion: $0)
        }.sorted { $0.folded.utf8.lexicographicallyPrecedes($1.folded.utf8) }
    }

    /// Returns the indices from the first entry that does not sort before `text`.
    func indices(from text: String) -> Range<Int> {
        entries.firstIndex(notBefore: text, by: \.folded)..<entries.count
    }
}
