import Calendars
import CivilTime
import Foundation
import TestSupport
import Testing

@Suite struct `The zone of a document` {
    /// The offset at `wall`, as only the document's own VTIMEZONE says it: through a COUNTER in that zone.
    private func instant(_ wall: String, in zone: [String], named name: String) throws -> Date {
        let bytes = reply(
            ["ATTENDEE:mailto:a@b.example", "DTSTART;TZID=\(name):\(wall)"], method: "COUNTER", zone: zone)
        guard case .counter(let starts, nil) = try CalendarReply(CalendarComponent(parsing: bytes)).answer
        else {
            throw CocoaError(.featureUnsupported)
        }
        return starts
    }

    /// `20270311T123000`
    private static func text(_ wall: WallClock) -> String {
        let date = wall.year * 10_000 + wall.month * 100 + wall.day
        let time = 1_000_000 + wall.hour * 10_000 + wall.minute * 100 + wall.second
        return "\(date)T\(String(time).dropFirst())"
    }

    private func zoneLines(_ event: CalendarEvent) -> [String] {
        let text = CalendarDocument([event]).text
        guard let from = text.range(of: "BEGIN:VTIMEZONE"), let to = text.range(of: "END:VTIMEZONE") else {
            return []
        }
        return text[from.lowerBound..<to.upperBound].components(separatedBy: "\r\n")
    }

    @Test(arguments: TimeZone.knownTimeZoneIdentifiers)
    func `tells the time as tzdata does, from the event to a year later`(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        var chance = SeededChance(seed: UInt64(name.utf8.reduce(7) { ($0 &* 31) &+ Int($1) } & 0xffff))
        let event = CalendarEvent.lunch(
            Date(
                timeIntervalSince1970: Double(Int.random(in: 1_790_000_000...1_900_000_000, using: &chance))),
            in: name)
        let starts = try #require(event.starts?.instant)
        let lines = zoneLines(event)
        try #require(!lines.isEmpty || TimeZone(identifier: name)?.secondsFromGMT(for: starts) == 0)
        guard !lines.isEmpty else { return }

        for _ in 0..<12 {
            let moment = starts + Double(Int.random(in: 0...360 * 86_400, using: &chance))
            let offset = zone.secondsFromGMT(for: moment)
            // A wall time that occurs twice means its first occurrence.
            guard zone.secondsFromGMT(for: moment - 7_200) <= offset else { continue }
            let wall = WallClock(secondsAsUTC: Int(moment.timeIntervalSince1970) + offset)
            #expect(try instant(Self.text(wall), in: lines, named: name) == moment, "\(wall)")
        }
    }

    @Test func `has rules where the clocks follow some`() throws {
        let helsinki = zoneLines(.lunch(try Date(utc: "2027-03-11T10:30:00Z"), in: "Europe/Helsinki"))
        #expect(
            helsinki == [
                "BEGIN:VTIMEZONE", "TZID:Europe/Helsinki",
                "BEGIN:DAYLIGHT", "DTSTART:20260329T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0300",
                "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "END:DAYLIGHT",
                "BEGIN:STANDARD", "DTSTART:20261025T040000", "TZOFFSETFROM:+0300", "TZOFFSETTO:+0200",
                "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "END:STANDARD",
                "END:VTIMEZONE",
            ])
        let newYork = zoneLines(.lunch(try Date(utc: "2027-03-11T17:30:00Z"), in: "America/New_York"))
        #expect(
            newYork.filter { $0.hasPrefix("RRULE") } == [
                "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU", "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU",
            ])
        let lordHowe = zoneLines(.lunch(try Date(utc: "2027-03-11T02:30:00Z"), in: "Australia/Lord_Howe"))
        #expect(
            Set(lordHowe.filter { $0.hasPrefix("TZOFFSETTO") }) == ["TZOFFSETTO:+1030", "TZOFFSETTO:+1100"])
    }

    @Test func `has one offset where the clocks never change, and nothing of former times`() throws {
        for (name, offset) in [("Asia/Tokyo", "+0900"), ("Asia/Kathmandu", "+0545")] {
            let lines = zoneLines(.lunch(try Date(utc: "2027-03-11T03:30:00Z"), in: name))
            #expect(
                lines == [
                    "BEGIN:VTIMEZONE", "TZID:\(name)", "BEGIN:STANDARD", "DTSTART:19700101T000000",
                    "TZOFFSETFROM:\(offset)", "TZOFFSETTO:\(offset)", "END:STANDARD", "END:VTIMEZONE",
                ])
        }
    }

    @Test func `lists the changes where the moon decides`() throws {
        let lines = zoneLines(.lunch(try Date(utc: "2027-02-15T12:30:00Z"), in: "Africa/Casablanca"))

        #expect(!lines.contains { $0.hasPrefix("RRULE") })
        #expect((2...6).contains(lines.count { $0.hasPrefix("TZOFFSETTO") }))
    }

    @Test func `is left out for UTC, and for the second of two equal wall times`() throws {
        let utc = CalendarDocument([.lunch(try Date(utc: "2027-03-11T10:30:00Z"), in: "UTC")]).text
        #expect(utc.contains("DTSTART:20270311T103000Z\r\n") && !utc.contains("VTIMEZONE"))
        let first = CalendarDocument([.lunch(try Date(utc: "2027-10-31T00:30:00Z"), in: "Europe/Helsinki")])
            .text
        #expect(first.contains("DTSTART;TZID=Europe/Helsinki:20271031T033000\r\n"))
        let second = CalendarDocument([.lunch(try Date(utc: "2027-10-31T01:30:00Z"), in: "Europe/Helsinki")])
            .text
        #expect(second.contains("DTSTART:20271031T013000Z\r\n"))
    }
}
