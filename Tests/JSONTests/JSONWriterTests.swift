import Foundation
import JSON
import NIOCore
import TestSupport
import Testing

@Suite struct JSONWriterTests {
    @Test func `writes members in order, with commas only between them`() {
        let text = written {
            $0.object {
                $0.field("id", 7)
                $0.field("q", "one letter is a name too")
                $0.field("startsAt", String?.none)
                $0.field("picture", ifPresent: String?.none)
                $0.field("empty", [Int]())
                $0.object("nothing") { _ in }
                $0.object("counts") {
                    $0.field("invited", 3)
                    $0.field("attending", 2)
                }
                $0.array("names", ["Ada", "Grace"]) { $0.value($1) }
                $0.field("last", true)
            }
        }

        #expect(
            text == #"{"id":7,"q":"one letter is a name too","startsAt":null,"empty":[],"nothing":{},"#
                + #""counts":{"invited":3,"attending":2},"names":["Ada","Grace"],"last":true}"#)
    }

    @Test func `writes fragments around values, with commas between the elements`() {
        let fragment = Array(#"{"id":7,"name":}"#.utf8)
        let text = written {
            $0.array(["Ada", "Grace"]) { writer, name in
                writer.fragment(json: fragment[..<15])
                writer.value(name)
                writer.fragment(json: fragment[15...])
            }
        }

        #expect(text == #"[{"id":7,"name":"Ada"},{"id":7,"name":"Grace"}]"#)
    }

    @Test func `separates elements that end in brackets or look like them`() {
        let text = written {
            $0.array {
                $0.element("[")
                $0.element("{")
                $0.element([[1], []])
                $0.element(["{": "["])
                $0.element(JSONValue.object(.init()))
                $0.element(1.5)
            }
        }

        #expect(text == #"["[","{",[[1],[]],{"{":"["},{},1.5]"#)
    }

    @Test(arguments: [
        ("", #""""#), ("plain", #""plain""#), ("\"\\/", #""\"\\/""#),
        ("\u{8}\t\n\u{c}\r", #""\b\t\n\f\r""#), ("\u{0}\u{1f}\u{7f}", "\"\\u0000\\u001f\u{7f}\""),
        ("seven b\"yte", #""seven b\"yte""#), ("eight by\"te", #""eight by\"te""#),
        ("Søren 食べる 🍜", #""Søren 食べる 🍜""#),
    ])
    func `escapes what must be escaped and nothing else`(text: String, expected: String) {
        #expect(written { $0.value(text) } == expected)
    }

    @Test(arguments: [
        (0, "0"), (9, "9"), (10, "10"), (-1, "-1"), (Int.max, "9223372036854775807"),
        (Int.min, "-9223372036854775808"),
    ])
    func `writes whole numbers exactly`(number: Int, expected: String) {
        #expect(written { $0.value(number) } == expected)
    }

    @Test(arguments: [
        (0.0, "0"), (-0.0, "-0.0"), (0.1, "0.1"), (-0.1, "-0.1"), (1.0, "1"), (60.1699, "60.1699"),
        (1e-6, "0.000001"), (1e-7, "1e-07"), (1e15, "1000000000000000.0"), (1e16, "1e+16"),
        (.leastNonzeroMagnitude, "5e-324"), (0.1 + 0.2, "0.30000000000000004"),
        (123_456_789.123456, "123456789.123456"), (-24.9384, "-24.9384"),
    ])
    func `writes doubles as short as they go`(number: Double, expected: String) {
        #expect(written { $0.value(number) } == expected)
    }

    @Test func `reads back every double it writes, bit for bit`() throws {
        var chance = SeededChance(seed: 2)
        for round in 0..<20_000 {
            let number =
                round.isMultiple(of: 2)
                ? Double(bitPattern: chance.next())
                : Double(Int.random(in: -999_999_999...999_999_999, using: &chance)) / 1e4
            guard number.isFinite else { continue }

            let text = written { $0.value(number) }

            #expect(Double(text)?.bitPattern == number.bitPattern)
            #expect(text.utf8.count <= number.description.utf8.count)
        }
    }

    /// From the first day of the Gregorian calendar on; before it Foundation counts in the Julian one, RFC 3339 does not.
    @Test func `writes instants as Foundation does`() {
        var chance = SeededChance(seed: 3)
        for _ in 0..<5_000 {
            let second = Int.random(in: -12_219_292_800...253_402_300_799, using: &chance)
            let date = Date(timeIntervalSince1970: Double(second) + 0.25)

            #expect(written { $0.value(date) } == "\"\(date.formatted(.iso8601))\"")
        }
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (1_709_164_800, "2024-02-29T00:00:00Z"),
        (-62_167_219_200, "0000-01-01T00:00:00Z"), (-62_162_035_201, "0000-02-29T23:59:59Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"), (1e300, "9999-12-31T23:59:59Z"),
        (-1e300, "0000-01-01T00:00:00Z"),
    ])
    func `writes instants of the first and the last year, and nothing beyond`(
        second: Double, expected: String
    ) {
        #expect(written { $0.value(Date(timeIntervalSince1970: second)) } == "\"\(expected)\"")
    }

    @Test func `grows as far as it must`() {
        let long = String(repeating: "\u{1}", count: 100_000)

        let text = written(capacity: 1) {
            $0.array {
                for _ in 0..<3 { $0.element(long) }
            }
        }

        #expect(text.utf8.count == 3 * 600_002 + 4)
    }

    @Test func `keeps its memory and forgets the text when reset`() {
        var writer = JSONWriter()
        writer.value("before")
        writer.reset()
        writer.value(1)

        #expect(writer.finish() == ByteBuffer(string: "1"))
    }
}

func written(capacity: Int = 64, _ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(capacity: capacity)
    write(&writer)
    return String(buffer: writer.finish())
}
