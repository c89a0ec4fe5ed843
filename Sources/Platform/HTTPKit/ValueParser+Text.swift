import JSON

extension ValueParser where Value == String {
    /// Parses text whose length is in `range`.
    ///
    /// Length is counted in Unicode scalars like PostgreSQL's `char_length`, so that it agrees with a `CHECK`
    /// on a column. Control characters are rejected, except that `multiline` allows tabs and line ends and
    /// converts CRLF to LF. If `range` starts above zero, text that is only whitespace, or of which
    /// nothing is visible, is rejected too.
    package static func text(_ range: ClosedRange<Int>, multiline: Bool = false) -> ValueParser<String> {
        ValueParser(.string) { (value: JSONValue) throws(Refusal) -> String in
            guard case .string(var text) = value else { throw .wrongType("text") }
            if multiline, text.utf8.contains(0x0d) {
                text = text.split(separator: "\r\n", omittingEmptySubsequences: false).joined(separator: "\n")
            }
            try refuseControlCharacters(text, multiline: multiline)
            let count = text.unicodeScalars.count
            guard count <= range.upperBound else {
                throw .notAllowed("too_long", "At most \(range.upperBound) characters; this has \(count).")
            }
            if range.lowerBound > 0, text.allSatisfy(\.isWhitespace) {
                throw .notAllowed("blank", "Write something here.")
            }
            if range.lowerBound > 0, !text.isVisible {
                throw .notAllowed("invisible", "Use at least one visible character.")
            }
            guard count >= range.lowerBound else {
                throw .notAllowed("too_short", "At least \(range.lowerBound) characters; this has \(count).")
            }
            return text
        }
    }

    private static func refuseControlCharacters(_ text: String, multiline: Bool) throws(Refusal) {
        // The Unicode category Cc, which never changes. Looking it up in Unicode's tables would cost more
        // than everything else here.
        for scalar in text.unicodeScalars where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) {
            if multiline, scalar == "\n" || scalar == "\t" { continue }
            throw .notAllowed("control_character", "Control characters are not accepted here.")
        }
    }
}

extension ValueParser {
    /// Parses text of at most `longest` characters with `make`: identifiers, time zones, times.
    ///
    /// - Parameter expected: Completes the sentence "Expected …".
    package static func parsed(
        _ expected: String, code: String = "malformed", longest: Int = 200,
        _ make: @escaping @Sendable (String) -> Value?
    ) -> ValueParser {
        ValueParser<String>.text(0...longest).then { (text) throws(Refusal) in
            guard let value = make(text) else { throw .notAllowed(code, "Expected \(expected).") }
            return value
        }
    }

    /// Parses text with `make`, which throws its own errors.
    package static func custom(
        longest: Int = 2_000, _ make: @escaping @Sendable (String) throws(Refusal) -> Value
    ) -> ValueParser {
        ValueParser<String>.text(0...longest).then(make)
    }
}

extension ValueParser where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
    /// Parses one of an enumeration's raw values.
    package static func oneOf(_ type: Value.Type) -> ValueParser {
        ValueParser(.string) { (value: JSONValue) throws(Refusal) -> Value in
            guard case .string(let text) = value else { throw .wrongType("text") }
            guard let word = Value(rawValue: text) else {
                let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
                throw .notAllowed("not_one_of", "One of: \(words).")
            }
            return word
        }
    }
}
