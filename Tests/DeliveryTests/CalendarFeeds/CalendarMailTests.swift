import CalendarFeeds
import Calendars
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Mail

@Suite(.timeLimit(.minutes(30))) struct `An outing in the calendars of its guests` {
    private func event(_ message: MailMessage?) throws -> CalendarComponent? {
        try message?.document()?.components("VEVENT").first
    }

    @Test func `is sent, moved, cleared, set again and cancelled with rising SEQUENCE numbers`()
        async throws
    {
        try await withCalendarMail { world in
            let lunch = try await world.mailedLunch()
            var documents: [String: [UInt8]] = [:]
            var story: [[String]] = []
            func note(_ name: String) async throws {
                let messages = try await world.deliverMail()
                #expect(messages.count == 1, "\(name)")
                let message = try #require(messages.first)
                guard let event = try event(message), let part = message.calendar else {
                    return story.append([name, "none"])
                }
                documents[name] = Array(part.text.utf8)
                story.append([
                    name, part.method, event["SEQUENCE"]?.value ?? "", event["STATUS"]?.value ?? "",
                    event["DTSTART"]?.value ?? "", event["ATTENDEE"]?["PARTSTAT"] ?? "",
                ])
                #expect(event["UID"]?.value == lunch.id.description)
                #expect(event.all("ATTENDEE").map(\.value) == ["mailto:\(TestWorld.ada)"])
            }

            try await note("asked")
            try await lunch.edit(#"{"title":"Late lunch"}"#)
            try await note("renamed")
            try await lunch.edit(#"{"startsAt":"2027-03-11T13:00"}"#)
            try await note("moved")
            try await lunch.edit(#"{"place":"Kabob & Curry"}"#)
            try await note("placed")
            try await lunch.edit(#"{"startsAt":null}"#)
            try await note("cleared")
            try await lunch.edit(#"{"place":"At Leila's"}"#)
            try await note("without a time")
            try await lunch.edit(#"{"startsAt":"2027-03-12T13:00"}"#)
            try await note("set again")
            _ = try await world.leila.put("\(lunch.path)/cancellation", #"{"reason":"Snow"}"#)
            try await note("called off")
            _ = try await world.leila.delete("\(lunch.path)/cancellation")
            try await note("after all")

            #expect(
                story == [
                    ["asked", "REQUEST", "0", "CONFIRMED", "20270311T123000", "NEEDS-ACTION"],
                    ["renamed", "REQUEST", "0", "CONFIRMED", "20270311T123000", "NEEDS-ACTION"],
                    ["moved", "REQUEST", "1", "CONFIRMED", "20270311T130000", "NEEDS-ACTION"],
                    ["placed", "REQUEST", "2", "CONFIRMED", "20270311T130000", "NEEDS-ACTION"],
                    ["cleared", "CANCEL", "3", "CANCELLED", "20270311T130000", "NEEDS-ACTION"],
                    ["without a time", "none"],
                    ["set again", "REQUEST", "5", "CONFIRMED", "20270312T130000", "NEEDS-ACTION"],
                    ["called off", "CANCEL", "6", "CANCELLED", "20270312T130000", "NEEDS-ACTION"],
                    ["after all", "REQUEST", "7", "CONFIRMED", "20270312T130000", "NEEDS-ACTION"],
                ])
            for verdict in try await judge(documents).values {
                #expect(
                    verdict.icalendar.fault == nil && verdict.icalendar.errors == []
                        && verdict.vobject.fault == nil)
                #expect(verdict.lines <= 75 && verdict.bare == 0)
            }
            let moved = try #require(try await judge(documents)["moved"])
            #expect(moved.icalendar.events.first?.starts == "2027-03-11T11:00:00Z")
            #expect(moved.vobject.events.first?.ends == "2027-03-11T13:00:00Z")
        }
    }

    @Test func `has an organizer for each attendee and the attribution of the place`()
        async throws
    {
        try await withCalendarMail { world in
            let restaurant = try await world.restaurant(attribution: "© OpenStreetMap contributors")
            let lunch = try await world.mailedLunch(
                #""startsAt":"2027-03-11T12:30","timeZone":"Asia/Tokyo","note":"Bring cash, please","restaurantId":"\#(restaurant)""#
            )
            let toAda = try #require(try await world.deliverMail().first)
            let event = try #require(try event(toAda))

            #expect(event["ORGANIZER"]?["CN"] == "Leila")
            let organizer = try #require(event["ORGANIZER"]?.value.dropFirst("mailto:".count))
            #expect(world.mailbox.accepts(String(organizer)))
            #expect(toAda.returnPath.map { world.mailbox.accepts($0.address) } == true)
            #expect(toAda.returnPath?.address != String(organizer))
            #expect(event["LOCATION"]?.text == "Kabob & Curry, Thayer St 261")
            #expect(event["GEO"]?.value == "41.827100;-71.400200")
            #expect(event["DESCRIPTION"]?.text.hasSuffix("\n\n© OpenStreetMap contributors") == true)
            #expect(event["DESCRIPTION"]?.text.hasPrefix("Bring cash, please\n\n") == true)
            #expect(toAda.text.contains("© OpenStreetMap contributors\n"))
            #expect(toAda.html?.contains("© OpenStreetMap contributors") == true)
            _ = lunch
        }
    }

    @Test func `requests a new answer after a move and keeps the answer otherwise`() async throws {
        try await withCalendarMail { world in
            let lunch = try await world.mailedLunch()
            try await world.deliverMail()
            let yes = try await world.tom.put("\(lunch.path)/attendance", #"{"status":"attending"}"#)
            try #require(yes.status == .ok)

            try await lunch.edit(#"{"note":"Bring cash"}"#)
            let noted = try event(try await world.deliverMail(to: world.cast.tom.address).first)
            try await lunch.edit(#"{"startsAt":"2027-03-11T13:00"}"#)
            let moved = try event(try await world.deliverMail(to: world.cast.tom.address).first)

            #expect(noted?["ATTENDEE"]?["PARTSTAT"] == "ACCEPTED")
            #expect(moved?["ATTENDEE"]?["PARTSTAT"] == "NEEDS-ACTION")
            #expect(moved?["ATTENDEE"]?["RSVP"] == "TRUE")
        }
    }

    @Test func `is cancelled for a removed attendee only, as it was then`()
        async throws
    {
        try await withCalendarMail { world in
            let lunch = try await world.mailedLunch()
            try await world.deliverMail()
            let removed = try await world.leila.delete("\(lunch.path)/attendees/\(world.cast.tom.id)")
            try #require(removed.status.code == 204)
            try await lunch.edit(#"{"startsAt":"2027-03-11T20:00","title":"Secret dinner"}"#)

            let farewell = try #require(try await world.deliverMail(to: world.cast.tom.address).first)

            let event = try #require(try event(farewell))
            #expect(farewell.calendar?.method == "CANCEL")
            #expect(event["STATUS"] == nil)
            #expect(event["DTSTART"]?.value == "20270311T123000")
            #expect(event["SUMMARY"]?.text == "Lunch")
            #expect(event.all("ATTENDEE").map(\.value) == ["mailto:tom@example.org"])
            let verdict = try #require(
                try await judge(["farewell": Array((farewell.calendar?.text ?? "").utf8)])["farewell"])
            #expect(verdict.icalendar.errors == [] && verdict.vobject.fault == nil)
        }
    }

    @Test func `is not attached without a time, nor for changes that no calendar shows`() async throws {
        try await withCalendarMail { world in
            let lunch = try await world.mailedLunch(#""timeZone":"Europe/Helsinki""#)
            #expect(try await world.deliverMail().map(\.calendar) == [nil])
            try await lunch.edit(#"{"respondBy":"2027-03-01T12:00"}"#)
            #expect(try await world.deliverMail().map(\.calendar) == [nil])
            try await lunch.edit(#"{"startsAt":"2027-03-11T12:30"}"#)
            #expect(try await world.deliverMail().map { $0.calendar?.method } == ["REQUEST"])
            try await lunch.edit(#"{"respondBy":"2027-03-02T12:00"}"#)
            #expect(try await world.deliverMail().map(\.calendar) == [nil])
        }
    }

    @Test func `is published without a request when no mail can be received`() async throws {
        try await withCalendarMail(repliesAreRead: false) { world in
            let lunch = try await world.mailedLunch()
            let asked = try #require(try await world.deliverMail().first)
            try await lunch.edit(#"{"startsAt":null}"#)
            let cleared = try #require(try await world.deliverMail().first)
            _ = try await world.leila.delete("\(lunch.path)/attendees/\(world.cast.tom.id)")
            let farewell = try #require(try await world.deliverMail(to: world.cast.tom.address).first)

            let event = try #require(try event(asked))
            #expect(asked.calendar?.method == "PUBLISH" && cleared.calendar?.method == "PUBLISH")
            #expect(event["ATTENDEE"] == nil)
            #expect(event["ORGANIZER"]?.value == "mailto:table@noonish.example")
            #expect(try self.event(cleared)?["STATUS"]?.value == "CANCELLED")
            #expect(try self.event(cleared)?["SEQUENCE"]?.value == "1")
            #expect(farewell.calendar == nil && asked.returnPath == nil)
        }
    }

    @Test func `is published to a host, who needs no invitation`() async throws {
        try await withCalendarMail { world in
            let lunch = try await world.mailedLunch()
            try await world.deliverMail()
            try await world.database.run(
                script: "UPDATE attendance SET role = 'cohost' WHERE person_id = '\(world.cast.tom.id)'")
            let tag = try #require(try await world.tom.get(lunch.path).headers[.eTag])
            _ = try await world.tom.patch(
                lunch.path, #"{"startsAt":"2027-03-11T13:00"}"#, headers: [.ifMatch: tag])

            let toLeila = try #require(try await world.deliverMail(to: world.cast.leila.address).first)

            #expect(toLeila.calendar?.method == "PUBLISH")
            #expect(try event(toLeila)?["ATTENDEE"] == nil)
        }
    }

    @Test func `travels through a real mail server as it was written`() async throws {
        try await withMailServer { transport, server in
            try await withCalendarMail(through: transport) { world in
                _ = try await world.mailedLunch()

                try await world.deliverMail()

                var received: [Received] = []
                for _ in 0..<2 { received.append(try await server.event()) }
                let toAda = try #require(received.first { $0.recipients == [TestWorld.ada] })
                #expect(toAda.defects == [])
                #expect(
                    toAda.structure
                        == "multipart/mixed(multipart/alternative(text/plain text/html text/calendar) application/ics)"
                )
                let shown = try #require(toAda.parts.first { $0.type == "text/calendar" })
                #expect(shown.method == "REQUEST" && shown.content.contains("\r\nMETHOD:REQUEST\r\n"))
                #expect(world.mailbox.accepts(toAda.sender))
                #expect(toAda.headers.contains(["Auto-Submitted", "auto-generated"]))
                let verdict = try #require(try await judge(["mail": Array(shown.content.utf8)])["mail"])
                #expect(verdict.icalendar.errors == [] && verdict.vobject.fault == nil)
                let attendee = try #require(verdict.icalendar.events.first?.attendee)
                #expect(
                    attendee.first == "mailto:\(TestWorld.ada)"
                        && attendee.suffix(2) == ["NEEDS-ACTION", "TRUE"])
            }
        }
    }
}

/// A mail that the server received, as Python's mail parser reads it.
struct Received: Decodable {
    struct Part: Decodable {
        let type: String
        let content: String
        let method: String?
    }

    let sender: String
    let recipients: [String]
    let structure: String
    let headers: [[String]]
    let parts: [Part]
    let defects: [String]
}
