// Words inside longer ones
// ========================
// Japanese, Chinese, Thai and Korean names join words without spaces: 博多ラーメン, 기장우동집. Folding divides such
// names into pairs of characters, or not at all, so a synonym of three characters would never equal a word of the
// index. Instead, an index of places knows the vocabulary's own words, finds them inside names when a place is
// added, and lists each as one more word. A search then looks up one more term for each synonym.

/// The words of a vocabulary that may be part of a longer run of characters.
struct CompoundWords: Hashable, Sendable {
    /// The characters of words, by their first two characters.
    private var words: [String: [[String]]] = [:]

    init(_ phrases: [String] = []) {
        self.init(compounds: phrases.compactMap { Self.compound($0) })
    }

    /// - Parameter compounds: Words that ``compound(_:words:)`` returned.
    init(compounds: [String]) {
        for compound in Set(compounds) {
            let characters = Self.characters(of: compound)
            words[characters[0] + characters[1], default: []].append(characters)
        }
    }

    var isEmpty: Bool { words.isEmpty }

    /// All words, in no order.
    var all: [String] { words.values.joined().map { $0.joined() } }

    /// Returns the words that occur in a run of characters.
    func words(in characters: [String]) -> [String] {
        guard !isEmpty, characters.count > 1 else { return [] }
        return (0..<characters.count - 1).flatMap { start in
            (words[characters[start] + characters[start + 1]] ?? []).lazy
                .filter { characters[start...].starts(with: $0) }.map { $0.joined() }
        }
    }

    /// Returns the Hangul words that occur in a word.
    func words(inWord word: String) -> [String] {
        guard !isEmpty, word.unicodeScalars.first.map(Self.isHangul) ?? false else { return [] }
        return words(in: word.unicodeScalars.map { String($0) })
    }

    /// Returns a phrase as the single word as which an index lists it: a run of at least three characters of a
    /// script without spaces, because pairs are words in any case, or a Hangul word of at least two syllables.
    ///
    /// - Parameter words: The phrase's words.
    static func compound(_ phrase: String, words: [String]) -> String? {
        // The pairs of a run are words of their own, so a single word is either Hangul or no compound.
        guard words.count > 1 || words.first?.unicodeScalars.first.map(isHangul) ?? false else { return nil }
        let folded = TextFolding.fold(phrase)
        let characters = characters(of: folded)
        if folded.unicodeScalars.allSatisfy(isHangul) { return characters.count > 1 ? folded : nil }
        guard characters.count > 2, words.count == characters.count - 1 else { return nil }
        return folded
    }

    static func compound(_ phrase: String) -> String? {
        compound(phrase, words: TextFolding.words(of: phrase))
    }

    /// The characters of a run, each with its combining signs, as ``WordTokenizer`` divides it.
    private static func characters(of run: String) -> [String] {
        var tokenizer = WordTokenizer(forIndex: true)
        var words: [String] = []
        for scalar in run.unicodeScalars { tokenizer.consume(scalar, into: &words) }
        return tokenizer.pendingCharacters ?? run.unicodeScalars.map { String($0) }
    }

    private static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
        (0xAC00...0xD7A3).contains(scalar.value)
    }
}
