/// The escaping of text values: backslash, semicolon, comma and line end.
///
/// - Source: RFC 5545 §3.3.11.
enum CalendarText {
    static func escaped(_ text: String) -> String {
        var output = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",": output += ["\\", scalar]
            case "\n" where previous == "\r": break
            case "\n", "\r", "\u{2028}", "\u{2029}": output += ["\\", "n"]
            default: output.append(scalar)
            }
            previous = scalar
        }
        return String(output)
    }

    /// Removes the escapes. Lenient: a backslash before any other character stands for that character; one at
    /// the end stands for itself.
    static func unescaped(_ text: String) -> String {
        var output = String.UnicodeScalarView()
        var scalars = text.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            guard scalar == "\\" else {
                output.append(scalar)
                continue
            }
            switch scalars.next() {
            case "n", "N": output.append("\n")
            case let other?: output.append(other)
            case nil: output.append("\\")
            }
        }
        return String(output)
    }
}
