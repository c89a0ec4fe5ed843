import JSON
import Testing

/// A text that must be refused, with the reason and the byte where reading stops.
struct Malformed: CustomTestStringConvertible {
    let text: [UInt8]
    let reason: JSONFault.Reason
    let offset: Int
    let pointer: String

    init(_ text: String, _ reason: JSONFault.Reason, at offset: Int, _ pointer: String = "") {
        self.init(bytes: Array(text.utf8), reason, at: offset, pointer)
    }

    init(bytes: [UInt8], _ reason: JSONFault.Reason, at offset: Int, _ pointer: String = "") {
        self.text = bytes
        self.reason = reason
        self.offset = offset
        self.pointer = pointer
    }

    var testDescription: String { String(decoding: text, as: UTF8.self).debugDescription }
}

@Suite struct JSONReaderTests {
    @Test(arguments: [
        Malformed("", .empty, at: 0), Malformed("  \n", .empty, at: 3),
        Malformed("{", .endsEarly, at: 1), Malformed("[1,", .endsEarly, at: 3, "/1"),
        Malformed(#"{"a""#, .endsEarly, at: 4), Malformed(#"{"a":"#, .endsEarly, at: 5, "/a"),
        Malformed(#"["a"#, .endsEarly, at: 3, "/0"), Malformed(#"["\u00"#, .endsEarly, at: 6, "/0"),
        Malformed(#"["\"#, .endsEarly, at: 3, "/0"), Malformed("tru", .endsEarly, at: 3),
        Malformed("-", .endsEarly, at: 1), Malformed("1.", .endsEarly, at: 2),
        Malformed("1e+", .endsEarly, at: 3),
        Malformed(bytes: [0xef, 0xbb, 0xbf, 0x31], .byteOrderMark, at: 0),
        Malformed("[1,]", .unexpectedCharacter, at: 3, "/1"),
        Malformed("[,1]", .unexpectedCharacter, at: 1, "/0"),
        Malformed("[1 2]", .unexpectedCharacter, at: 3), Malformed("{,}", .unexpectedCharacter, at: 1),
        Malformed(#"{"a":1,}"#, .unexpectedCharacter, at: 7),
        Malformed(#"{"a" 1}"#, .unexpectedCharacter, at: 5),
        Malformed("{a:1}", .unexpectedCharacter, at: 1), Malformed("{1:1}", .unexpectedCharacter, at: 1),
        Malformed("'a'", .unexpectedCharacter, at: 0), Malformed("[1}", .unexpectedCharacter, at: 2),
        Malformed("nul0", .unexpectedCharacter, at: 0), Malformed("NaN", .unexpectedCharacter, at: 0),
        Malformed("Infinity", .unexpectedCharacter, at: 0), Malformed("+1", .unexpectedCharacter, at: 0),
        Malformed(".5", .unexpectedCharacter, at: 0), Malformed("// no", .unexpectedCharacter, at: 0),
        Malformed("[\u{a0}1]", .unexpectedCharacter, at: 1, "/0"),
        Malformed("1 x", .trailingText, at: 2), Malformed("{}{}", .trailingText, at: 2),
        Malformed("nulll", .trailingText, at: 4), Malformed("0x10", .trailingText, at: 1),
        Malformed("01", .malformedNumber, at: 0), Malformed("-01", .malformedNumber, at: 0),
        Malformed("[1.]", .malformedNumber, at: 1, "/0"), Malformed("[1.e5]", .malformedNumber, at: 1, "/0"),
        Malformed("[1e]", .malformedNumber, at: 1, "/0"), Malformed("-x", .malformedNumber, at: 0),
        Malformed("-Infinity", .malformedNumber, at: 0),
        Malformed("1e400", .numberOutOfRange, at: 0), Malformed("-1e400", .numberOutOfRange, at: 0),
        Malformed("1e-400", .numberOutOfRange, at: 0),
        Malformed("0.000000000000000000001e-400", .numberOutOfRange, at: 0),
        Malformed("9223372036854775808", .numberOutOfRange, at: 0),
        Malformed("-9223372036854775809", .numberOutOfRange, at: 0),
        Malformed("100000000000000000000", .numberOutOfRange, at: 0),
        Malformed(#"{"a":1,"a":2}"#, .duplicateName, at: 7, "/a"),
        Malformed(#"{"a":1,"\u0061":2}"#, .duplicateName, at: 7, "/a"),
        Malformed(#"[{"x":{"a":1,"b":2,"a":1}}]"#, .duplicateName, at: 19, "/0/x/a"),
        Malformed("\"a\u{1}\"", .controlCharacter, at: 2), Malformed("\"a\nb\"", .controlCharacter, at: 2),
        Malformed("\"0123456\u{1f}\"", .controlCharacter, at: 8),
        Malformed("\"\u{0}\"", .nullCharacter, at: 1), Malformed(#""\u0000""#, .nullCharacter, at: 1),
        Malformed(#""\x""#, .malformedEscape, at: 1), Malformed(#""\u12g4""#, .malformedEscape, at: 5),
        Malformed(#""\ud800""#, .loneSurrogate, at: 1), Malformed(#""\udc00""#, .loneSurrogate, at: 1),
        Malformed(#""\ud800\ud800""#, .loneSurrogate, at: 1), Malformed(#""\ud83dx""#, .loneSurrogate, at: 1),
        Malformed(#"{"a":"\udc00\ud800"}"#, .loneSurrogate, at: 6, "/a"),
        Malformed(bytes: [0x22, 0xff, 0x22], .malformedUTF8, at: 1),
        Malformed(bytes: [0x22, 0xc3, 0x22], .malformedUTF8, at: 1),
        Malformed(bytes: [0x22, 0xc0, 0xaf, 0x22], .malformedUTF8, at: 1),
        Malformed(bytes: [0x22, 0xed, 0xa0, 0x80, 0x22], .malformedUTF8, at: 1),
        Malformed(bytes: [0x22, 0x5c, 0x6e, 0xf5, 0x22], .malformedUTF8, at: 1),
        Malformed(bytes: [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], .malformedUTF8, at: 1),
    ])
    func `refuses what is not JSON, and says why and where`(malformed: Malformed) throws {
        let fault = try #require(throws: JSONFault.self) { try JSONValue(parsing: malformed.text) }

        #expect(fault.reason == malformed.reason)
        #expect(fault.offset == malformed.offset)
        #expect(fault.pointer == malformed.pointer)
    }

    @Test(arguments: [
        (" null ", JSONValue.null), ("true", .boolean(true)), ("\t[false]\r\n", .array([.boolean(false)])),
        ("1", .integer(1)), ("1.0", .double(1)), ("1e2", .double(100)), ("-0", .integer(0)),
        ("-0.0", .double(-0.0)),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("0.1e1", .double(1)), ("1E-2", .double(0.01)),
        ("123456789012345678901234567890.0", .double(1.2345678901234568e29)),
        ("0e-400", .double(0)), ("0.00000000000000000000000001", .double(1e-26)),
        ("4.9e-324", .double(.leastNonzeroMagnitude)),
        ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
        (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{c}\n\r\t")), (#""\u00e9\uD83C\udf5c""#, .string("é🍜")),
        (#""a long text, then \u00e9 and more text""#, .string("a long text, then é and more text")),
        ("\"食べる\"", .string("食べる")), ("[]", .array([])), ("{ }", .object(.init())),
        ("\"\u{7f}\"", .string("\u{7f}")),
        (#"{"":{"b":[1,{}]}}"#, object(["": object(["b": .array([.integer(1), .object(.init())])])])),
    ])
    func `reads what is JSON`(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
    }

    @Test func `goes as deep as allowed and no deeper`() throws {
        let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        let fault = try #require(throws: JSONFault.self) { try JSONValue(parsing: "[\(deep)]") }

        #expect(throws: Never.self) { try JSONValue(parsing: deep) }
        #expect(throws: Never.self) {
            try JSONValue(parsing: "[" + String(repeating: "[],", count: 99) + "[]]")
        }
        #expect(fault.reason == .tooDeep)
        #expect(fault.offset == 64)
    }

    @Test func `reads no more bytes than allowed`() throws {
        let fault = try #require(throws: JSONFault.self) { try JSONValue(parsing: "[1,2,3]", size: 6) }

        #expect(throws: Never.self) { try JSONValue(parsing: "[1,2,3]", size: 7) }
        #expect(fault.reason == .tooLarge)
    }

    @Test func `finds a name that comes twice among very many, in no time`() throws {
        let names = (0..<20_000).map { "\"name \($0)\":0" }.joined(separator: ",")
        let clock = ContinuousClock()
        let start = clock.now

        let object = try JSONValue(parsing: "{\(names)}")
        let fault = try #require(throws: JSONFault.self) { try JSONValue(parsing: "{\(names),\"name 7\":0}") }

        #expect(fault.pointer == "/name 7")
        guard case .object(let members) = object else { throw fault }
        #expect(members.members.count == 20_000)
        #expect(clock.now - start < .seconds(20))
    }

    @Test func `points through names that hold slashes and tildes`() throws {
        let fault = try #require(throws: JSONFault.self) { try JSONValue(parsing: #"{"a/b":{"~":[0,x]}}"#) }

        #expect(fault.pointer == "/a~1b/~0/1")
    }
}

func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    let text = written {
        $0.object {
            for (name, value) in members { $0.field(named: name, value) }
        }
    }
    guard let value = try? JSONValue(parsing: text) else { return .null }
    return value
}
