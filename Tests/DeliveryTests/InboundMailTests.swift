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
    private func asked(_ office: PostOffice) async throws -> (Lunch, MailMessage) {
        let lunch = try await office.lunch()
        return (lunch, try #require(try await office.deliver().first))
    }

    private func take(_ reply: (recipient: String, message: [UInt8]), _ office: PostOffice) async throws {
        try await office.mailbox.take(reply.message, to: reply.recipient)
    }

    private func changes(_ lunch: Lunch) async throws -> Int {
        try await lunch.office.count("SELECT count(*) FROM outing_change WHERE outing_id = '\(lunch.id)'")
    }

    @Test func `counts once, however often and by whatever door it comes`() async throws {
        try await withPostOffice { office in
            let (lunch, request) = try await asked(office)
            let before = try await changes(lunch)
            let yes = try lunch.reply(to: request, "ACCEPTED", more: ["COMMENT:Ten minutes late"])

            try await take(yes, office)
            try await take(yes, office)
            let hook = try await office.site.program().hook(yes.recipient.uppercased(), yes.message)

            #expect(hook.status.code == 204)
            #expect(try await office.status(lunch) == "attending")
            #expect(try await changes(lunch) == before + 1)
            #expect(
                try await office.count("SELECT count(*) FROM attendance WHERE note = 'Ten minutes late'") == 1
            )
            #expect(try await office.count("SELECT count(*) FROM invitation WHERE state = 'answered'") == 1)
            let broken = try await brokenChecks(in: office.database, ["revisions", "seats", "behind"])
            #expect(broken.isEmpty)
        }
    }

    @Test func `may change, and only the newest counts in whatever order they arrive`() async throws {
        try await withPostOffice { office in
            let (lunch, request) = try await asked(office)
            let first = try lunch.reply(to: request, "ACCEPTED", stamp: "20240101T120000Z")
            let second = try lunch.reply(to: request, "TENTATIVE", stamp: "20240101T120100Z")
            let third = try lunch.reply(to: request, "DECLINED", stamp: "20240101T120200Z")

            try await take(second, office)
            #expect(try await office.status(lunch) == "maybe")
            try await take(first, office)
            #expect(try await office.status(lunch) == "maybe")
            try await take(third, office)
            #expect(try await office.status(lunch) == "declined")
        }
    }

    @Test func `counts no longer once the time has moved, until the new one is answered`() async throws {
        try await withPostOffice { office in
            let (lunch, request) = try await asked(office)
            try await lunch.edit(#"{"startsAt":"2027-03-11T13:00"}"#)

            try await take(try lunch.reply(to: request, "ACCEPTED"), office)
            #expect(try await office.status(lunch) == "invited")

            let moved = try #require(try await office.deliver().first)
            try await take(try lunch.reply(to: moved, "ACCEPTED", stamp: "20240101T120500Z"), office)
            #expect(try await office.status(lunch) == "attending")
        }
    }

    @Test func `gives way to a later answer on the page`() async throws {
        try await withPostOffice { office in
            let (lunch, _) = try await asked(office)
            let toTom = "SELECT i.id FROM invitation AS i WHERE i.person_id = '\(office.cast.tom.id)'"
            let invitation = try #require(
                (try await office.database.run(script: toTom).first?.first ?? nil).flatMap {
                    InvitationID($0)
                })
            let page = try await office.tom.put("\(lunch.path)/attendance", #"{"status":"declined"}"#)
            try #require(page.status == .ok)
            var request = try MailMessage.blank(to: office.cast.tom.address)
            request.calendar = try CalendarPart(
                method: "REQUEST",
                text: "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nUID:\(lunch.id)\r\nSEQUENCE:0\r\n"
                    + "ORGANIZER:mailto:\(office.addresses.text(.answer, invitation))\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
            )

            try await take(
                try lunch.reply(
                    to: request, "ACCEPTED", stamp: "20240101T120000Z", attendee: office.cast.tom.address),
                office)

            let mine = try await office.tom.get(lunch.path)
            #expect(mine["myAttendance"]["status"].text == "declined")
        }
    }

    @Test func `is dropped from whoever it was forwarded to, about another event, and in any other damage`()
        async throws
    {
        try await withPostOffice { office in
            let (lunch, request) = try await asked(office)
            let (other, otherRequest) = try await asked(office)
            let before = try await changes(lunch) + changes(other)
            let organizer = try lunch.reply(to: request, "ACCEPTED").recipient

            try await take(try lunch.reply(to: request, "ACCEPTED", attendee: "friend@example.com"), office)
            try await office.mailbox.take(
                try other.reply(to: otherRequest, "ACCEPTED").message, to: organizer)
            try await take(try lunch.reply(to: request, "NEEDS-ACTION"), office)
            try await take(try lunch.reply(to: request, "ACCEPTED", method: "REQUEST"), office)
            for junk in [
                "", "Subject: Re: Lunch\r\n\r\nI'd love to!\r\n", "\r\n\r\n\u{0}",
                "Content-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR",
            ] {
                try await office.mailbox.take(Array(junk.utf8), to: organizer)
            }
            try await office.mailbox.take(
                try lunch.reply(to: request, "ACCEPTED").message,
                to: "rsvp+\(String(repeating: "a", count: 52))@noonish.example")

            #expect(try await office.status(lunch) == "invited")
            #expect(try await changes(lunch) + changes(other) == before)
        }
    }

    @Test func `follows the rules of any answer`() async throws {
        try await withPostOffice { office in
            let (lunch, request) = try await asked(office)
            let yes = try lunch.reply(to: request, "ACCEPTED")
            try await lunch.edit(#"{"capacity":1}"#)
            try await take(yes, office)
            #expect(try await office.status(lunch) == "invited")

            // It did not count, so the same answer counts once there is room.
            try await lunch.edit(#"{"capacity":null}"#)
            try await take(yes, office)
            #expect(try await office.status(lunch) == "attending")

            let removed = "SELECT person_id FROM invitation WHERE address = '\(PostOffice.omar)'"
            let omar = try #require(try await office.database.run(script: removed).first?.first ?? nil)
            _ = try await office.leila.delete("\(lunch.path)/attendees/\(omar)")
            try await take(try lunch.reply(to: request, "DECLINED", stamp: "20240101T130000Z"), office)
            #expect(try await office.status(lunch) == nil)
        }
    }

    @Test func `that finds the table full is answered once, with where to go`() async throws {
        try await withPostOffice { office in
            let lunch = try await office.lunch(
                #""startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki","capacity":2"#)
            let request = try #require(try await office.deliver().first)
            let seated = try await office.tom.put("\(lunch.path)/attendance", #"{"status":"attending"}"#)
            #expect(seated.status == .ok)
            let yes = try lunch.reply(to: request, "ACCEPTED")

            try await take(yes, office)
            try await take(yes, office)

            #expect(try await office.status(lunch) == "invited")
            let mails = try await office.database.storedMails()
            #expect(mails.map(\.to) == [PostOffice.omar])
            #expect(mails.first?.subject == "Your answer about Lunch was not taken")
            #expect(mails.first?.text.contains("http") == true && mails.first?.text.contains("seat") == true)
        }
    }

    @Test func `may be another time, which is suggested to the host and changes nothing else`() async throws {
        try await withPostOffice { office in
            let (lunch, request) = try await asked(office)
            let counter = try lunch.reply(
                to: request, "TENTATIVE", method: "COUNTER",
                more: ["DTSTART:20270311T113000Z", "DTEND:20270311T133000Z"])

            try await take(counter, office)
            try await take(counter, office)

            let toLeila = try await office.deliver(to: office.cast.leila.address)
            #expect(toLeila.count == 1)
            let text = try #require(toLeila.first?.text)
            #expect(text.contains(/suggests Thursday 11 March( 2027)?, 13:30/), "\(text)")
            #expect(toLeila.first?.calendar == nil)
            #expect(try await office.deliver().isEmpty)
            #expect(try await office.status(lunch) == "invited")
            let outing = try await office.leila.get(lunch.path)
            #expect(outing["startsAt"].text == "2027-03-11T12:30:00+02:00")
            let suggested = try await office.leila.get(lunch.path + "/suggestions")["items"].elements
            #expect(suggested.map { $0["after"]["startsAt"].text } == ["2027-03-11T13:30:00+02:00"])
            #expect(suggested.first?["tally"]["yes"].number == 1)
        }
    }

    @Test func `may be that it never arrived`() async throws {
        try await withPostOffice { office in
            let (_, request) = try await asked(office)
            let bounce = try #require(request.returnPath?.address)
            func report(_ action: String, _ status: String) -> [UInt8] {
                let lines = [
                    "From: MAILER-DAEMON@mx.example",
                    "Content-Type: multipart/report; report-type=delivery-status; boundary=x",
                    "", "--x", "", "Sorry", "--x", "Content-Type: message/delivery-status", "",
                    "Reporting-MTA: dns; mx.example",
                    "", "Final-Recipient: rfc822; \(PostOffice.omar)", "Action: \(action)",
                    "Status: \(status)", "--x--", "",
                ]
                return Array(lines.joined(separator: "\r\n").utf8)
            }
            let state =
                "SELECT count(*) FROM invitation WHERE address = '\(PostOffice.omar)' AND state = 'bounced'"

            try await office.mailbox.take(report("delayed", "4.2.2"), to: bounce)
            try await office.mailbox.take(Array("Subject: out of office\r\n\r\n".utf8), to: bounce)
            #expect(try await office.count(state) == 0)
            try await office.mailbox.take(report("failed", "5.1.1"), to: bounce)
            #expect(try await office.count(state) == 1)
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
