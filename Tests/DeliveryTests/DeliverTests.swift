import Access
import Foundation
import Journal
import NoonishAPI
import Outings
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Delivery
@testable import News

/// The engine around a carrier whose counterpart does as a test says.
struct DeliverTests {
    /// A counterpart that takes notes.
    private final class Counterpart: Carrier {
        let channel: News.Channel
        private let answer: @Sendable (NoticeDelivery) async throws -> DeliveryOutcome
        private let taken = Mutex<[String]>([])

        init(
            _ channel: News.Channel = .webPush,
            _ answer: @escaping @Sendable (NoticeDelivery) async throws -> DeliveryOutcome = { _ in .sent }
        ) {
            self.channel = channel
            self.answer = answer
        }

        func deliver(_ delivery: NoticeDelivery) async throws -> DeliveryOutcome {
            let outcome = try await answer(delivery)
            if outcome == .sent {
                taken.withLock { $0.append(delivery.words.sentence(delivery.notice.changes)) }
            }
            return outcome
        }

        var sentences: [String] { taken.withLock { $0 } }
    }

    private func deliver(_ lunch: StoredLunch, by carrier: Counterpart, time: Bool = true) async throws {
        try await lunch.fanOutAll()
        if time { try await lunch.passTime(carrier.channel) }
        let deliver = DeliveryWorker(
            carrier, database: lunch.database, catalogue: .shipped, kinds: .all, logger: .silent)
        while try await deliver.runOnce() {}
    }

    /// Runs `test` with a lunch that Tom attends, who has a browser.
    private func withInvitedLunch(
        _ test: @escaping @Sendable (StoredLunch) async throws -> Void
    ) async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.answer(lunch.tom, .attending)
            try await lunch.deliverAll()
            try await lunch.database.transaction { transaction in
                try await transaction.addEndpoint(
                    .make(), of: lunch.tom, on: .webPush, destination: "push.example")
            }
            try await test(lunch)
        }
    }

    @Test func `a new endpoint gets coming updates, not past ones`() async throws {
        try await withInvitedLunch { lunch in
            let push = Counterpart()

            try await deliver(lunch, by: push)
            try await lunch.edit([.note(from: nil, to: "Bring cash")], by: lunch.leila)
            try await deliver(lunch, by: push)

            #expect(push.sentences == ["Leila added a note: “Bring cash”"])
            #expect(try await lunch.pending(lunch.tom, where: "channel = 'web_push'") == 0)
        }
    }

    @Test func `an endpoint that is gone is removed and gets nothing more`() async throws {
        try await withInvitedLunch { lunch in
            let push = Counterpart { _ in .gone(why: "410") }

            try await lunch.edit([.note(from: nil, to: "Bring cash")], by: lunch.leila)
            try await deliver(lunch, by: push)

            #expect(try await lunch.number("SELECT count(*) FROM delivery_endpoint") == 0)
            #expect(
                try await lunch.number(
                    "SELECT count(*) FROM outing_watch WHERE channel = 'web_push' AND live") == 0)
            #expect(try await lunch.number("SELECT count(*) FROM delivery WHERE channel = 'web_push'") == 0)
            try await lunch.deliverAll()
            try await lunch.expectSound()
        }
    }

    @Test func `a refused delivery becomes a visible dead letter, and the next update is tried again`()
        async throws
    {
        try await withInvitedLunch { lunch in

            try await lunch.edit([.note(from: nil, to: "Bring cash")], by: lunch.leila)
            try await deliver(lunch, by: Counterpart { _ in .refused(why: "413 too large") })
            let why = try await lunch.number(
                "SELECT count(*) FROM dead_letter WHERE reason = '413 too large'")
            let push = Counterpart()
            try await lunch.edit(
                [.capacity(from: nil, to: 8), .title(from: "Lunch", to: "Brunch")], by: lunch.leila)
            try await deliver(lunch, by: push)

            #expect(why == 1)
            #expect(push.sentences.count == 1)
            #expect(try await lunch.number("SELECT count(*) FROM dead_letter") == 0)
            try await lunch.deliverAll()
            try await lunch.expectSound()
        }
    }

    @Test func `a requested pause is respected`() async throws {
        try await withInvitedLunch { lunch in
            try await lunch.edit([.note(from: nil, to: "Bring cash")], by: lunch.leila)

            try await deliver(
                lunch, by: Counterpart { _ in .retry(after: .seconds(600), why: "429") })

            #expect(
                try await lunch.pending(
                    lunch.tom,
                    where:
                        "channel = 'web_push' AND lease = 0 AND attempts = 1 AND due_at > now() + interval '9 min'"
                )
                    == 1)
        }
    }

    @Test func `an error counts as an attempt, an unavailable database does not`() async throws {
        try await withInvitedLunch { lunch in
            try await lunch.edit([.note(from: nil, to: "Bring cash")], by: lunch.leila)

            struct Broken: Error {}
            try await deliver(lunch, by: Counterpart { _ in throw Broken() })
            let afterError = try await lunch.number(
                "SELECT attempts FROM delivery WHERE channel = 'web_push'")
            _ = try? await deliver(lunch, by: Counterpart { _ in throw PostgresError.overloaded })

            #expect(afterError == 1)
            #expect(
                try await lunch.number(
                    "SELECT attempts FROM delivery WHERE channel = 'web_push' AND lease = 0")
                    == 1)
        }
    }

    @Test
    func `urgent updates arrive at night unless the person refuses them, and others in the morning`()
        async throws
    {
        try await withInvitedLunch { lunch in
            try await night(lunch, urgent: true)
            let push = Counterpart()

            try await lunch.edit([.note(from: nil, to: "Bring cash")], by: lunch.leila)
            try await deliver(lunch, by: push)
            let atNight = push.sentences
            let waits = try await lunch.pending(
                lunch.tom,
                where:
                    "channel = 'web_push' AND lease = 0 AND attempts = 0 AND due_at > now() + interval '5 minutes'"
            )
            // Breakfast an hour after they wake is off.
            try await lunch.database.run(
                script:
                    "UPDATE outing SET starts_wall = now() + interval '6 h', starts_at = now() + interval '6 h'"
            )
            try await lunch.edit(
                [.cancellation(from: nil, to: Cancellation(reason: "Rain"))], by: lunch.leila)
            try await night(lunch, urgent: false)
            try await deliver(lunch, by: push)
            let toNobody = push.sentences
            try await night(lunch, urgent: true)
            try await deliver(lunch, by: push)

            #expect(atNight.isEmpty)
            #expect(waits == 1)
            #expect(toNobody.isEmpty)
            #expect(push.sentences == ["Leila cancelled it: “Rain”; Leila added a note: “Bring cash”"])
        }
    }

    @Test func `an offer that ends soon after the night arrives at once, and a longer one in the morning`()
        async throws
    {
        try await withInvitedLunch { lunch in
            try await night(lunch, urgent: true)
            let push = Counterpart()

            try await lunch.edit([.seatOffer(lunch.tom, from: nil, to: .now + 9 * 3_600)], by: nil)
            try await deliver(lunch, by: push)
            let patient = push.sentences
            try await lunch.edit([.seatOffer(lunch.tom, from: nil, to: .now + 2 * 3_600)], by: nil)
            try await deliver(lunch, by: push)

            #expect(patient.isEmpty)
            #expect(push.sentences.count == 1)
            #expect(push.sentences.first?.hasPrefix("A seat is free: we’re holding it for you until") == true)
        }
    }

    @Test func `a seat offer that expired before delivery is reported with what to do`() async throws {
        try await withInvitedLunch { lunch in
            let push = Counterpart()
            let end = Date.now + 2 * 3_600

            try await lunch.edit([.seatOffer(lunch.tom, from: nil, to: end)], by: nil)
            try await lunch.edit([.seatOffer(lunch.tom, from: end, to: nil)], by: nil)
            try await deliver(lunch, by: push)

            #expect(
                push.sentences == [
                    "The seat we held for you went to the next person: answer again to wait for another."
                ])
        }
    }

    @Test func `a reminder that waited through the night until after the start is not sent`() async throws {
        try await withInvitedLunch { lunch in
            let push = Counterpart()
            func reminder(in hours: Double) -> Change {
                .reminder(OutingTime(startsAt: ZonedTime(.now + hours * 3_600, in: .gmt)))
            }

            try await lunch.edit([reminder(in: -1)], by: nil)
            try await deliver(lunch, by: push)
            let late = push.sentences
            try await lunch.edit([reminder(in: 1)], by: nil)
            try await deliver(lunch, by: push)

            #expect(late.isEmpty)
            #expect(push.sentences.count == 1)
            #expect(push.sentences.first?.hasPrefix("It’s soon: ") == true)
            try await lunch.deliverAll()
            try await lunch.expectSound()
        }
    }

    /// Tom's night ends between five and six hours from now.
    private func night(_ lunch: StoredLunch, urgent: Bool) async throws {
        try await lunch.database.run(
            script: """
                UPDATE person SET time_zone = 'UTC' WHERE id = '\(lunch.tom)';
                INSERT INTO notification_preference (person_id, channel, quiet_from, quiet_until, urgent)
                SELECT '\(lunch.tom)', 'web_push', (m + 1380) % 1440, (m + 330) % 1440, \(urgent)
                  FROM (SELECT (extract(hour FROM now()) * 60 + extract(minute FROM now()))::int AS m) AS clock
                    ON CONFLICT (person_id, channel) DO UPDATE
                   SET quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, urgent = excluded.urgent
                """)
    }

    @Test func `a disabled channel carries nothing, and is up to date when it is enabled again`()
        async throws
    {
        try await withInvitedLunch { lunch in
            let push = Counterpart()
            try await lunch.database.run(
                script:
                    "INSERT INTO notification_preference (person_id, channel, wanted) VALUES ('\(lunch.tom)', 'web_push', false)"
            )

            try await lunch.edit([.note(from: nil, to: "Bring cash")], by: lunch.leila)
            try await deliver(lunch, by: push)
            try await lunch.database.run(script: "UPDATE notification_preference SET wanted = true")
            try await lunch.edit([.title(from: "Lunch", to: "Brunch")], by: lunch.leila)
            try await deliver(lunch, by: push)

            #expect(push.sentences == ["Renamed from “Lunch” to “Brunch”"])
        }
    }

    @Test func `no more than a few go to one host at once, also after some could not be acknowledged`()
        async throws
    {
        try await withStoredLunch { lunch in
            for _ in 0..<12 {
                try await lunch.database.transaction { transaction in
                    try await transaction.addEndpoint(
                        .make(), of: lunch.leila, on: .webhook, destination: "host.example")
                }
            }
            let sends = Mutex((now: 0, most: 0))
            let sink = Counterpart(.webhook) { _ in
                sends.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                defer { sends.withLock { $0.now -= 1 } }
                try await Task.sleep(for: .milliseconds(20))
                return .sent
            }
            let deliver = DeliveryWorker(
                sink, database: lunch.database, catalogue: .shipped, kinds: .all, logger: .silent)
            try await lunch.edit([.note(from: nil, to: "Bring cash")], by: nil)
            try await lunch.fanOutAll()
            try await lunch.passTime(.webhook)
            try await lunch.database.run(
                script: """
                    CREATE FUNCTION refused() RETURNS trigger LANGUAGE plpgsql AS
                    $$ BEGIN RAISE EXCEPTION 'not now'; END $$;
                    CREATE TRIGGER refused BEFORE DELETE ON delivery EXECUTE FUNCTION refused();
                    """)
            await #expect(throws: PostgresError.self) { _ = try await deliver.runOnce() }
            try await lunch.database.run(script: "DROP TRIGGER refused ON delivery")

            try await lunch.passTime(.webhook)
            while try await deliver.runOnce() {}

            #expect(try await lunch.number("SELECT count(*) FROM delivery WHERE channel = 'webhook'") == 0)
            #expect(sends.withLock { $0.most } == DeliveryLimits.sendsPerDestination)
        }
    }

    @Test func `four workers on two hosts deliver everything once`() async throws {
        try await withStoredLunch { lunch in
            for number in 0..<20 {
                try await lunch.database.transaction { transaction in
                    try await transaction.addEndpoint(
                        .make(), of: lunch.leila, on: .webhook, destination: "host\(number % 2).example")
                }
            }
            let sink = Counterpart(.webhook)
            for number in 0..<5 {
                try await lunch.edit([.note(from: "\(number)", to: "\(number + 1)")], by: nil)
                try await lunch.fanOutAll()
                try await lunch.passTime(.webhook)
                try await withThrowingTaskGroup { group in
                    for _ in 0..<4 {
                        let deliver = DeliveryWorker(
                            sink, database: lunch.database, catalogue: .shipped, kinds: .all, logger: .silent)
                        group.addTask { while try await deliver.runOnce() {} }
                    }
                    try await group.waitForAll()
                }
            }

            #expect(sink.sentences.count == 100)
            #expect(try await lunch.number("SELECT count(*) FROM delivery WHERE channel = 'webhook'") == 0)
            try await lunch.deliverAll()
            try await lunch.expectSound()
        }
    }
}
