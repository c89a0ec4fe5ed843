/// Sanitizes text from requests for the log: it must not reveal secrets or forge log lines.
enum LogSanitizer {
    static let noRoute = "NotFound"

    /// Path parameters whose values are secrets.
    private static let secrets: Set<Substring> = [
        "{token}", "{secret}", "{code}", ":token", ":secret", ":code",
    ]

    /// Maximum length of a path segment that is logged if no route matched; shorter than any token.
    private static let longestUnknown = 15

    /// Returns a path for the log, with secrets replaced by `…`.
    ///
    /// - Parameters:
    ///   - path: The path of the request.
    ///   - pattern: The route's pattern, such as `/i/{token}`. Without one every long segment is hidden,
    ///     because a mistyped link may still contain a token.
    static func path(_ path: String, pattern: String?) -> String {
        let pieces = path.prefix(1_000).split(separator: "/", omittingEmptySubsequences: false)
        guard let pattern, pattern != noRoute else {
            return pieces.map { $0.utf8.count > longestUnknown ? "…" : sanitized($0) }.joined(separator: "/")
        }
        let names = pattern.split(separator: "/", omittingEmptySubsequences: false)
        return pieces.enumerated().map { index, piece in
            let isSecret = index < names.count && secrets.contains { names[index].hasPrefix($0) }
            return isSecret ? "…" : sanitized(piece)
        }.joined(separator: "/")
    }

    /// Returns the value of a header field if it is short and has only safe characters, otherwise `nil`.
    static func sanitized(_ value: String?) -> String? {
        guard let value, (1...64).contains(value.utf8.count) else { return nil }
        let isHarmless = value.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-_./ ".utf8.contains(byte)
            }
        }
        return isHarmless ? value : nil
    }

    /// Replaces everything but printable ASCII by `?`, so that input cannot forge log lines.
    private static func sanitized(_ piece: Substring) -> String {
        String(
            String.UnicodeScalarView(piece.unicodeScalars.map { (0x21...0x7e).contains($0.value) ? $0 : "?" })
        )
    }
}
