import JSON
import Testing

/// Values as text for people.
@Suite struct IndentedTextTests {
    @Test func `what fits on a line stays on one line`() throws {
        let value = try JSONValue(parsing: #"{"a":[1,{"b":[]},{}],"c":"ü\n"}"#)

        #expect(value.indentedText == #"{ "a": [1, { "b": [] }, {}], "c": "ü\n" }"#)
    }

    @Test func `longer values are indented, and scalars fill their lines`() throws {
        let words = (10..<40).map { "\"word\($0)\"" }.joined(separator: ",")
        let value = try JSONValue(parsing: "{\"words\":[\(words)],\"more\":{\"a\":1}}")
        let lines = value.indentedText.split(separator: "\n")

        #expect(lines.first == "{" && lines.last == "}")
        #expect(lines[1] == #"  "words": ["#)
        #expect(lines[2].hasPrefix(#"    "word10", "word11", "#))
        #expect(lines.suffix(3).map(String.init) == ["  ],", #"  "more": { "a": 1 }"#, "}"])
        #expect(lines.allSatisfy { $0.count <= 120 } && lines.count == 8)
        #expect(try JSONValue(parsing: value.indentedText) == value)
    }
}
