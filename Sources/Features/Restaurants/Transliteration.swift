import Dispatch
import Foundation
import Synchronization

/// Transliterates names into Latin letters, for people who cannot type other scripts.
///
/// Cyrillic is written as travellers write it, because few people type scholarly letters (š, č, h); other
/// scripts use ICU's `Any-Latin`. The result is never shown as a name. It is only searched, with typos
/// allowed.
///
/// - Source: BGN/PCGN 1947 for Russian, without its signs; ICU user guide, "General Transforms".
package enum Transliteration {
    /// Returns the texts that contain a letter of another script, each with its transliteration, computed on
    /// all cores.
    ///
    /// - Complexity: A microsecond for each Latin or Cyrillic text; a quarter of a millisecond for a name in
    ///   another script. Joining several names into one text takes ICU as long, and the context changes how
    ///   some of them are written.
    package static func latin(_ texts: some Sequence<String>) -> [String: String] {
        let foreign = Array(Set(texts.filter(isNeeded)))
        let latin = Mutex<[String: String]>([:])
        DispatchQueue.concurrentPerform(iterations: (foreign.count + namesPerTask - 1) / namesPerTask) {
            part in
            let mine = foreign[part * namesPerTask..<min((part + 1) * namesPerTask, foreign.count)]
            let written = mine.map { ($0, transliterate($0)) }
            latin.withLock { $0.merge(written) { first, _ in first } }
        }
        return latin.withLock { $0 }
    }

    /// Returns whether a text contains a letter of another script.
    static func isNeeded(_ text: String) -> Bool { text.unicodeScalars.contains(where: isNonLatin) }

    /// Number of names per unit of work: some milliseconds.
    private static let namesPerTask = 32

    private static func transliterate(_ text: String) -> String {
        var written = ""
        for character in text {
            if let letters = cyrillic[Character(character.lowercased())] {
                written += letters
            } else {
                written.append(character)
            }
        }
        guard written.unicodeScalars.contains(where: isNonLatin) else { return written }
        return written.applyingTransform(.toLatin, reverse: false) ?? written
    }

    /// Returns whether the scalar is a letter outside of Latin, its extensions and combining marks.
    private static func isNonLatin(_ scalar: Unicode.Scalar) -> Bool {
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
