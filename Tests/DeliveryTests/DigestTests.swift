import Access
import Foundation
import Journal
import Mail
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import Delivery
@testable import News

/// Mail to a host about the answers of a day.
struct DigestTests {
    private func withInvitedLunch(
        _ test: @escaping @Sendable (StoredLunch) async throws -> Void
    ) async throws {
        try await withStoredLunch { lunch in
            try await lunch.world.run(
                "INSERT INTO person_email (address, person_id) VALUES ('leila@example.org', \(lunch.leila))")
            try await lunch.invite(lunch.tom)
            try await lunch.invite(lunch.mei)
            try await lunch.watch(lunch.leila, [.mail], sentRev: lunch.revision())
            try await lunch.fanOutAll()
            try await test(lunch)
        }
    }

    private func answer(_ lunch: StoredLunch, _ person: PersonID, hoursAgo: Int = 0) async throws {
        try await lunch.answer(person, .attending)
        let rev = try await lunch.edit(
            [.attendee(person, from: Answer(), to: Answer(role: .invitee, status: .attending))], by: person)
        try await lunch.world.run(
            """
            UPDATE outing_change SET at = now() - \(Duration.seconds(hoursAgo * 3_600))
             WHERE outing_id = \(lunch.id) AND rev = \(rev)
            """)
    }

    private func deliver(_ lunch: StoredLunch) async throws -> [String] {
        try await lunch.fanOutAll()
        try await lunch.passTime(.mail)
        let sent = SentMail()
        let carrier = MailCarrier(
            database: lunch.database, transport: sent, from: try MailAddress("noonish@eat.example"),
            site: lunch.world.publicSite)
        let worker = DeliveryWorker(
            carrier, database: lunch.database, catalogue: .shipped, kinds: .all, logger: .silent)
        while try await worker.runOnce() {}
        return sent.takeAll().map(\.subject)
    }

    private let postponed =
        "channel = 'mail' AND lease = 0 AND attempts = 0 AND due_at > now() AND latest = due_at"

    @Test func `answers wait for the evening and are one mail`() async throws {
        try await withInvitedLunch { lunch in
            try await answer(lunch, lunch.tom)
            let first = try await deliver(lunch)
            let waiting = try await lunch.pending(lunch.leila, where: postponed)
            try await answer(lunch, lunch.mei)
            let second = try await deliver(lunch)
            try await lunch.world.run("UPDATE outing_change SET at = at - interval '1 day'")
            let evening = try await deliver(lunch)

            #expect(first.isEmpty && second.isEmpty)
            #expect(waiting == 1)
            #expect(evening.count == 1)
            #expect(evening.first?.contains("Tom is coming") == true)
            #expect(evening.first?.contains("Mei is coming") == true)
            try await lunch.deliverAll()
            try await lunch.expectSound()
        }
    }

    @Test func `a change that cannot wait takes the answers along`() async throws {
        try await withInvitedLunch { lunch in
            try await answer(lunch, lunch.tom)
            let alone = try await deliver(lunch)
            try await lunch.edit([.everyoneAnswered], by: lunch.mei)
            let both = try await deliver(lunch)

            #expect(alone.isEmpty)
            #expect(both.count == 1)
            #expect(both.first?.contains("everyone has answered") == true)
            #expect(both.first?.contains("Tom is coming") == true)
        }
    }

    @Test func `answers shortly before the start are sent at once`() async throws {
        try await withInvitedLunch { lunch in
            try await lunch.world.run(
                "UPDATE outing SET starts_wall = now() + interval '2 h', starts_at = now() + interval '2 h'")
            try await answer(lunch, lunch.tom)

            #expect(try await deliver(lunch).count == 1)
        }
    }

    @Test func `a change during the lease of a mail that waits is not kept waiting`() async throws {
        try await withInvitedLunch { lunch in
            try await answer(lunch, lunch.tom)
            try await lunch.fanOutAll()
            try await lunch.passTime(.mail)
            let queue = DeliveryQueue(.mail, database: lunch.database, kinds: .all, logger: .silent)
            let batch = try await queue.claim(atMost: 1)
            let (claim, notice) = try #require(try await queue.notices(for: batch.claimed).first)
            try await lunch.edit([.cancellation(from: nil, to: Cancellation(reason: nil))], by: lunch.mei)
            try await lunch.fanOutAll()

            await queue.postpone(DeliveryReceipt(claim, notice), for: .seconds(3_600))

            #expect(
                try await lunch.pending(
                    lunch.leila, where: "channel = 'mail' AND lease = 0 AND due_at <= now()")
                    == 1)
        }
    }

    @Test func `a host who asked for everything gets each answer at once`() async throws {
        try await withInvitedLunch { lunch in
            try await lunch.world.run(
                """
                INSERT INTO notification_preference (person_id, channel, everything)
                VALUES (\(lunch.leila), 'mail', true)
                """)
            try await answer(lunch, lunch.tom)

            #expect(try await deliver(lunch).count == 1)
        }
    }
}
