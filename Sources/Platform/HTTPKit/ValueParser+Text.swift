import JSON

extension ValueParser where Value == String {
    /// Text as it was sent, with a length in `range`.
    ///
    /// A character here is a Unicode scalar, as PostgreSQL's `char_length` counts, so that a `CHECK` on a column and this
    /// agree. Control characters are refused; `multiline` takes tabs and line ends, CRLF becoming LF. Where `range`
    /// begins above zero, text of nothing but white space is refused too.
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
            guard count >= range.lowerBound else {
                throw .notAllowed("too_short", "At least \(range.lowerBound) characters; this has \(count).")
            }
            return text
        }
    }

    private static func refuseControlCharacters(_ text: String, multiline: Bool) throws(Refusal) {
        // The category Cc, which never changes; asked of the tables it costs more than all else.
        for scalar in text.unicodeScalars where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) {
            if multiline, scalar == "\n" || scalar == "\t" { continue }
            throw .notAllowed("control_character", "Control characters are not accepted here.")
        }
    }
}

extension ValueParser {
    /// Text of at most `longest` characters that `make` understands: identifiers, zones, times.
    ///
    /// - Parameter expected: in words, for the sentence "Expected …".
    package static func parsed(
        _ expected: String, code: String = "malformed", longest: Int = 200,
        _ make: @escaping @Sendable (String) -> Value?
    ) -> ValueParser {
        ValueParser<String>.text(0...longest).then { (text) throws(Refusal) in
            guard let value = make(text) else { throw .notAllowed(code, "Expected \(expected).") }
            return value
        }
    }

    /// Text that `make` understands or refuses with its own words.
    package static func custom(
        longest: Int = 2_000, _ make: @escaping @Sendable (String) throws(Refusal) -> Value
    ) -> ValueParser {
        ValueParser<String>.text(0...longest).then(make)
    }
}

extension ValueParser where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
    /// One of an enumeration's words.
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
