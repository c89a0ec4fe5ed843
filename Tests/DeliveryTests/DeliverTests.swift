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

        var told: [String] { taken.withLock { $0 } }
    }

    private func deliver(_ scene: Scene, by carrier: Counterpart, time: Bool = true) async throws {
        try await scene.fanOutAll()
        if time { try await scene.passTime(carrier.channel) }
        let deliver = DeliveryWorker(
            carrier, database: scene.database, catalogue: .shipped, kinds: .all, logger: Scene.logger)
        while try await deliver.turn() {}
    }

    /// Omar is invited, and has a browser.
    private func scene(_ database: PostgresClient) async throws -> (Scene, EndpointID) {
        let scene = try await Scene(database)
        try await scene.invite(scene.omar)
        try await scene.deliverAll()
        let browser = EndpointID.make()
        try await database.transaction { transaction in
            try await transaction.addEndpoint(
                browser, of: scene.omar, on: .webPush, destination: "push.example")
        }
        return (scene, browser)
    }

    @Test func `a new endpoint is told of what comes, not of what was`() async throws {
        try await withDatabase { database in
            let (scene, _) = try await scene(database)
            let push = Counterpart()

            try await deliver(scene, by: push)
            try await scene.edit([.note(from: nil, to: "Bring cash")], by: scene.leila)
            try await deliver(scene, by: push)

            #expect(push.told == ["There is a note: “Bring cash”"])
            #expect(try await scene.pushed(scene.omar, where: "channel = 'web_push'") == 0)
        }
    }

    @Test func `an endpoint that is gone is removed and hears nothing more`() async throws {
        try await withDatabase { database in
            let (scene, _) = try await scene(database)
            let push = Counterpart { _ in .gone(why: "410") }

            try await scene.edit([.note(from: nil, to: "Bring cash")], by: scene.leila)
            try await deliver(scene, by: push)

            #expect(try await scene.number("SELECT count(*) FROM delivery_endpoint") == 0)
            #expect(
                try await scene.number(
                    "SELECT count(*) FROM outing_watch WHERE channel = 'web_push' AND live") == 0)
            #expect(try await scene.number("SELECT count(*) FROM delivery WHERE channel = 'web_push'") == 0)
            try await scene.deliverAll()
            try await scene.expectSound()
        }
    }

    @Test func `what is refused is set aside and can be seen; the next news is tried again`() async throws {
        try await withDatabase { database in
            let (scene, _) = try await scene(database)

            try await scene.edit([.note(from: nil, to: "Bring cash")], by: scene.leila)
            try await deliver(scene, by: Counterpart { _ in .refused(why: "413 too large") })
            let why = try await scene.number(
                "SELECT count(*) FROM dead_letter WHERE reason = '413 too large'")
            let push = Counterpart()
            try await scene.edit(
                [.capacity(from: nil, to: 8), .title(from: "Lunch", to: "Brunch")], by: scene.leila)
            try await deliver(scene, by: push)

            #expect(why == 1)
            #expect(push.told.count == 1)
            #expect(try await scene.number("SELECT count(*) FROM dead_letter") == 0)
            try await scene.deliverAll()
            try await scene.expectSound()
        }
    }

    @Test func `a pause that was asked for is kept`() async throws {
        try await withDatabase { database in
            let (scene, _) = try await scene(database)
            try await scene.edit([.note(from: nil, to: "Bring cash")], by: scene.leila)

            try await deliver(
                scene, by: Counterpart { _ in .retry(after: .seconds(600), why: "429") })

            #expect(
                try await scene.pushed(
                    scene.omar,
                    where:
                        "channel = 'web_push' AND lease = 0 AND attempts = 1 AND due_at > now() + interval '9 min'"
                )
                    == 1)
        }
    }

    @Test func `an error counts as an attempt, a database that does not answer as none`() async throws {
        try await withDatabase { database in
            let (scene, _) = try await scene(database)
            try await scene.edit([.note(from: nil, to: "Bring cash")], by: scene.leila)

            struct Broken: Error {}
            try await deliver(scene, by: Counterpart { _ in throw Broken() })
            let afterError = try await scene.number(
                "SELECT attempts FROM delivery WHERE channel = 'web_push'")
            _ = try? await deliver(scene, by: Counterpart { _ in throw PostgresError.overloaded })

            #expect(afterError == 1)
            #expect(
                try await scene.number(
                    "SELECT attempts FROM delivery WHERE channel = 'web_push' AND lease = 0")
                    == 1)
        }
    }

    @Test
    func `the urgent is told at night, the rest in the morning, and nothing to who never wants to be woken`()
        async throws
    {
        try await withDatabase { database in
            let (scene, _) = try await scene(database)
            try await night(scene, urgent: true)
            let push = Counterpart()

            try await scene.edit([.note(from: nil, to: "Bring cash")], by: scene.leila)
            try await deliver(scene, by: push)
            let atNight = push.told
            let waits = try await scene.pushed(
                scene.omar,
                where:
                    "channel = 'web_push' AND lease = 0 AND attempts = 0 AND due_at > now() + interval '5 minutes'"
            )
            // Breakfast an hour after they wake is off.
            try await database.run(
                script:
                    "UPDATE outing SET starts_wall = now() + interval '6 h', starts_at = now() + interval '6 h'"
            )
            try await scene.edit(
                [.cancellation(from: nil, to: Cancellation(reason: "Rain"))], by: scene.leila)
            try await night(scene, urgent: false)
            try await deliver(scene, by: push)
            let toNobody = push.told
            try await night(scene, urgent: true)
            try await deliver(scene, by: push)

            #expect(atNight.isEmpty)
            #expect(waits == 1)
            #expect(toNobody.isEmpty)
            #expect(push.told == ["It is cancelled: Rain; there is a note: “Bring cash”"])
        }
    }

    @Test func `an offer that ends soon after the night is told at once, one that does not in the morning`()
        async throws
    {
        try await withDatabase { database in
            let (scene, _) = try await scene(database)
            try await night(scene, urgent: true)
            let push = Counterpart()

            try await scene.edit([.seatOffer(scene.omar, from: nil, to: .now + 9 * 3_600)], by: nil)
            try await deliver(scene, by: push)
            let patient = push.told
            try await scene.edit([.seatOffer(scene.omar, from: nil, to: .now + 2 * 3_600)], by: nil)
            try await deliver(scene, by: push)

            #expect(patient.isEmpty)
            #expect(push.told.count == 1)
            #expect(push.told.first?.hasPrefix("Your seat is kept until") == true)
        }
    }

    @Test func `a seat that came and went unheard is told, with what to do`() async throws {
        try await withDatabase { database in
            let (scene, _) = try await scene(database)
            let push = Counterpart()
            let end = Date.now + 2 * 3_600

            try await scene.edit([.seatOffer(scene.omar, from: nil, to: end)], by: nil)
            try await scene.edit([.seatOffer(scene.omar, from: end, to: nil)], by: nil)
            try await deliver(scene, by: push)

            #expect(
                push.told == [
                    "The seat that was kept for you went to the next: answer again to wait for another."
                ])
        }
    }

    @Test func `a reminder that waited for the end of the night past the start is not sent`() async throws {
        try await withDatabase { database in
            let (scene, _) = try await scene(database)
            let push = Counterpart()
            func reminder(in hours: Double) -> Change {
                .reminder(OutingTime(startsAt: ZonedTime(.now + hours * 3_600, in: .gmt)))
            }
            try await scene.answer(scene.omar, .attending)

            try await scene.edit([reminder(in: -1)], by: nil)
            try await deliver(scene, by: push)
            let late = push.told
            try await scene.edit([reminder(in: 1)], by: nil)
            try await deliver(scene, by: push)

            #expect(late.isEmpty)
            #expect(push.told.count == 1)
            #expect(push.told.first?.hasPrefix("It is soon: ") == true)
            try await scene.deliverAll()
            try await scene.expectSound()
        }
    }

    /// Omar's night ends between five and six hours from now.
    private func night(_ scene: Scene, urgent: Bool) async throws {
        try await scene.database.run(
            script: """
                UPDATE person SET time_zone = 'UTC' WHERE id = '\(scene.omar)';
                INSERT INTO notification_preference (person_id, channel, quiet_from, quiet_until, urgent)
                SELECT '\(scene.omar)', 'web_push', (m + 1380) % 1440, (m + 330) % 1440, \(urgent)
                  FROM (SELECT (extract(hour FROM now()) * 60 + extract(minute FROM now()))::int AS m) AS clock
                    ON CONFLICT (person_id, channel) DO UPDATE
                   SET quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, urgent = excluded.urgent
                """)
    }

    @Test func `a channel that is not wanted carries nothing, and is not behind when it is wanted again`()
        async throws
    {
        try await withDatabase { database in
            let (scene, _) = try await scene(database)
            let push = Counterpart()
            try await database.run(
                script:
                    "INSERT INTO notification_preference (person_id, channel, wanted) VALUES ('\(scene.omar)', 'web_push', false)"
            )

            try await scene.edit([.note(from: nil, to: "Bring cash")], by: scene.leila)
            try await deliver(scene, by: push)
            try await database.run(script: "UPDATE notification_preference SET wanted = true")
            try await scene.edit([.title(from: "Lunch", to: "Brunch")], by: scene.leila)
            try await deliver(scene, by: push)

            #expect(push.told == ["It is called “Brunch” instead of “Lunch”"])
        }
    }

    @Test func `no more than a few go to one host at once, also after some could not be acknowledged`()
        async throws
    {
        try await withDatabase { database in
            let scene = try await Scene(database)
            for _ in 0..<12 {
                try await database.transaction { transaction in
                    try await transaction.addEndpoint(
                        .make(), of: scene.leila, on: .webhook, destination: "host.example")
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
                sink, database: database, catalogue: .shipped, kinds: .all, logger: Scene.logger)
            try await scene.edit([.note(from: nil, to: "Bring cash")], by: nil)
            try await scene.fanOutAll()
            try await scene.passTime(.webhook)
            try await database.run(
                script: """
                    CREATE FUNCTION refused() RETURNS trigger LANGUAGE plpgsql AS
                    $$ BEGIN RAISE EXCEPTION 'not now'; END $$;
                    CREATE TRIGGER refused BEFORE DELETE ON delivery EXECUTE FUNCTION refused();
                    """)
            await #expect(throws: PostgresError.self) { _ = try await deliver.turn() }
            try await database.run(script: "DROP TRIGGER refused ON delivery")

            try await scene.passTime(.webhook)
            while try await deliver.turn() {}

            #expect(try await scene.number("SELECT count(*) FROM delivery WHERE channel = 'webhook'") == 0)
            #expect(sends.withLock { $0.most } == DeliveryLimits.sendsPerDestination)
        }
    }

    @Test func `four workers on two hosts deliver everything once`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            for number in 0..<20 {
                try await database.transaction { transaction in
                    try await transaction.addEndpoint(
                        .make(), of: scene.leila, on: .webhook, destination: "host\(number % 2).example")
                }
            }
            let sink = Counterpart(.webhook)
            for number in 0..<5 {
                try await scene.edit([.note(from: "\(number)", to: "\(number + 1)")], by: nil)
                try await scene.fanOutAll()
                try await scene.passTime(.webhook)
                try await withThrowingTaskGroup { group in
                    for _ in 0..<4 {
                        let deliver = DeliveryWorker(
                            sink, database: database, catalogue: .shipped, kinds: .all, logger: Scene.logger)
                        group.addTask { while try await deliver.turn() {} }
                    }
                    try await group.waitForAll()
                }
            }

            #expect(sink.told.count == 100)
            #expect(try await scene.number("SELECT count(*) FROM delivery WHERE channel = 'webhook'") == 0)
            try await scene.deliverAll()
            try await scene.expectSound()
        }
    }
}
