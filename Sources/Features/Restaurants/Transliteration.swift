import Dispatch
import Foundation
import Synchronization

/// Names in Latin letters, for those who cannot type the others.
///
/// Cyrillic is written as travellers do, since the scholars' letters (š, č, h) are not what anybody types; all else by
/// ICU's `Any-Latin`. It need not be beautiful, and is never shown as a name: it is searched, with typos allowed.
///
/// - Source: BGN/PCGN 1947 for Russian, without its signs; ICU user guide, "General Transforms".
enum Transliteration {
    /// The texts that have a letter of another script, each in Latin letters, worked out on all cores.
    ///
    /// - Complexity: a microsecond for Latin and Cyrillic; a quarter of a millisecond for a name in others. Many together
    ///   in one text take ICU as long, and their neighbours change how some are written.
    static func latin(_ texts: some Sequence<String>) -> [String: String] {
        let foreign = Array(Set(texts.filter { $0.unicodeScalars.contains(where: isForeign) }))
        let latin = Mutex<[String: String]>([:])
        DispatchQueue.concurrentPerform(iterations: (foreign.count + share - 1) / share) { part in
            let mine = foreign[part * share..<min((part + 1) * share, foreign.count)]
            let written = mine.map { ($0, inLatin($0)) }
            latin.withLock { $0.merge(written) { first, _ in first } }
        }
        return latin.withLock { $0 }
    }

    /// Names that one core takes at once: milliseconds.
    private static let share = 32

    private static func inLatin(_ text: String) -> String {
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
