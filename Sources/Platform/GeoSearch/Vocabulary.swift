import Initializers

/// What a word can mean besides itself.
public enum Concept: Hashable, Sendable {
    case cuisine(String)
    case diet(Diet)
    case kind(PlaceKind)

    /// The term in the index. Its first byte, with which no word begins, keeps it distinct from words.
    var term: String {
        switch self {
        case .cuisine(let key): "\u{1}" + key
        case .diet(let diet): "\u{2}" + diet.rawValue
        case .kind(let kind): "\u{3}" + kind.rawValue
        }
    }

    /// The first byte of a cuisine's term.
    static let cuisineMark: UInt8 = 1
    /// The greatest first byte of a term that is not a word: that of a price.
    static let lastMark: UInt8 = 4
}

/// Words of many languages for cuisines, dishes, diets and kinds of places.
///
/// A text that contains a phrase of an entry also matches the entry's concepts and its other words, at
/// ``MatchTier/synonym``: "pizzeria" finds a place whose cuisine is pizza, and one called "Pizza Corner". The words of a
/// weak entry are common in names: a place with the concept matches at ``MatchTier/prefix`` only, so it does not
/// hide the places that have the word in their name.
public struct Vocabulary: Sendable {
    @MemberwiseInit(unlabeled: 2)
    public struct Entry: Hashable, Sendable {
        /// What the phrases mean. A dish means the cuisines that serve it.
        public let concepts: [Concept]
        /// Words or phrases, in any language.
        public let phrases: [String]
        public var isWeak: Bool = false

        /// Whether names are searched for the entry's words inside longer words: only dishes, cuisines and diets,
        /// because a place has its kind anyway, and バー (bar) is in many other words.
        var hasCompounds: Bool {
            concepts.contains { if case .kind = $0 { false } else { true } }
        }
    }

    /// An entry in the form in which it is searched.
    struct Meaning: Hashable, Sendable {
        let conceptTerms: [String]
        /// The phrases that are a single word, and the compounds.
        let words: [String]
        let isWeak: Bool
    }

    private struct Phrase: Sendable {
        let words: [String]
        let meaning: Meaning
    }

    /// Phrases by their first word.
    private var phrases: [String: [Phrase]] = [:]
    /// Phrases of a single word, in byte order.
    private var single: [(word: String, meaning: Meaning)] = []
    let compounds: CompoundWords

    /// - Parameter folded: The words of phrases that the caller has folded already.
    public init(_ entries: [Entry] = [], folded texts: FoldedWords = FoldedWords()) {
        var allCompounds: [String] = []
        for entry in entries {
            let folded = entry.phrases.map(texts.words).filter { !$0.isEmpty }
            let compounds =
                entry.hasCompounds
                ? entry.phrases.compactMap { CompoundWords.compound($0, words: texts.words(of: $0)) } : []
            allCompounds += compounds
            let meaning = Meaning(
                conceptTerms: entry.concepts.map(\.term),
                words: folded.filter { $0.count == 1 }.map { $0[0] } + compounds, isWeak: entry.isWeak)
            for words in folded {
                phrases[words[0], default: []].append(Phrase(words: words, meaning: meaning))
                if words.count == 1 { single.append((words[0], meaning)) }
            }
        }
        single.sort { $0.word.utf8.lexicographicallyPrecedes($1.word.utf8) }
        compounds = CompoundWords(compounds: allCompounds)
    }

    /// Returns what each word of a text means, alone or as a part of a phrase.
    func meanings(of words: [String]) -> [[Meaning]] {
        var meanings = words.map { _ in [Meaning]() }
        for start in words.indices {
            for phrase in phrases[words[start]] ?? [] where words[start...].starts(with: phrase.words) {
                for index in start..<(start + phrase.words.count) { meanings[index].append(phrase.meaning) }
            }
        }
        return meanings
    }

    /// Returns what the words that begin with `prefix` mean, without duplicates.
    func meanings(withPrefix prefix: String) -> Set<Meaning> {
        var low = single.firstIndex(notBefore: prefix) { $0.word }
        var meanings: Set<Meaning> = []
        while low < single.count, single[low].word.utf8.starts(with: prefix.utf8) {
            meanings.insert(single[low].meaning)
            low += 1
        }
        return meanings
    }
}

extension Vocabulary {
    /// A hash of what an index contains because of the vocabulary: a saved index is valid only with the same one.
    public var fingerprint: UInt64 {
        var hash = Fingerprint()
        hash.add("compounds", compounds.all)
        return hash.value
    }
}

extension Array {
    /// Returns the index of the first element whose text does not sort before `text` by its bytes, or `endIndex`. The
    /// elements are in the order of their texts. Takes logarithmic time.
    package func firstIndex(notBefore text: String, by elementText: (Element) -> String) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if elementText(self[middle]).utf8.lexicographicallyPrecedes(text.utf8) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
