import Foundation

/// Names in Latin letters, for those who cannot type the others.
///
/// Cyrillic is written as travellers do, since the scholars' letters (š, č, h) are not what anybody types; all else by
/// ICU's `Any-Latin`. It need not be beautiful, and is never shown as a name: it is searched, with typos allowed.
///
/// - Source: BGN/PCGN 1947 for Russian, without its signs; ICU user guide, "General Transforms".
enum Transliteration {
    /// The texts that have a letter of another script, each in Latin letters.
    ///
    /// - Complexity: some microseconds a text. ICU takes 240 to open, so it is given all texts at once, a line each: to it a
    ///   line's end is the end of a word of any script.
    static func latin(_ texts: some Sequence<String>) -> [String: String] {
        var latin: [String: String] = [:]
        var lines: [(text: String, line: String)] = []
        for text in Set(texts) where text.unicodeScalars.contains(where: isForeign) {
            let line = cyrillicWritten(text)
            if !line.unicodeScalars.contains(where: isForeign) {
                latin[text] = line
            } else {
                lines.append((text, line))
            }
        }
        guard !lines.isEmpty else { return latin }
        let written = lines.map(\.line).joined(separator: "\n").applyingTransform(.toLatin, reverse: false)
        let parts = written?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
        if parts.count == lines.count {
            for (line, part) in zip(lines, parts) { latin[line.text] = String(part) }
        } else {
            // A name with a line's end in it.
            for (text, line) in lines {
                latin[text] = line.applyingTransform(.toLatin, reverse: false) ?? line
            }
        }
        return latin
    }

    private static func cyrillicWritten(_ text: String) -> String {
        var written = ""
        for character in text {
            if let letters = cyrillic[Character(character.lowercased())] {
                written += letters
            } else {
                written.append(character)
            }
        }
        return written
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
