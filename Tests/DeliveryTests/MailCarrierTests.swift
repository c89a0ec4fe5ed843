import Access
import Accounts
import Foundation
import News
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import Delivery
@testable import Mail

struct MailCarrierTests {
    private static let key = SecretKey(bytes: Array(repeating: 7, count: 32))

    private static func site() throws -> Site {
        Site(publicURL: "https://eat.example", key: try #require(key))
    }

    private func deliver(_ lunch: StoredLunch, by transport: (any MailTransport)? = nil) async throws
        -> DeliveryWorker
    {
        DeliveryWorker(
            MailCarrier(
                database: lunch.database,
                transport: transport ?? OutboxTransport(lunch.database, key: .forTests),
                from: try MailAddress("noonish@eat.example"), site: try Self.site()),
            database: lunch.database, catalogue: .shipped, kinds: .all, logger: .silent)
    }

    private func deliverAll(_ lunch: StoredLunch, by transport: (any MailTransport)? = nil) async throws {
        try await lunch.fanOutAll()
        try await lunch.passTime(.mail)
        let deliver = try await deliver(lunch, by: transport)
        while try await deliver.runOnce() {}
    }

    private struct StoredMail {
        let messageID, to, subject, text, html: String

        init(_ row: [String?], _ mail: OutboxMail) {
            (messageID, to, subject, text, html) = (
                row[0] ?? "", mail.to, mail.subject, mail.text, mail.html ?? ""
            )
        }
    }

    private func mails(_ lunch: StoredLunch) async throws -> [StoredMail] {
        let ids = try await lunch.database.run(script: "SELECT message_id FROM mail_outbox ORDER BY at, id")
        let mails = try await lunch.database.storedMails().reversed()
        return zip(ids, mails).map(StoredMail.init)
    }

    /// A mail server that takes nothing. Not ours to test: what we do about it is.
    private struct RefusingServer: MailTransport {
        let failure: MailSendError

        func send(_ message: MailMessage) async throws(MailSendError) { throw failure }
    }

    @Test func `the mail about a held seat leads to taking it, and others to the outing`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom, on: [.mail], address: "tom@example.com")
            try await deliverAll(lunch)

            try await lunch.edit([.seatOffer(lunch.tom, from: nil, to: .now + 2 * 3_600)], by: nil)
            try await deliverAll(lunch)
            try await lunch.edit([.place(from: nil, to: OutingPlace(name: "The pier"))], by: lunch.leila)
            try await deliverAll(lunch)

            let mails = try await mails(lunch)
            #expect(mails[1].text.contains("Take the seat"))
            #expect(!mails[1].text.contains("Open the outing"))
            #expect(mails[2].text.contains("Open the outing"))
        }
    }

    @Test func `a guest's invitation has the facts and the personal link`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.database.run(
                script: """
                    UPDATE outing SET title = 'Lunch <&>', starts_wall = '2027-03-11 12:30', starts_at = '2027-03-11 10:30Z',
                           place_name = 'Kabob & Curry', place_address = 'Thayer St 261', note = 'Bring cash';
                    UPDATE person SET kind = 'guest' WHERE id = '\(lunch.tom)'
                    """)
            try await lunch.invite(lunch.tom, on: [.mail], address: "ada@example.com")

            try await deliverAll(lunch)

            let mail = try #require(try await mails(lunch).first)
            let invitation = try #require(
                try await lunch.database.run(script: "SELECT id FROM invitation").first?.first ?? nil)
            let link =
                "https://eat.example/i/\(try Self.site().key.personalToken(of: InvitationID(UUID(uuidString: invitation) ?? UUID())))"
            #expect(mail.to == "ada@example.com")
            #expect(mail.subject == "Leila invited you to Lunch <&>")
            for part in [
                "When: Thursday 11 March", "12:30 (Helsinki time)", "Where: Kabob & Curry, Thayer St 261",
                "Host: Leila", "Note: Bring cash", link,
            ] {
                #expect(mail.text.contains(part))
            }
            #expect(mail.html.contains("Lunch &lt;&amp;&gt;"))
            #expect(mail.html.contains(link))
            for answer in ["attending", "maybe", "declined"] {
                #expect(mail.text.contains("\(link)?answer=\(answer)\n"))
            }
            #expect(mail.text.contains("https://eat.example/unsubscribe/"))
            #expect(try await lunch.number("SELECT count(*) FROM invitation WHERE state = 'sent'") == 1)
            try await lunch.expectSound()
        }
    }

    @Test func `a member is written to at the address they proved first, with their personal link`()
        async throws
    {
        try await withStoredLunch { lunch in
            try await lunch.database.run(
                script: """
                    INSERT INTO person_email (address, person_id, verified_at)
                    VALUES ('new@example.org', '\(lunch.tom)', '2027-01-02'), ('old@example.org', '\(lunch.tom)', '2027-01-01')
                    """)
            try await lunch.invite(lunch.tom, on: [.mail])

            try await deliverAll(lunch)

            let mail = try #require(try await mails(lunch).first)
            #expect(mail.to == "old@example.org")
            let invitation = try #require(
                try await lunch.database.run(script: "SELECT id FROM invitation").first?.first ?? nil)
            let token = try Self.site().key.personalToken(
                of: InvitationID(#require(UUID(uuidString: invitation))))
            #expect(mail.text.contains("https://eat.example/i/\(token)\n"))
        }
    }

    @Test func `a mail has the changes in its subject and in a sentence`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom, on: [.mail], address: "ada@example.com")
            try await deliverAll(lunch)

            try await lunch.edit(
                [.place(from: OutingPlace(name: "Burger Shack"), to: OutingPlace(name: "Kabob & Curry"))],
                by: lunch.leila)
            try await lunch.invite(lunch.mei)
            try await deliverAll(lunch)
            try await lunch.database.run(
                script: """
                    UPDATE outing SET cancelled_at = now(), cancelled_by = host_id, cancel_reason = 'Rain'
                     WHERE id = '\(lunch.id)'
                    """)
            try await lunch.edit(
                [.cancellation(from: nil, to: Cancellation(reason: "Rain"))], by: lunch.leila)
            try await deliverAll(lunch)

            let mails = try await mails(lunch)
            #expect(
                mails.dropFirst().map(\.subject) == [
                    "Lunch: now at Kabob & Curry (was Burger Shack)",
                    "Cancelled: Lunch",
                ])
            #expect(mails[1].text.contains("Now at Kabob & Curry (was Burger Shack)."))
            #expect(mails[1].text.contains("?answer=declined"))
            #expect(!mails[2].text.contains("?answer="))
            #expect(mails[2].text.contains("Leila cancelled it: “Rain”"))
            #expect(mails[1].text.contains("not decided yet"))
            #expect(!mails[2].text.contains("not decided yet"))
            try await lunch.expectSound()
        }
    }

    @Test func `a mail asks again for an answer that was for an earlier time or place`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.world.run(
                "INSERT INTO person_email (address, person_id) VALUES ('tom@example.org', \(lunch.tom))")
            try await lunch.invite(lunch.tom, on: [.mail])
            try await deliverAll(lunch)
            try await lunch.answer(lunch.tom, .attending)
            try await lunch.world.run(
                """
                UPDATE attendance SET responded_rev = (SELECT rev FROM outing WHERE id = \(lunch.id))
                 WHERE person_id = \(lunch.tom)
                """)

            try await lunch.edit([.note(from: nil, to: "Ask for the long table")], by: lunch.leila)
            try await deliverAll(lunch)
            try await lunch.edit(
                [.place(from: OutingPlace(name: "Burger Shack"), to: OutingPlace(name: "Kala"))],
                by: lunch.leila)
            try await deliverAll(lunch)

            let mails = try await mails(lunch)
            try #require(mails.count == 3, "\(mails)")
            #expect(!mails[1].text.contains("?answer="))
            for answer in ["attending", "maybe", "declined"] {
                #expect(mails[2].text.contains("?answer=\(answer)\n"))
            }
        }
    }

    @Test func `a farewell contains nothing that came after it`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom, on: [.mail], address: "ada@example.com")
            try await deliverAll(lunch)

            try await lunch.remove(lunch.tom)
            try await lunch.rename("Lunch", "Secret lunch")
            try await lunch.database.run(script: "UPDATE outing SET place_name = 'Hideout'")
            try await deliverAll(lunch)
            try await lunch.edit([.note(from: nil, to: "x")], by: lunch.leila)
            try await deliverAll(lunch)

            let mails = try await mails(lunch)
            #expect(
                mails.map(\.subject) == [
                    "Leila invited you to Lunch", "Lunch: you’re no longer on the list",
                ])
            #expect(!mails[1].text.contains("Hideout") && !mails[1].html.contains("Secret"))
            try await lunch.expectSound()
        }
    }

    @Test func `a mail that is sent again is one mail`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom, on: [.mail], address: "ada@example.com")
            try await deliverAll(lunch)

            // The worker died between the server's yes and its acknowledgement.
            try await lunch.database.run(
                script: """
                    UPDATE outing_watch SET sent_rev = 1 WHERE channel = 'mail';
                    INSERT INTO delivery (watch_id, outing_id, channel, host_id, want_rev, due_at, latest)
                    SELECT id, outing_id, channel, '\(lunch.leila)', 2, now(), now() FROM outing_watch WHERE channel = 'mail'
                    """)
            try await deliverAll(lunch)

            let mails = try await mails(lunch)
            let watch = try #require(
                try await lunch.database.run(script: "SELECT id FROM outing_watch WHERE channel = 'mail'")
                    .first?
                    .first
                    ?? nil)
            #expect(mails.map(\.messageID) == ["<\(watch).2@eat.example>"])
            #expect(try await lunch.pending(lunch.tom) == 0)
            try await lunch.expectSound()
        }
    }

    @Test func `a permanent refusal marks the invitation and becomes a dead letter`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom, on: [.inbox, .mail], address: "ada@example.com")

            let reply = try #require(SMTPReply(last: ["550 5.1.1 no such mailbox"]))
            try await deliverAll(lunch, by: RefusingServer(failure: .permanent(reply)))

            #expect(try await lunch.number("SELECT count(*) FROM invitation WHERE state = 'bounced'") == 1)
            #expect(
                try await lunch.number(
                    "SELECT count(*) FROM dead_letter WHERE reason LIKE '%rejected%5.1.1%'")
                    == 1
            )
            #expect(try await lunch.number("SELECT count(*) FROM delivery WHERE channel = 'mail'") == 0)
            try await lunch.deliverAll()
            #expect(try await lunch.inbox(lunch.tom) == ["Leila has invited you."])
            try await lunch.expectSound()

            try await lunch.edit([.place(from: nil, to: OutingPlace(name: "Burger Shack"))], by: lunch.leila)
            try await deliverAll(lunch)

            #expect(try await lunch.number("SELECT count(*) FROM dead_letter") == 0)
            #expect(try await lunch.number("SELECT count(*) FROM invitation WHERE state = 'sent'") == 1)
            try await lunch.expectSound()
        }
    }

    @Test func `an unavailable server is retried, then the delivery becomes a dead letter`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom, on: [.mail], address: "ada@example.com")
            try await lunch.database.run(
                script: "UPDATE delivery_channel SET max_attempts = 3 WHERE id = 'mail'")
            let away = RefusingServer(failure: .temporary(reason: "the server is away", reply: nil))

            var attempts: [Int] = []
            for _ in 0..<2 {
                try await deliverAll(lunch, by: away)
                attempts.append(
                    try await lunch.number("SELECT attempts FROM delivery WHERE channel = 'mail'"))
            }
            try await deliverAll(lunch, by: away)

            #expect(attempts == [1, 2])
            #expect(
                try await lunch.number("SELECT count(*) FROM dead_letter WHERE reason = 'the server is away'")
                    == 1
            )
            #expect(try await lunch.number("SELECT count(*) FROM invitation WHERE state = 'queued'") == 1)
            try await lunch.expectSound()
        }
    }

    @Test func `a send does not start late in its lease`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom, on: [.mail], address: "ada@example.com")
            try await lunch.database.run(
                script: "UPDATE delivery_channel SET lease_for = '0 s' WHERE id = 'mail'")

            try await lunch.fanOutAll()
            try await lunch.passTime(.mail)
            _ = try await deliver(lunch).runOnce()

            #expect(try await mails(lunch).isEmpty)
            #expect(try await lunch.pending(lunch.tom, where: "attempts = 0 AND lease = 0") == 1)
        }
    }

    @Test func `a person without an address does not delay others`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom, on: [.mail])

            try await deliverAll(lunch)

            #expect(
                try await lunch.number(
                    "SELECT count(*) FROM outing_watch WHERE channel = 'mail' AND NOT live") == 1)
            #expect(try await lunch.pending(lunch.tom) == 0)
            try await lunch.expectSound()
        }
    }

    @Test func `mail is written in its reader's language`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.database.run(
                script: """
                    UPDATE outing SET starts_wall = '2027-03-11 12:30', starts_at = '2027-03-11 10:30Z';
                    UPDATE person SET kind = 'guest', locale = 'ar', time_zone = 'Asia/Tokyo' WHERE id = '\(lunch.tom)'
                    """)
            try await lunch.invite(lunch.tom, on: [.mail], address: "ada@example.com")

            try await deliverAll(lunch)

            let mail = try #require(try await mails(lunch).first)
            #expect(mail.subject == "دعوة من \u{2068}Leila\u{2069}: \u{2068}Lunch\u{2069}")
            #expect(mail.html.contains(#"<html lang="ar" dir="rtl">"#))
            #expect(mail.text.contains("متى: الخميس، 11 مارس"))
            #expect(mail.text.contains("(بتوقيت هلسنكي)"))
            #expect(mail.text.contains("7:30\u{a0}م بتوقيتك"))
        }
    }
}
