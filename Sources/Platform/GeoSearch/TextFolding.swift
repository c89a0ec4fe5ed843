import Foundation

// How text becomes words
// ======================
// Folding makes different spellings of a word equal: NFKC, lower case, marks removed, a table for letters
// that include their mark (ł ø æ ß ı …), katakana as hiragana. Both sides of a search are folded alike, so
// what is lost ("ä" becomes "a") is lost on both.
//
// Words are runs of letters and digits. Scripts without spaces (Han, kana, Thai, Lao, Khmer, Burmese) produce
// overlapping pairs of characters instead, and an index contains their single characters too: 餃子館 is found by
// 餃子, by 館 and by 餃, but not by 子餃. It also contains the vocabulary's words inside them (`CompoundWords`).
//
// A word with an apostrophe is also indexed as a whole: "McDonald's" produces mcdonald, s and mcdonalds.

/// The tokenizer, which turns text into words that can be compared byte by byte.
public enum TextFolding {
    /// Returns the words of a query's text, in order.
    public static func words(of text: String) -> [String] {
        words(of: text, forIndex: false, CompoundWords())
    }

    /// Returns the words under which a text of a place is indexed: ``words(of:)`` and more.
    static func indexWords(of text: String, _ compounds: CompoundWords = CompoundWords()) -> [String] {
        words(of: text, forIndex: true, compounds)
    }

    /// Returns the text with its letters folded; other characters are unchanged.
    public static func fold(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        // Marks can be distinguished from letters only after decomposition (NFKD); Hangul is recomposed
        // afterwards.
        let apart = text.lowercased().decomposedStringWithCompatibilityMapping
        var folded = String.UnicodeScalarView()
        for scalar in apart.unicodeScalars where !isMark(scalar) {
            if let letters = letterTable[scalar] {
                folded.append(contentsOf: letters.unicodeScalars)
            } else {
                folded.append(scalar)
            }
        }
        return String(folded).precomposedStringWithCanonicalMapping.lowercased().withHiragana
    }

    private static func words(of text: String, forIndex: Bool, _ compounds: CompoundWords) -> [String] {
        if let words = plainWords(of: text) { return words }
        var words: [String] = []
        var run = WordTokenizer(forIndex: forIndex, compounds: compounds)
        for scalar in fold(text).unicodeScalars { run.consume(scalar, into: &words) }
        run.end(into: &words)
        return words
    }

    /// Returns the words of ASCII text without apostrophes, the most common case; `nil` for any other text.
    private static func plainWords(of text: String) -> [String]? {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "'") }) else { return nil }
            var words: [String] = []
            var start = 0
            for index in 0...bytes.count {
                if index < bytes.count, lowercaseLetter(bytes[index]) != nil { continue }
                if index > start {
                    words.append(
                        String(unsafeUninitializedCapacity: index - start) { word in
                            for at in start..<index { word[at - start] = lowercaseLetter(bytes[at]) ?? 0 }
                            return index - start
                        })
                }
                start = index + 1
            }
            return words
        }
    }

    /// Returns the folded form of an ASCII letter or digit; `nil` for any other byte.
    @inline(__always) static func lowercaseLetter(_ byte: UInt8) -> UInt8? {
        if byte &- UInt8(ascii: "0") < 10 || byte &- UInt8(ascii: "a") < 26 { return byte }
        return byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : nil
    }

    /// Returns whether a scalar is a mark that other spellings omit. Vowel signs of Thai, Devanagari and
    /// related scripts have combining class 0 and stay, as do viramas (9), nuktas (7) and the voicing marks
    /// of kana (8), because a word without them is another word.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        let combining = scalar.properties.canonicalCombiningClass.rawValue
        return combining == 1 || (10...35).contains(combining) || (200...240).contains(combining)
            || scalar == "\u{640}"  // Arabic tatweel only stretches a word
    }

    /// Replacements for letters and apostrophes without a suitable decomposition.
    private static let letterTable: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h",
        "ı": "i",
        "ŋ": "n", "ŧ": "t", "ĸ": "k", "ə": "e", "ɨ": "i", "ƀ": "b", "ɓ": "b", "ɗ": "d", "ƙ": "k", "ɣ": "g",
        "ς": "σ", "ґ": "г", "ѓ": "г", "ђ": "д", "ј": "й",
        "ة": "ه", "ى": "ي", "ی": "ي", "ک": "ك", "ٱ": "ا",
        "’": "'", "‘": "'", "ʼ": "'", "ʹ": "'", "´": "'", "`": "'",
    ]
}

extension String {
    /// The string with katakana letters as hiragana, which are 0x60 lower in Unicode.
    fileprivate var withHiragana: String {
        guard unicodeScalars.contains(where: { (0x30A1...0x30F6).contains($0.value) }) else { return self }
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if (0x30A1...0x30F6).contains(scalar.value), let hiragana = Unicode.Scalar(scalar.value - 0x60) {
                scalars.append(hiragana)
            } else {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}
