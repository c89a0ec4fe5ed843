import Calendars
import Foundation
import TestSupport
import Testing

@Suite struct `An answer from a calendar` {
    private func read(_ bytes: [UInt8]) throws -> CalendarReply {
        try CalendarReply(CalendarComponent(parsing: bytes))
    }

    @Test(arguments: [
        ("ACCEPTED", CalendarReply.Answer.accepted), ("declined", .declined), ("TENTATIVE", .tentative),
    ])
    func `says yes, no or perhaps`(word: String, answer: CalendarReply.Answer) throws {
        let reply = try read(
            reply([
                "SEQUENCE:4", "ORGANIZER;CN=Zoë:mailto:rsvp+abc@noonish.example",
                "ATTENDEE;CN=\"Lee, Mia\";PARTSTAT=\(word):MAILTO:Mia@Example.org",
                "COMMENT:Late by\\n ten\\, perhaps",
            ]))

        #expect(reply.answer == answer)
        #expect(reply.uid == "0195f0a0-7000-7000-8000-000000000001")
        #expect(reply.sequence == 4)
        #expect(reply.stamp == (try Date(utc: "2027-03-10T09:00:00Z")))
        #expect(reply.attendee == "mia@example.org")
        #expect(reply.comment == "Late by ten, perhaps")
    }

    @Test func `needs neither organizer nor sequence`() throws {
        let reply = try read(reply(["ATTENDEE;PARTSTAT=ACCEPTED:mailto:mia@example.org"]))

        #expect(reply.sequence == 0 && reply.answer == .accepted && reply.comment == nil)
    }

    @Test func `may be another time, in a zone of Outlook's`() throws {
        let zone = [
            "BEGIN:VTIMEZONE", "TZID:FLE Standard Time", "BEGIN:STANDARD", "DTSTART:16010101T040000",
            "TZOFFSETFROM:+0300", "TZOFFSETTO:+0200", "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10",
            "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:16010101T030000", "TZOFFSETFROM:+0200",
            "TZOFFSETTO:+0300",
            "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE",
        ]
        for (wall, start, end) in [
            ("20270311", "2027-03-11T11:00:00Z", "2027-03-11T12:00:00Z"),
            ("20270711", "2027-07-11T10:00:00Z", "2027-07-11T11:00:00Z"),
            ("20271030", "2027-10-30T10:00:00Z", "2027-10-30T11:00:00Z"),
            ("20271031", "2027-10-31T11:00:00Z", "2027-10-31T12:00:00Z"),
        ] {
            let reply = try read(
                reply(
                    [
                        "SEQUENCE:0", "ATTENDEE;PARTSTAT=TENTATIVE:mailto:mia@example.org",
                        "DTSTART;TZID=FLE Standard Time:\(wall)T130000",
                        "DTEND;TZID=\"FLE Standard Time\":\(wall)T140000",
                    ], method: "COUNTER", zone: zone))

            #expect(reply.answer == .counter(starts: try Date(utc: start), ends: try Date(utc: end)))
        }
    }

    @Test func `may be another time in UTC, or in a zone by its name`() throws {
        let utc = try read(
            reply(["ATTENDEE:mailto:m@e.example", "DTSTART:20270311T110000Z"], method: "COUNTER"))
        let named = try read(
            reply(
                ["ATTENDEE:mailto:m@e.example", "DTSTART;TZID=Europe/Helsinki:20270711T130000"],
                method: "COUNTER"))

        #expect(utc.answer == .counter(starts: try Date(utc: "2027-03-11T11:00:00Z"), ends: nil))
        #expect(named.answer == .counter(starts: try Date(utc: "2027-07-11T10:00:00Z"), ends: nil))
    }

    @Test(arguments: [
        (["ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:m@e.example"], "REPLY"),
        (["ATTENDEE;PARTSTAT=DELEGATED:mailto:m@e.example"], "REPLY"),
        (
            [
                "ATTENDEE;PARTSTAT=ACCEPTED:mailto:m@e.example",
                "ATTENDEE;PARTSTAT=ACCEPTED:mailto:n@e.example",
            ], "REPLY"
        ),
        ([], "REPLY"),
        (["ATTENDEE;PARTSTAT=ACCEPTED:mailto:m@e.example"], "REQUEST"),
        (["ATTENDEE;PARTSTAT=ACCEPTED:mailto:m@e.example", "SEQUENCE:many"], "REPLY"),
        (["ATTENDEE;PARTSTAT=ACCEPTED:mailto:m@e.example", "SEQUENCE:-1"], "REPLY"),
        (["ATTENDEE;PARTSTAT=ACCEPTED:mailto:m@e.example", "RECURRENCE-ID:20270311T110000Z"], "REPLY"),
        (["ATTENDEE:mailto:m@e.example"], "COUNTER"),
        (["ATTENDEE:mailto:m@e.example", "DTSTART:20270311T110000"], "COUNTER"),
        (["ATTENDEE:mailto:m@e.example", "DTSTART;VALUE=DATE:20270311"], "COUNTER"),
        (["ATTENDEE:mailto:m@e.example", "DTSTART:20270311T110000Z", "DTEND:20270311T110000Z"], "COUNTER"),
        (["ATTENDEE:mailto:m@e.example", "DTSTART;TZID=Nowhere/Town:20270311T110000"], "COUNTER"),
    ])
    func `is none where nothing was answered, or not by one person about one event`(
        lines: [String], method: String
    ) {
        #expect(throws: CalendarFault.self) { try read(reply(lines, method: method)) }
    }

    @Test func `never breaks the reader, however it is damaged`() throws {
        let seeds = [
            reply([
                "SEQUENCE:4", "ATTENDEE;CN=\"Lee, ^'Mia^'\";PARTSTAT=ACCEPTED:mailto:m@e.example",
                "COMMENT:é\\n",
            ]),
            reply(
                [
                    "ATTENDEE:mailto:m@e.example", "DTSTART;TZID=Z:20270711T130000",
                    "DTEND;TZID=Z:20270711T140000",
                ],
                method: "COUNTER",
                zone: [
                    "BEGIN:VTIMEZONE", "TZID:Z", "BEGIN:STANDARD", "DTSTART:16010101T040000",
                    "TZOFFSETFROM:+0300",
                    "TZOFFSETTO:-023000", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10;UNTIL=20300101T000000Z",
                    "END:STANDARD", "END:VTIMEZONE",
                ]),
            CalendarDocument([.lunch(try Date(utc: "2027-03-11T10:30:00Z"), in: "Africa/Casablanca")])
                .encoded,
        ]
        let pieces = [
            "\r\n ", "\r\n", "\n", "BEGIN:VEVENT\r\n", "END:VEVENT\r\n", "\"", ";", ":", "=", ",", "^", "\\",
            "\u{0}",
            "99999999999999999999", "-1", "Z", "T", "RRULE:FREQ=YEARLY;BYDAY=5SU;BYMONTH=2\r\n",
            "DTSTART:00010101T000000\r\n",
        ].map { Array($0.utf8) }
        var chance = SeededChance(seed: 20_270_311)
        var understood = 0
        for round in 0..<6_000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0..<Int.random(in: 1...4, using: &chance) {
                let place = Int.random(in: 0..<max(1, bytes.count), using: &chance)
                switch Int.random(in: 0..<5, using: &chance) {
                case 0: if !bytes.isEmpty { bytes[place] = UInt8.random(in: 0...255, using: &chance) }
                case 1:
                    bytes.replaceSubrange(
                        place..<min(bytes.count, place + Int.random(in: 1...30, using: &chance)), with: [])
                case 2: bytes.insert(contentsOf: pieces.randomElement(using: &chance) ?? [], at: place)
                case 3: bytes = Array(bytes.prefix(place))
                default:
                    let end = min(bytes.count, place + Int.random(in: 1...60, using: &chance))
                    bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
                }
            }
            guard let document = try? CalendarComponent(parsing: bytes) else { continue }
            understood += 1
            // What was understood once is understood again, and the same.
            let again = try CalendarComponent(parsing: document.encoded)
            #expect(again.encoded == document.encoded)
            _ = try? CalendarReply(document)
        }
        #expect(understood > 500)
    }
}
