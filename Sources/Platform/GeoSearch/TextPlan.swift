/// A text, resolved: for each word the terms that meet it, by tier.
struct TextPlan {
    struct Word {
        let text: String
        /// Concept terms and words that mean the same.
        let synonyms: Set<String>
        /// Whether words that begin with ``text`` meet it too.
        let isPrefix: Bool
        /// Concept terms of vocabulary words that begin with ``text``.
        let prefixConcepts: Set<String>

        /// Edits to another word; nil if they are more than ``text`` may be met with.
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

    init(_ text: String, _ vocabulary: Vocabulary) {
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
                synonyms: Set(meanings[index].flatMap { $0.conceptTerms + $0.words }),
                isPrefix: isLast,
                prefixConcepts: understood
                    ? Set(vocabulary.meanings(withPrefix: text).flatMap(\.conceptTerms)) : [])
        }
    }
}
