import Foundation

/// Free text as it stands in a header field: a subject or a display name.
///
/// Whatever people typed is made harmless here: control characters and line ends become single spaces, and everything
/// that is not plain ASCII goes out as encoded words.
struct Phrase: Hashable {
    /// One line, no space at the ends or doubled inside, at most so many Unicode scalars.
    let text: String

    init(_ raw: String, longest: Int = MailLimits.phraseCharacters) {
        let words = raw.unicodeScalars.split { CharacterSet.controlsAndSpaces.contains($0) }
        let line = words.map { String($0) }.joined(separator: " ")
        text = String(String.UnicodeScalarView(line.unicodeScalars.prefix(longest)))
    }

    /// What to write where text may stand as it is (Subject), in pieces between which a line may be folded.
    var words: [String] {
        needsEncoding ? encodedWords : text.split(separator: " ").map(String.init)
    }

    /// What to write where a phrase stands before an address: quoted, or as encoded words.
    var quotedWords: [String] {
        if needsEncoding || text.utf8.count > MailLimits.encodedWordBytes { return encodedWords }
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return ["\"\(escaped)\""]
    }

    /// A word that looks encoded is encoded, so that it reads as what it is.
    private var needsEncoding: Bool {
        text.contains("=?") || !text.utf8.allSatisfy { (0x20...0x7e).contains($0) }
            || text.split(separator: " ").contains { $0.utf8.count > MailLimits.encodedWordBytes }
    }

    /// UTF-8 in base64, split between characters, never inside one.
    ///
    /// - Source: RFC 2047 §2, §4.1, §5 (3).
    private var encodedWords: [String] {
        var pieces: [[UInt8]] = []
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if let last = pieces.last, last.count + bytes.count <= MailLimits.encodedWordBytes {
                pieces[pieces.count - 1].append(contentsOf: bytes)
            } else {
                pieces.append(bytes)
            }
        }
        return pieces.map { "=?utf-8?B?\(Data($0).base64EncodedString())?=" }
    }
}

extension CharacterSet {
    /// Everything that separates words or does worse: spaces of any kind, line ends, C0, DEL and C1.
    ///
    /// Format characters (Cf) are not among them: emoji are joined by them.
    fileprivate static let controlsAndSpaces = CharacterSet.whitespacesAndNewlines
        .union(CharacterSet(charactersIn: "\u{0}"..."\u{1f}")).union(
            CharacterSet(charactersIn: "\u{7f}"..."\u{9f}"))
}
