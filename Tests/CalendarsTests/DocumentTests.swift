import Calendars
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct `A document, read by two parsers that do not know each other` {
    @Test func `has the same times in every zone, alone and in a feed`() async throws {
        var documents: [String: CalendarDocument] = [:]
        for zone in zones {
            let name = zone.replacing("/", with: "_")
            // Noon of each month, and every half hour of the nights in which clocks change somewhere.
            let noons = try (1...12).map { try Date(utc: "2027-\($0 < 10 ? "0" : "")\($0)-15T12:00:00Z") }
            let nights = try ["2027-03-28", "2027-10-31", "2027-04-04", "2027-11-07"].flatMap { day in
                try (0..<8).map { try Date(utc: "\(day)T00:00:00Z") + Double($0) * 1_800 }
            }
            for (index, instant) in (noons.prefix(3) + nights.prefix(8)).enumerated() {
                documents["\(name)-\(index)"] = CalendarDocument(
                    [.lunch(instant, in: zone)], method: .publish)
            }
            documents["\(name)-feed"] = CalendarDocument(
                (noons + nights).enumerated().map { .lunch($1, in: zone, uid: "event-\($0)") })
        }

        let verdicts = try await judge(documents.mapValues(\.encoded))

        #expect(verdicts.count == documents.count)
        for (name, document) in documents {
            let verdict = try #require(verdicts[name])
            #expect(verdict.lines <= 75 && verdict.bare == 0)
            #expect(verdict.icalendar.errors == [] && verdict.icalendar.fault == nil, "\(name)")
            #expect(verdict.vobject.fault == nil, "\(name)")
            for reading in [verdict.icalendar, verdict.vobject] {
                #expect(reading.events.map(\.uid) == document.events.map(\.uid))
                #expect(
                    reading.events.map(\.starts) == document.events.map { $0.starts?.instant.judged },
                    "\(name)")
                #expect(
                    reading.events.map(\.ends) == document.events.map { $0.ends?.instant.judged }, "\(name)")
            }
        }
    }

    @Test func `says every word as it was meant`() async throws {
        var event = CalendarEvent.lunch(try Date(utc: "2027-03-11T10:30:00Z"), in: "Europe/Helsinki")
        event.summary =
            "Lunch, at “Öljy; Ääni” \\ 寿司 🍣 — as long as it takes to be folded into two lines or three"
        event.description =
            "First line\nSecond: \"quoted\", and ;semicolons;\n\nhttps://noonish.example/outings/1?a=b,c"
        event.location = "Ravintola Öljy, Fredrikinkatu 1, 00120 Helsinki"
        event.position = (60.1699, -0.000001)
        event.url = "https://noonish.example/outings/0195f0a0"
        event.status = .confirmed
        event.organizer = CalendarUser(
            address: "rsvp+abc@noonish.example", name: "Zoë \"Z\" O'Neil: host; 1, 2")
        event.attendee = Attendee(CalendarUser(address: "mia@example.org", name: "Lee, Mia"), .needsAction)
        let document = CalendarDocument([event], method: .request)

        let verdict = try #require(try await judge(["request": document.encoded])["request"])

        #expect(verdict.icalendar.errors == [] && verdict.icalendar.fault == nil)
        #expect(verdict.vobject.fault == nil)
        #expect(verdict.icalendar.method == "REQUEST")
        #expect(verdict.icalendar.zones == ["Europe/Helsinki"])
        let read = try #require(verdict.icalendar.events.first)
        #expect(read.sequence == 3 && read.stamp == event.stamp.judged)
        #expect(read.organizer == ["mailto:rsvp+abc@noonish.example", event.organizer?.name])
        #expect(read.attendee == ["mailto:mia@example.org", "Lee, Mia", "NEEDS-ACTION", "TRUE"])
        for reading in [verdict.icalendar, verdict.vobject] {
            #expect(reading.events.first?.summary == event.summary)
            #expect(reading.events.first?.description == event.description)
            #expect(reading.events.first?.location == event.location)
            #expect(reading.events.first?.status == "CONFIRMED")
        }
    }

    @Test func `takes an event back from all, from one, and says how a feed is followed`() async throws {
        var toAll = CalendarEvent.lunch(try Date(utc: "2027-03-11T10:30:00Z"), in: "Asia/Tokyo")
        toAll.status = .cancelled
        toAll.attendee = Attendee(CalendarUser(address: "mia@example.org", name: nil), .accepted)
        toAll.organizer = CalendarUser(address: "rsvp+abc@noonish.example", name: nil)
        var toOne = toAll
        toOne.status = nil
        toOne.starts = nil
        toOne.ends = nil
        let feed = CalendarDocument(
            name: "Noonish: Zoë, Mia", refresh: .seconds(3_600), events: [],
            productID: "-//Noonish//Noonish//EN")

        let verdicts = try await judge([
            "all": CalendarDocument([toAll], method: .cancel).encoded,
            "one": CalendarDocument([toOne], method: .cancel).encoded, "feed": feed.encoded,
        ])

        for verdict in verdicts.values {
            #expect(
                verdict.icalendar.errors == [] && verdict.icalendar.fault == nil
                    && verdict.vobject.fault == nil)
        }
        #expect(verdicts["all"]?.icalendar.events.first?.status == "CANCELLED")
        #expect(verdicts["one"]?.icalendar.events.first?.status == "")
        #expect(verdicts["one"]?.icalendar.events.first?.starts == nil)
        #expect(verdicts["feed"]?.icalendar.name == "Noonish: Zoë, Mia")
        #expect(feed.text.contains("REFRESH-INTERVAL;VALUE=DURATION:PT60M\r\nX-PUBLISHED-TTL:PT60M\r\n"))
        #expect(feed.text.contains("X-WR-CALNAME:Noonish: Zoë\\, Mia\r\n"))
    }

    @Test func `is kept by a calendar server, and found at its time and at no other`() async throws {
        let noon = try Date(utc: "2027-07-01T12:00:00Z")
        let documents = Dictionary(
            uniqueKeysWithValues: zones.map { zone in
                (
                    zone.replacing("/", with: "_"),
                    CalendarDocument([.lunch(noon, in: zone, uid: zone)]).encoded
                )
            })

        let then = try await store(documents, from: "20270701T123000Z", to: "20270701T124500Z")
        let later = try await store(documents, from: "20270701T150000Z", to: "20270701T170000Z")

        #expect(then.count == zones.count)
        for verdict in then.values { #expect(verdict.put == 201 && verdict.got == 200) }
        // Radicale reads by vobject, which takes a zone for UTC that was it from 2000 to 2020 as far as a document says.
        #expect(
            Set(then.filter { !$0.value.found }.keys).isSubset(of: ["Africa_Casablanca", "Europe_Dublin"]))
        #expect(then["Asia_Tokyo"]?.starts == "DTSTART;TZID=Asia/Tokyo:20270701T210000")
        for verdict in later.values { #expect(!verdict.found) }
    }
}
