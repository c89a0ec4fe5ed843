import Encoding

/// Removes tokens, passwords and the local parts of mail addresses from log lines.
///
/// It is the last safeguard behind everything that logs, including libraries, and relies only on the form of
/// the text:
/// * 40 or more letters, digits, `-` and `_` with both upper and lower case are a token (ours have 43
///   characters; ids and digests are lower case);
/// * the text before an `@` is a local part, or the user and password of a URL;
/// * the text after `password=` or `Bearer ` is a secret.
enum Redaction {
    private static let mark = Array("[…]".utf8)
    private static let markers = ["password=", "bearer "].map { Array($0.utf8) }
    private static let shortestToken = 40

    /// Returns the text with secrets replaced.
    ///
    /// - Complexity: O(n), one pass over the text.
    static func apply(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if Base64URL.isDigit(byte) {
                let end = bytes[index...].firstIndex { !Base64URL.isDigit($0) } ?? bytes.count
                out += isToken(bytes[index..<end]) ? mark[...] : bytes[index..<end]
                index = end
            } else {
                if byte == UInt8(ascii: "@") { dropMailbox(&out) }
                out.append(byte)
                index += 1
            }
            if endsInMarker(out) {
                let end = bytes[index...].firstIndex { isDelimiter($0) } ?? bytes.count
                if end > index { out += mark }
                index = end
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func isToken(_ run: ArraySlice<UInt8>) -> Bool {
        run.count >= shortestToken
            && run.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
            && run.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }

    private static let delimiters = Set(" \t\n\"'<>(),;/&".utf8)

    private static func isDelimiter(_ byte: UInt8) -> Bool { delimiters.contains(byte) }

    private static func dropMailbox(_ out: inout [UInt8]) {
        let start = out.lastIndex(where: isDelimiter).map { $0 + 1 } ?? 0
        guard start < out.count else { return }
        out.removeSubrange(start...)
        out += mark
    }

    private static func endsInMarker(_ out: [UInt8]) -> Bool {
        guard let last = out.last, last == UInt8(ascii: "=") || last == UInt8(ascii: " ") else {
            return false
        }
        return markers.contains { marker in
            out.count >= marker.count
                && zip(out.suffix(marker.count), marker).allSatisfy { $0 | 0x20 == $1 | 0x20 }
        }
    }
}
