import Foundation

/// Free text in a header field: a subject or a display name.
///
/// Sanitises user input: control characters and line ends become single spaces, and text that is not plain
/// ASCII is sent as encoded words.
struct Phrase: Hashable {
    /// The text on one line, without leading, trailing or double spaces, truncated to a number of Unicode
    /// scalars.
    let text: String

    init(_ raw: String, longest: Int = MailLimits.phraseCharacters) {
        let words = raw.unicodeScalars.split { CharacterSet.controlsAndSpaces.contains($0) }
        let line = words.map { String($0) }.joined(separator: " ")
        text = String(String.UnicodeScalarView(line.unicodeScalars.prefix(longest)))
    }

    /// The form for unstructured fields (Subject), in pieces between which a line may be folded.
    var words: [String] {
        needsEncoding ? encodedWords : text.split(separator: " ").map(String.init)
    }

    /// The form for a phrase before an address: quoted, or as encoded words.
    var quotedWords: [String] {
        if needsEncoding || text.utf8.count > MailLimits.encodedWordBytes { return encodedWords }
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return ["\"\(escaped)\""]
    }

    /// Whether the text must be encoded. Text that looks like an encoded word is encoded, so that it is shown
    /// literally.
    private var needsEncoding: Bool {
        text.contains("=?") || !text.utf8.allSatisfy { (0x20...0x7e).contains($0) }
            || text.split(separator: " ").contains { $0.utf8.count > MailLimits.encodedWordBytes }
    }

    /// The text as UTF-8 in base64, split between Unicode scalars.
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
    /// Word separators and unsafe characters: spaces of any kind, line ends, C0, DEL and C1.
    ///
    /// Without format characters (Cf), because emoji sequences use them as joiners.
    fileprivate static let controlsAndSpaces = CharacterSet.whitespacesAndNewlines
        .union(CharacterSet(charactersIn: "\u{0}"..."\u{1f}")).union(
            CharacterSet(charactersIn: "\u{7f}"..."\u{9f}"))
}
