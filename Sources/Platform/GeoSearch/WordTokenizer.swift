/// A tokenizer that collects scalars into one word after another.
struct WordTokenizer {
    let forIndex: Bool
    private let compounds: CompoundWords
    private var word = String.UnicodeScalarView()
    /// The parts of a word with apostrophes, joined without them.
    private var whole = String.UnicodeScalarView()
    private var hasApostrophe = false
    /// The characters of a script without spaces, each with its combining signs.
    private var characters: [String] = []

    init(forIndex: Bool, compounds: CompoundWords = CompoundWords()) {
        self.forIndex = forIndex
        self.compounds = compounds
    }

    /// The characters of a run that has not ended; `nil` if there is none.
    var pendingCharacters: [String]? { characters.isEmpty ? nil : characters }

    mutating func consume(_ scalar: Unicode.Scalar, into words: inout [String]) {
        switch Class(scalar) {
        case .spaceless:
            endWord(into: &words)
            characters.append(String(scalar))
        case .sign where !characters.isEmpty:
            characters[characters.count - 1].unicodeScalars.append(scalar)
        case .letter, .sign:
            endCharacters(into: &words)
            word.append(scalar)
        case .apostrophe where !word.isEmpty:
            endPart(into: &words)
            hasApostrophe = true
        case .apostrophe, .other:
            end(into: &words)
        }
    }

    mutating func end(into words: inout [String]) {
        endWord(into: &words)
        endCharacters(into: &words)
    }

    private mutating func endPart(into words: inout [String]) {
        guard !word.isEmpty else { return }
        words.append(String(word))
        if forIndex { words += compounds.words(inWord: String(word)) }
        whole.append(contentsOf: word)
        word = String.UnicodeScalarView()
    }

    private mutating func endWord(into words: inout [String]) {
        let hadParts = !whole.isEmpty && !word.isEmpty
        endPart(into: &words)
        if forIndex, hasApostrophe, hadParts { words.append(String(whole)) }
        whole = String.UnicodeScalarView()
        hasApostrophe = false
    }

    private mutating func endCharacters(into words: inout [String]) {
        guard let first = characters.first else { return }
        if characters.count == 1 {
            words.append(first)
        } else {
            if forIndex { words += characters }
            words += zip(characters, characters.dropFirst()).map { $0 + $1 }
            if forIndex { words += compounds.words(in: characters) }
        }
        characters = []
    }

    private enum Class {
        case letter, sign, spaceless, apostrophe, other

        init(_ scalar: Unicode.Scalar) {
            let value = scalar.value
            if value < 0x80 {
                let isLetter = (0x61...0x7A).contains(value) || (0x30...0x39).contains(value)
                self = isLetter ? .letter : value == 0x27 ? .apostrophe : .other
                return
            }
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark: self = .sign
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
                .decimalNumber,
                .letterNumber, .otherNumber:
                self = Self.isSpaceless(value) ? .spaceless : .letter
            default: self = .other
            }
        }

        /// Thai, Lao, Burmese, Khmer; kana with the long mark; Han with its extensions.
        private static func isSpaceless(_ value: UInt32) -> Bool {
            switch value {
            case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3040...0x30FF,
                0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF:
                true
            default: false
            }
        }
    }
}
