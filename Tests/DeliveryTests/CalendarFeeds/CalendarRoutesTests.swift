import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Mail

@Suite(.timeLimit(.minutes(30))) struct `Calendars to keep and to follow` {
    @Test func `one outing can be downloaded by everyone on its list`() async throws {
        try await withCalendarMail { world in
            let lunch = try await world.mailedLunch()

            let file = try await world.tom.get("\(lunch.path)/calendar.ics")

            #expect(file.status == .ok)
            #expect(file.headers[.contentType] == "text/calendar; charset=utf-8")
            #expect(file.headers[.contentDisposition] == "attachment; filename=\"noonish.ics\"")
            let verdict = try #require(try await judge(["file": Array(file.text.utf8)])["file"])
            #expect(
                verdict.icalendar.fault == nil && verdict.icalendar.errors == []
                    && verdict.vobject.fault == nil)
            #expect(verdict.icalendar.method == "" && verdict.icalendar.zones == ["Europe/Helsinki"])
            let event = try #require(verdict.icalendar.events.first)
            #expect(event.uid == lunch.id.description && event.summary == "Lunch")
            #expect(event.starts == "2027-03-11T10:30:00Z" && event.ends == "2027-03-11T12:30:00Z")
            #expect(event.organizer == nil && event.attendee == nil)
            let stranger = try await world.site.program(token: world.cast.stranger.token).get(
                "\(lunch.path)/calendar.ics")
            let nobody = try await world.site.program().get("\(lunch.path)/calendar.ics")
            #expect(stranger.status.code == 404 && nobody.status.code == 401)
        }
    }

    @Test func `a guest has the file of their outing by their personal token`() async throws {
        try await withCalendarMail { world in
            let lunch = try await world.mailedLunch()
            let mail = try #require(try await world.deliverMail().first)
            let link = try #require(mail.text.firstMatch(of: /http:\/\/localhost:8080\/i\/([A-Za-z0-9_-]+)/))

            let file = try await world.site.program(token: String(link.1)).get("\(lunch.path)/calendar.ics")

            #expect(file.status == .ok && file.text.contains("BEGIN:VEVENT"))
        }
    }

    @Test func `without a time there is no file`() async throws {
        try await withCalendarMail { world in
            let lunch = try await world.mailedLunch(#""timeZone":"Europe/Helsinki""#)

            let file = try await world.leila.get("\(lunch.path)/calendar.ics")

            #expect(file.status.code == 409 && file.code == "no_time_yet")
        }
    }

    @Test func `a person's feed has an address that can be replaced`() async throws {
        try await withCalendarMail { world in
            let lunch = try await world.mailedLunch()
            _ = try await world.mailedLunch(#""timeZone":"Europe/Helsinki""#)
            #expect(try await world.tom.get("/v1/calendar")["url"] == .null)
            let url = try #require(try await world.tom.post("/v1/calendar/rotate")["url"].text)
            #expect(try await world.tom.get("/v1/calendar")["url"].text == url)
            let path = try #require(url.firstRange(of: "/v1/").map { String(url[$0.lowerBound...]) })
            let program = world.site.program()

            let feed = try await program.get(path)

            #expect(feed.status == .ok)
            let verdict = try #require(try await judge(["feed": Array(feed.text.utf8)])["feed"])
            #expect(
                verdict.icalendar.fault == nil && verdict.icalendar.errors == []
                    && verdict.vobject.fault == nil)
            #expect(verdict.icalendar.name == "Noonish: Tom")
            #expect(verdict.icalendar.events.map(\.uid) == [lunch.id.description])
            #expect(verdict.icalendar.events.map(\.status) == ["TENTATIVE"])
            #expect(feed.text.contains("REFRESH-INTERVAL;VALUE=DURATION:PT60M\r\n"))
            #expect(feed.text.contains("X-PUBLISHED-TTL:PT60M\r\n"))

            let tag = try #require(feed.headers[.eTag])
            let again = try await program.get(path, headers: [.ifNoneMatch: tag])
            #expect(again.status == .notModified && again.text.isEmpty)
            _ = try await world.tom.put("\(lunch.path)/attendance", #"{"status":"attending"}"#)
            let answered = try await program.get(path, headers: [.ifNoneMatch: tag])
            #expect(answered.status == .ok && answered.text.contains("STATUS:CONFIRMED\r\n"))

            let next = try #require(try await world.tom.post("/v1/calendar/rotate")["url"].text)
            #expect(next != url)
            #expect(try await program.get(path).status == .notFound)
            let nextPath = try #require(next.firstRange(of: "/v1/").map { String(next[$0.lowerBound...]) })
            #expect(try await program.get(nextPath).status == .ok)
            #expect(try await world.tom.delete("/v1/calendar").status.code == 204)
            #expect(try await program.get(nextPath).status == .notFound)
            #expect(try await world.tom.get("/v1/calendar")["url"] == .null)
            let third = try #require(try await world.tom.post("/v1/calendar/rotate")["url"].text)
            #expect(third != url && third != next)
        }
    }

    @Test func `people who attend read about the order, and tag and stamp move with it`() async throws {
        try await withCalendarMail { world in
            let lunch = try await world.mailedLunch()
            let (leila, tom) = (world.cast.leila.id, world.cast.tom.id)
            let order = GroupOrderID.make()
            func line(_ person: PersonID, _ name: String, _ price: Int) -> String {
                """
                INSERT INTO order_line (outing_id, order_id, id, person_id, content, name, quantity, unit_minor)
                VALUES ('\(lunch.id)', '\(order)', gen_random_uuid(), '\(person)', '\(name)', '\(name)', 1, \(price));
                """
            }
            try await world.database.run(
                script: """
                    INSERT INTO group_order (outing_id, id, coordinator_id, place_name, currency, fulfilment, time_zone,
                                             closes_wall, closes_at)
                    VALUES ('\(lunch.id)', '\(order)', '\(leila)', 'Pier', 'EUR', 'pick_up', 'Europe/Helsinki',
                            '2027-03-11 11:00', '2027-03-11T09:00Z');
                    """ + line(tom, "Soup", 950) + line(leila, "Platter", 1_000) + line(leila, "Tea", 300)
                        + """
                        INSERT INTO order_sharer (outing_id, order_id, line_id, person_id, weight)
                        SELECT outing_id, order_id, id, person, weight
                          FROM order_line, (VALUES ('\(leila)'::uuid, 1), ('\(tom)', 3)) AS s (person, weight)
                         WHERE name = 'Platter'
                        """)
            let url = try #require(try await world.tom.post("/v1/calendar/rotate")["url"].text)
            let path = try #require(url.firstRange(of: "/v1/").map { String(url[$0.lowerBound...]) })
            func feed() async throws -> (text: String, tag: String?) {
                let answer = try await world.site.program().get(path)
                return (answer.text.replacing("\r\n ", with: ""), answer.headers[.eTag])
            }

            let unanswered = try await feed()
            _ = try await world.tom.put("\(lunch.path)/attendance", #"{"status":"attending"}"#)
            let open = try await feed()
            try await world.database.run(
                script: """
                    INSERT INTO order_event (outing_id, order_id, rev, at, kind)
                    VALUES ('\(lunch.id)', '\(order)', 1, '2040-01-01T00:00Z', 'promised');
                    UPDATE group_order
                       SET rev = 1, state = 'accepted', locked_at = now(), placed_at = now(), placed_rev = 1,
                           promised_at = '2027-03-11T10:45Z'
                    """)
            let promised = try await feed()

            #expect(!unanswered.text.contains("Order by"))
            #expect(open.text.contains("Order by Thursday 11 March 2027\\, 11:00"))
            #expect(open.text.contains("Your share: €17.00"))
            #expect(promised.text.contains("The food is promised for Thursday 11 March 2027\\, 12:45"))
            #expect(!promised.text.contains("Order by"))
            #expect(open.tag != promised.tag && promised.text.contains("DTSTAMP:20400101T000000Z"))
        }
    }

    @Test func `a cancelled outing stays for a while, and a declined one disappears`() async throws {
        try await withCalendarMail { world in
            let lunch = try await world.mailedLunch()
            let dinner = try await world.mailedLunch(
                #""startsAt":"2027-03-12T18:00","timeZone":"America/New_York""#)
            let url = try #require(try await world.tom.post("/v1/calendar/rotate")["url"].text)
            let path = try #require(url.firstRange(of: "/v1/").map { String(url[$0.lowerBound...]) })
            _ = try await world.leila.put("\(lunch.path)/cancellation", "{}")
            _ = try await world.tom.put("\(dinner.path)/attendance", #"{"status":"declined"}"#)
            let program = world.site.program()

            let feed = try await program.get(path)
            #expect(feed.text.contains("UID:\(lunch.id)\r\n") && feed.text.contains("STATUS:CANCELLED\r\n"))
            #expect(!feed.text.contains("UID:\(dinner.id)\r\n"))
            try await world.database.run(
                script: "UPDATE outing SET cancelled_at = now() - interval '31 days' WHERE id = '\(lunch.id)'"
            )
            let later = try await program.get(path)
            #expect(!later.text.contains("BEGIN:VEVENT"))
        }
    }

    @Test(arguments: ["x", "x.ics", "\(String(repeating: "a", count: 43)).ics", ".ics"])
    func `an unknown feed is not found`(name: String) async throws {
        try await withCalendarMail { world in
            let answer = try await world.site.program().get("/v1/calendar/\(name)")
            #expect(answer.status == .notFound)
        }
    }

    @Test func `one click unsubscribes from mail, without a cookie and in both encodings of a form`()
        async throws
    {
        try await withCalendarMail { world in
            _ = try await world.mailedLunch()
            let messages = [try #require(try await world.deliverMail().first)]
            let link = try #require(messages[0].unsubscribe?.url)
            let path = try #require(
                link.firstRange(of: "/unsubscribe/").map { String(link[$0.lowerBound...]) })
            let live = "SELECT count(*) FROM outing_watch WHERE channel = 'mail' AND live"
            let before = try await world.number(live)

            let shown = try await world.site.program().get(path)
            #expect(shown.status == .ok && shown.text.contains("<form"))
            #expect(try await world.number(live) == before)
            let form = try await world.site.program().sendForm(path, "List-Unsubscribe=One-Click")
            #expect(form.status == .ok)
            #expect(try await world.number(live) == before - 1)
            let parts =
                "--x\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--x--\r\n"
            let multipart = try await world.site.program().send(
                .post, path, parts, headers: [.contentType: "multipart/form-data; boundary=x"])
            #expect(multipart.status == .ok)
            #expect(try await world.number(live) == before - 1)
        }
    }
}
