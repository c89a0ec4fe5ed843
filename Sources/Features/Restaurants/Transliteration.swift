import Foundation

/// Names in Latin letters, for those who cannot type the others.
///
/// Cyrillic is written as travellers do, since the scholars' letters (š, č, h) are not what anybody types; all else by
/// ICU's `Any-Latin`. It need not be beautiful, and is never shown as a name: it is searched, with typos allowed.
///
/// - Source: BGN/PCGN 1947 for Russian, without its signs; ICU user guide, "General Transforms".
enum Transliteration {
    /// Nil if `text` has no letter of another script.
    ///
    /// - Complexity: a microsecond for Latin and Cyrillic; a quarter of a millisecond for others, which ICU opens anew.
    static func latin(_ text: String) -> String? {
        guard text.unicodeScalars.contains(where: isForeign) else { return nil }
        var written = ""
        for character in text {
            if let letters = cyrillic[Character(character.lowercased())] {
                written += letters
            } else {
                written.append(character)
            }
        }
        guard written.unicodeScalars.contains(where: isForeign) else { return written }
        return written.applyingTransform(.toLatin, reverse: false) ?? written
    }

    /// A letter beyond Latin with all its extensions and the marks upon it.
    private static func isForeign(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value > 0x36F, !(0x1E00...0x1EFF).contains(scalar.value) else { return false }
        return scalar.properties.isAlphabetic
    }

    private static let cyrillic: [Character: String] = [
        "а": "a", "б": "b", "в": "v", "г": "g", "ґ": "g", "д": "d", "е": "e", "ё": "yo", "є": "ye", "ж": "zh",
        "з": "z", "и": "i", "і": "i", "ї": "yi", "й": "y", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o",
        "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ў": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch",
        "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya", "ђ": "dj",
        "ј": "j",
        "љ": "lj", "њ": "nj", "ћ": "c", "џ": "dz", "ѓ": "gj", "ќ": "kj", "ѕ": "dz",
    ]
}
