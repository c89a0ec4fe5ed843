import Accounts
import CalendarFeeds
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Mail
@testable import News

@Suite(.timeLimit(.minutes(30))) struct `An answer by mail` {
    private func invited(_ world: TestWorld) async throws -> (MailedLunch, MailMessage) {
        let lunch = try await world.mailedLunch()
        return (lunch, try #require(try await world.deliverMail().first))
    }

    private func take(_ reply: (recipient: String, message: [UInt8]), _ world: TestWorld) async throws {
        try await world.mailbox.take(reply.message, to: reply.recipient)
    }

    private func changes(_ lunch: MailedLunch) async throws -> Int {
        try await lunch.world.number("SELECT count(*) FROM outing_change WHERE outing_id = '\(lunch.id)'")
    }

    @Test func `counts once, however often and by whichever route it arrives`() async throws {
        try await withCalendarMail { world in
            let (lunch, request) = try await invited(world)
            let before = try await changes(lunch)
            let yes = try lunch.reply(to: request, "ACCEPTED", more: ["COMMENT:Ten minutes late"])

            try await take(yes, world)
            try await take(yes, world)
            let hook = try await world.site.program().hook(yes.recipient.uppercased(), yes.message)

            #expect(hook.status.code == 204)
            #expect(try await world.status(lunch) == "attending")
            #expect(try await changes(lunch) == before + 1)
            #expect(
                try await world.number("SELECT count(*) FROM attendance WHERE note = 'Ten minutes late'") == 1
            )
            #expect(try await world.number("SELECT count(*) FROM invitation WHERE state = 'answered'") == 1)
            let broken = try await brokenChecks(in: world.database, ["revisions", "seats", "behind"])
            #expect(broken.isEmpty)
        }
    }

    @Test func `may change, and only the newest counts in whatever order they arrive`() async throws {
        try await withCalendarMail { world in
            let (lunch, request) = try await invited(world)
            let first = try lunch.reply(to: request, "ACCEPTED", stamp: "20240101T120000Z")
            let second = try lunch.reply(to: request, "TENTATIVE", stamp: "20240101T120100Z")
            let third = try lunch.reply(to: request, "DECLINED", stamp: "20240101T120200Z")

            try await take(second, world)
            #expect(try await world.status(lunch) == "maybe")
            try await take(first, world)
            #expect(try await world.status(lunch) == "maybe")
            try await take(third, world)
            #expect(try await world.status(lunch) == "declined")
        }
    }

    @Test func `counts no longer once the time has moved, until the new one is answered`() async throws {
        try await withCalendarMail { world in
            let (lunch, request) = try await invited(world)
            try await lunch.edit(#"{"startsAt":"2027-03-11T13:00"}"#)

            try await take(try lunch.reply(to: request, "ACCEPTED"), world)
            #expect(try await world.status(lunch) == "invited")

            let moved = try #require(try await world.deliverMail().first)
            try await take(try lunch.reply(to: moved, "ACCEPTED", stamp: "20240101T120500Z"), world)
            #expect(try await world.status(lunch) == "attending")
        }
    }

    @Test func `gives way to a later answer on the page`() async throws {
        try await withCalendarMail { world in
            let (lunch, _) = try await invited(world)
            let toTom = "SELECT i.id FROM invitation AS i WHERE i.person_id = '\(world.cast.tom.id)'"
            let invitation = try #require(
                (try await world.database.run(script: toTom).first?.first ?? nil).flatMap {
                    InvitationID($0)
                })
            let page = try await world.tom.put("\(lunch.path)/attendance", #"{"status":"declined"}"#)
            try #require(page.status == .ok)
            var request = try MailMessage.blank(to: world.cast.tom.address)
            request.calendar = try CalendarPart(
                method: "REQUEST",
                text: "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nUID:\(lunch.id)\r\nSEQUENCE:0\r\n"
                    + "ORGANIZER:mailto:\(world.inboundAddresses.text(.answer, invitation))\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
            )

            try await take(
                try lunch.reply(
                    to: request, "ACCEPTED", stamp: "20240101T120000Z", attendee: world.cast.tom.address),
                world)

            let mine = try await world.tom.get(lunch.path)
            #expect(mine["myAttendance"]["status"].text == "declined")
        }
    }

    @Test func `is dropped if it was forwarded, is about another event or is damaged`()
        async throws
    {
        try await withCalendarMail { world in
            let (lunch, request) = try await invited(world)
            let (other, otherRequest) = try await invited(world)
            let before = try await changes(lunch) + changes(other)
            let organizer = try lunch.reply(to: request, "ACCEPTED").recipient

            try await take(try lunch.reply(to: request, "ACCEPTED", attendee: "friend@example.com"), world)
            try await world.mailbox.take(
                try other.reply(to: otherRequest, "ACCEPTED").message, to: organizer)
            try await take(try lunch.reply(to: request, "NEEDS-ACTION"), world)
            try await take(try lunch.reply(to: request, "ACCEPTED", method: "REQUEST"), world)
            for junk in [
                "", "Subject: Re: Lunch\r\n\r\nI'd love to!\r\n", "\r\n\r\n\u{0}",
                "Content-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR",
            ] {
                try await world.mailbox.take(Array(junk.utf8), to: organizer)
            }
            try await world.mailbox.take(
                try lunch.reply(to: request, "ACCEPTED").message,
                to: "rsvp+\(String(repeating: "a", count: 52))@noonish.example")

            #expect(try await world.status(lunch) == "invited")
            #expect(try await changes(lunch) + changes(other) == before)
        }
    }

    @Test func `follows the rules of any answer`() async throws {
        try await withCalendarMail { world in
            let (lunch, request) = try await invited(world)
            let yes = try lunch.reply(to: request, "ACCEPTED")
            try await lunch.edit(#"{"capacity":1}"#)
            try await take(yes, world)
            #expect(try await world.status(lunch) == "invited")

            // It did not count, so the same answer counts once there is room.
            try await lunch.edit(#"{"capacity":null}"#)
            try await take(yes, world)
            #expect(try await world.status(lunch) == "attending")

            let removed = "SELECT person_id FROM invitation WHERE address = '\(TestWorld.ada)'"
            let ada = try #require(try await world.database.run(script: removed).first?.first ?? nil)
            _ = try await world.leila.delete("\(lunch.path)/attendees/\(ada)")
            try await take(try lunch.reply(to: request, "DECLINED", stamp: "20240101T130000Z"), world)
            #expect(try await world.status(lunch) == nil)
        }
    }

    @Test func `that finds no free seat gets one reply with a link`() async throws {
        try await withCalendarMail { world in
            let lunch = try await world.mailedLunch(
                #""startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki","capacity":2"#)
            let request = try #require(try await world.deliverMail().first)
            let seated = try await world.tom.put("\(lunch.path)/attendance", #"{"status":"attending"}"#)
            #expect(seated.status == .ok)
            let yes = try lunch.reply(to: request, "ACCEPTED")

            try await take(yes, world)
            try await take(yes, world)

            #expect(try await world.status(lunch) == "invited")
            let mails = try await world.database.storedMails()
            #expect(mails.map(\.to) == [TestWorld.ada])
            #expect(mails.first?.subject == "Your answer to Lunch wasn’t recorded")
            #expect(mails.first?.text.contains("http") == true && mails.first?.text.contains("seat") == true)
        }
    }

    @Test func `with another time becomes a suggestion to the host and changes nothing else`() async throws {
        try await withCalendarMail { world in
            let (lunch, request) = try await invited(world)
            let counter = try lunch.reply(
                to: request, "TENTATIVE", method: "COUNTER",
                more: ["DTSTART:20270311T113000Z", "DTEND:20270311T133000Z"])

            try await take(counter, world)
            try await take(counter, world)

            let toLeila = try await world.deliverMail(to: world.cast.leila.address)
            #expect(toLeila.count == 1)
            let text = try #require(toLeila.first?.text)
            #expect(text.contains(/suggested Thursday 11 March( 2027)?, 13:30/), "\(text)")
            #expect(toLeila.first?.calendar == nil)
            #expect(try await world.deliverMail().isEmpty)
            #expect(try await world.status(lunch) == "invited")
            let outing = try await world.leila.get(lunch.path)
            #expect(outing["startsAt"].text == "2027-03-11T12:30:00+02:00")
            let suggested = try await world.leila.get(lunch.path + "/suggestions")["items"].elements
            #expect(suggested.map { $0["after"]["startsAt"].text } == ["2027-03-11T13:30:00+02:00"])
            #expect(suggested.first?["tally"]["yes"].number == 1)
        }
    }

    @Test func `may be a bounce`() async throws {
        try await withCalendarMail { world in
            let (_, request) = try await invited(world)
            let bounce = try #require(request.returnPath?.address)
            func report(_ action: String, _ status: String) -> [UInt8] {
                let lines = [
                    "From: MAILER-DAEMON@mx.example",
                    "Content-Type: multipart/report; report-type=delivery-status; boundary=x",
                    "", "--x", "", "Sorry", "--x", "Content-Type: message/delivery-status", "",
                    "Reporting-MTA: dns; mx.example",
                    "", "Final-Recipient: rfc822; \(TestWorld.ada)", "Action: \(action)",
                    "Status: \(status)", "--x--", "",
                ]
                return Array(lines.joined(separator: "\r\n").utf8)
            }
            let state =
                "SELECT count(*) FROM invitation WHERE address = '\(TestWorld.ada)' AND state = 'bounced'"

            try await world.mailbox.take(report("delayed", "4.2.2"), to: bounce)
            try await world.mailbox.take(Array("Subject: out of office\r\n\r\n".utf8), to: bounce)
            #expect(try await world.number(state) == 0)
            try await world.mailbox.take(report("failed", "5.1.1"), to: bounce)
            #expect(try await world.number(state) == 1)
        }
    }
}

extension MailMessage {
    static func blank(to address: String) throws -> MailMessage {
        MailMessage(
            id: try MessageID("blank", domain: "example.com"),
            date: Date(timeIntervalSince1970: 1_793_534_400),
            from: try MailAddress("a@example.com"), to: try MailAddress(address), subject: "Blank", text: "")
    }
}
