/// A query's text, resolved to its words and what each of them may match.
struct TextPlan {
    struct Word {
        let text: String
        /// Concept terms and words with the same meaning. Words of several characters in a script without spaces
        /// are ``CompoundWords``.
        let synonyms: Set<String>
        /// Whether words that begin with ``text`` match too.
        let isPrefix: Bool
        /// The concept terms that match as weakly as a prefix: of vocabulary words that begin with ``text``, and
        /// of the kinds that it means weakly.
        let weakConcepts: Set<String>

        /// Returns the edit distance to another word; `nil` if it is more than ``text`` may match with.
        func edits(to other: String) -> Int? {
            let letters = text.unicodeScalars.map(\.value)
            let limit = TypoIndex.edits(letterCount: letters.count)
            return letters.withUnsafeBufferPointer { letters in
                other.unicodeScalars.map(\.value).withUnsafeBufferPointer {
                    EditDistance.between(letters, $0, limit: limit)
                }
            }
        }
    }

    let words: [Word]
    /// The compounds that the index lists.
    let compounds: CompoundWords

    init(_ text: String, _ vocabulary: Vocabulary) {
        compounds = vocabulary.compounds
        if text.isEmpty {
            words = []
            return
        }
        let texts = Array(TextFolding.words(of: text).prefix(SearchLimits.words))
        let meanings = vocabulary.meanings(of: texts)
        words = texts.indices.map { index in
            let text = texts[index]
            let isLast = index == texts.count - 1
            let understood = isLast && text.unicodeScalars.count >= SearchLimits.synonymPrefix
            return Word(
                text: text,
                synonyms: Set(
                    meanings[index].lazy.filter { !$0.isWeak }.flatMap { $0.conceptTerms + $0.words }),
                isPrefix: isLast,
                weakConcepts: Set(
                    (meanings[index].filter(\.isWeak)
                        + (understood ? vocabulary.meanings(withPrefix: text) : []))
                        .flatMap(\.conceptTerms)))
        }
    }
}
