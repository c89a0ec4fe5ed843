import Calendars
import Foundation
import Testing

@Suite struct `A line of a calendar` {
    private func document(_ lines: [ContentLine]) -> String {
        String(decoding: CalendarComponent("VCALENDAR", lines).encoded, as: UTF8.self)
    }

    @Test func `is folded at 75 bytes, between characters`() throws {
        let text = String(repeating: "Ärger über 寿司 🍣 ", count: 30)

        let encoded = document([ContentLine("SUMMARY", text: text)])

        let lines = encoded.components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        #expect(lines.count(where: { $0.utf8.count >= 72 }) >= 8)
        let read = try CalendarComponent(parsing: Array(encoded.utf8))
        #expect(read["SUMMARY"]?.text == text)
    }

    @Test func `escapes what would end or part its text`() throws {
        let text = #"a\b;c,d"# + "\ne\r\nf:\"g\""

        let line = ContentLine("NOTE", text: text)

        #expect(line.value == #"a\\b\;c\,d\ne\nf:"g""#)
        #expect(line.text == text.replacing("\r\n", with: "\n"))
    }

    @Test func `cannot be broken by control characters`() throws {
        let encoded = document([
            ContentLine("X", [("CN", "a\r\nATTENDEE:b\u{0}")], value: "c\r\nEND:VCALENDAR\u{7f}")
        ])

        let read = try CalendarComponent(parsing: Array(encoded.utf8))
        #expect(read.lines.map(\.name) == ["X"])
    }

    @Test(arguments: [
        "plain", "with space", "a:b;c,d", "the \"M\"", "two\nlines", "caret ^ and ^n", "寿司, 🍣", "^", "^'",
    ])
    func `takes any name as a parameter`(name: String) throws {
        let encoded = document([ContentLine("ATTENDEE", [("CN", name)], value: "mailto:a@b.example")])

        let read = try CalendarComponent(parsing: Array(encoded.utf8))

        #expect(read["ATTENDEE"]?["CN"] == name)
        #expect(read["ATTENDEE"]?.value == "mailto:a@b.example")
    }

    @Test func `is read whatever mail did to its ends and folds`() throws {
        let text =
            "BEGIN:VCALENDAR\nbegin:vevent\r\nsum\r\n mary;x-a=1,\"2;3\":Lu\n\tnch\\, late\n\n\nEND:VEVENT\r\nEND:VCALENDAR\n\n"

        let read = try CalendarComponent(parsing: Array(text.utf8))

        let line = try #require(read.components("VEVENT").first?["SUMMARY"])
        #expect(line.text == "Lunch, late")
        #expect(line.parameters.map(\.values) == [["1", "2;3"]])
    }

    @Test func `may be folded within a character`() throws {
        var bytes = Array("BEGIN:VCALENDAR\r\nSUMMARY:caf".utf8)
        bytes += [0xc3] + Array("\r\n ".utf8) + [0xa9] + Array("\r\nEND:VCALENDAR\r\n".utf8)

        #expect(try CalendarComponent(parsing: bytes)["SUMMARY"]?.text == "café")
    }

    @Test func `is refused where it makes no sense`() {
        for text in [
            "", "\r\n", "BEGIN:VCALENDAR", "BEGIN:VCALENDAR\r\nEND:VEVENT", "END:VCALENDAR",
            "BEGIN:VEVENT\r\nEND:VEVENT", "SUMMARY:a", "BEGIN:VCALENDAR\r\nSUMMARY\r\nEND:VCALENDAR",
            "BEGIN:VCALENDAR\r\n:a\r\nEND:VCALENDAR", "BEGIN:VCALENDAR\r\nA;B:c\r\nEND:VCALENDAR",
            "BEGIN:VCALENDAR\r\nA;B=\"c:d\r\nEND:VCALENDAR", "BEGIN:VCALENDAR\r\nA;=c:d\r\nEND:VCALENDAR",
            "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR",
            String(repeating: "BEGIN:VCALENDAR\r\n", count: 9),
            "BEGIN:VCALENDAR\r\nA\(String(repeating: ";B=c", count: 65)):d\r\nEND:VCALENDAR",
            String(repeating: "A:b\r\n", count: 10_001),
        ] {
            #expect(throws: CalendarFault.self) { try CalendarComponent(parsing: Array(text.utf8)) }
        }
    }

    @Test func `is refused in another encoding, and in a document that is too long`() {
        #expect(throws: CalendarFault.self) {
            try CalendarComponent(
                parsing: Array("BEGIN:VCALENDAR\r\nA:".utf8) + [0xe9, 0x0d, 0x0a]
                    + Array("END:VCALENDAR".utf8))
        }
        #expect(throws: CalendarFault.self) {
            try CalendarComponent(parsing: Array(repeating: 0x20, count: CalendarLimits.documentBytes + 1))
        }
    }
}
