import HTTPKit
import JSON
import Testing

@Suite struct ValueParserTests {
    @Test(arguments: [
        "Soup", " kept as it is ", "Crème brûlée", "👩‍👩‍👧‍👦", "e\u{301}", String(repeating: "x", count: 20),
    ])
    func `takes text as it was sent`(text: String) throws {
        #expect(try ValueParser<String>.text(1...20).read(.string(text)) == text)
    }

    @Test(arguments: [
        ("", "blank"), (" \u{a0}\u{2003}", "blank"), ("a\nb", "control_character"),
        ("a\tb", "control_character"),
        ("\u{7f}", "control_character"), ("\u{85}", "control_character"), ("\u{0}", "control_character"),
        (String(repeating: "x", count: 21), "too_long"),
        ("e" + String(repeating: "\u{301}", count: 20), "too_long"),
    ])
    func `refuses text that is empty, too long or controls something`(text: String, code: String) {
        #expect(refusal(.text(1...20), .string(text)) == code)
    }

    @Test(arguments: [
        "\u{200b}", "\u{202e}\u{202c}", "\u{2066}\u{2069}", "\u{3164}", "\u{feff}", "\u{115f}\u{1160}",
        "\u{ffa0}",
        "\u{e0041}\u{e007f}", "\u{2800}", "\u{301}\u{20dd}", "\u{e000}", " \u{200b} ", "\u{fe0f}",
    ])
    func `refuses text of which nothing is seen`(text: String) {
        #expect(refusal(.text(1...20), .string(text)) == "invisible")
        #expect((try? ValueParser<String>.text(0...20).read(.string(text))) == text)
    }

    @Test(arguments: [
        "é", "e\u{301}", "李", "كريم", "👩‍👩‍👧‍👦", "🏴\u{e0067}\u{e0062}\u{e007f}", "\u{feff}A", "1", "-", "अ",
    ])
    func `takes text of which anything is seen`(text: String) throws {
        #expect(try ValueParser<String>.text(1...20).read(.string(text)) == text)
    }

    @Test func `takes lines where lines are welcome, with one kind of end`() throws {
        let lines = ValueParser<String>.text(0...50, multiline: true)

        #expect(try lines.read(.string("a\r\n\r\nb\n\tc")) == "a\n\nb\n\tc")
        #expect(refusal(lines, .string("a\rb")) == "control_character")
        #expect(refusal(lines, .string("a\u{b}b")) == "control_character")
        #expect(try lines.read(.string("")) == "")
    }

    @Test(arguments: [
        ("ada@example.org", "ada@example.org"), ("Ada.L+soup@EXAMPLE.Org", "Ada.L+soup@example.org"),
        ("!#$%&'*+-/=?^_`{|}~@a-b.c1", "!#$%&'*+-/=?^_`{|}~@a-b.c1"),
        (
            String(repeating: "a", count: 64) + "@example.org",
            String(repeating: "a", count: 64) + "@example.org"
        ),
    ])
    func `takes addresses and lowers their domain`(text: String, expected: String) throws {
        #expect(try ValueParser<String>.emailAddress.read(.string(text)) == expected)
    }

    @Test(arguments: [
        "", "@", "ada", "ada@", "@example.org", "ada@example", "ada@example..org", "ada@.org", "ada@org.",
        ".a@b.cc",
        "a.@b.cc", "a..b@c.dd", "a b@c.dd", "a@b c.dd", "a@b.cc\r\nBcc: x@y.zz", "a\u{0}@b.cc",
        "\"a b\"@c.dd",
        "a@[127.0.0.1]", "a@-b.cc", "a@b-.cc", "ä@b.cc", "a@ä.cc", "a@b@c.dd", "a,b@c.dd", "<a@b.cc>",
        String(repeating: "a", count: 65) + "@example.org", "a@" + String(repeating: "b", count: 64) + ".org",
        "a@" + String(repeating: "b.", count: 130) + "org",
    ])
    func `refuses what is no address, or could become two`(text: String) {
        #expect(refusal(.emailAddress, .string(text)) == "not_an_email_address")
    }

    @Test(arguments: [
        ("ada@Example.org", "ada@example.org", nil), ("<ada@example.org>", "ada@example.org", nil),
        ("Ada Lovelace <ada@example.org>", "ada@example.org", "Ada Lovelace"),
        (#""Lovelace, Ada" <ada@example.org>"#, "ada@example.org", "Lovelace, Ada"),
        (#""Ada \"Countess\" \\ L" <ada@example.org>"#, "ada@example.org", #"Ada "Countess" \ L"#),
        (" 陈 伟  <wei@example.org>", "wei@example.org", "陈 伟"),
        (#""ada@example.org" <ada@example.org>"#, "ada@example.org", nil),
        ("\"\" <ada@example.org>", "ada@example.org", nil),
    ])
    func `takes an address with the name that mail programs write before it`(
        text: String, address: String, name: String?
    ) throws {
        let parser = ValueParser<NamedAddress>.namedAddress(nameLength: 1...80)

        #expect(try parser.read(.string(text)) == NamedAddress(address: address, name: name))
    }

    @Test(arguments: [
        ("Ada <ada>", "not_an_email_address"), ("Ada ada@example.org", "not_an_email_address"),
        ("Ada <ada@example.org", "not_an_email_address"), ("<a@b.cc> c@d.ee", "not_an_email_address"),
        (String(repeating: "a", count: 81) + " <ada@example.org>", "too_long"),
        ("A\u{7}da <ada@example.org>", "control_character"), ("\u{200b} <ada@example.org>", "invisible"),
    ])
    func `refuses a name or an address that is invalid`(text: String, code: String) {
        #expect(refusal(.namedAddress(nameLength: 1...80), .string(text)) == code)
    }

    @Test func `reads a value of one's own, in one's own words`() throws {
        let point = ValueParser<[Double]>.custom { (text) throws(Refusal) in
            let numbers = text.split(separator: ",").compactMap { Double($0) }
            guard numbers.count == 2 else { throw .notAllowed("not_a_point", "Expected lat,lon.") }
            return numbers
        }
        let even = ValueParser<Int>.parsed("an even number", code: "odd") {
            Int($0).flatMap { $0 % 2 == 0 ? $0 : nil }
        }

        #expect(try point.read(.string("60.1,24.9")) == [60.1, 24.9])
        #expect(refusal(point, .string("60.1")) == "not_a_point")
        #expect(refusal(point, .integer(60)) == "wrong_type")
        #expect(try even.read(.string("4")) == 4)
        #expect(refusal(even, .string("3")) == "odd")
    }

    @Test(arguments: [
        (JSONValue.double(90.1), "out_of_range"), (.integer(-91), "out_of_range"),
        (.string("1"), "wrong_type"),
    ])
    func `refuses numbers out of range`(value: JSONValue, code: String) {
        #expect(refusal(.number(-90...90), value) == code)
    }

    private func refusal<Value>(_ parser: ValueParser<Value>, _ value: JSONValue) -> String? {
        do throws(Refusal) {
            _ = try parser.read(value)
            return nil
        } catch { return error.code }
    }
}
