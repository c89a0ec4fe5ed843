/// Text from a request as it may stand in a log: nothing that opens a door, nothing that writes lines of its own.
enum LoggedText {
    static let noRoute = "NotFound"

    /// Parameters of a route whose values are secrets.
    private static let secrets: Set<Substring> = [
        "{token}", "{secret}", "{code}", ":token", ":secret", ":code",
    ]

    /// The longest piece of a path without a route that is shown: shorter than every token.
    private static let longestUnknown = 15

    /// - Parameter pattern: the route's, such as `/i/{token}`. Without one every long piece is hidden, since a
    ///   mistyped link may still hold a token.
    static func path(_ path: String, pattern: String?) -> String {
        let pieces = path.prefix(1_000).split(separator: "/", omittingEmptySubsequences: false)
        guard let pattern, pattern != noRoute else {
            return pieces.map { $0.utf8.count > longestUnknown ? "…" : harmless($0) }.joined(separator: "/")
        }
        let names = pattern.split(separator: "/", omittingEmptySubsequences: false)
        return pieces.enumerated().map { index, piece in
            let isSecret = index < names.count && secrets.contains { names[index].hasPrefix($0) }
            return isSecret ? "…" : harmless(piece)
        }.joined(separator: "/")
    }

    /// The value of a header field as far as it is short and of harmless characters; nil otherwise.
    static func harmless(_ value: String?) -> String? {
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

    /// Printable ASCII stays, all else becomes `?`: nobody writes a line of the log but we.
    private static func harmless(_ piece: Substring) -> String {
        String(
            String.UnicodeScalarView(piece.unicodeScalars.map { (0x21...0x7e).contains($0.value) ? $0 : "?" })
        )
    }
}
