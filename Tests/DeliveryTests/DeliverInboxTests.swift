import Foundation
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import Delivery
@testable import News

struct DeliverInboxTests {
    private static let noon = OutingTime(
        startsAt: ZonedTime(text: "2027-03-11T12:30", zone: "Europe/Helsinki")
            ?? ZonedTime(.distantPast, in: .gmt))
    private static let later = OutingTime(
        startsAt: ZonedTime(text: "2027-03-11T13:00", zone: "Europe/Helsinki")
            ?? ZonedTime(.distantPast, in: .gmt))

    @Test func `the first news of somebody invited is the invitation, not the history`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.rename("Lunch", "Brunch")

            try await scene.invite(scene.omar)
            try await scene.edit([.time(from: nil, to: Self.noon)], by: scene.leila)
            try await scene.deliverAll()

            #expect(try await scene.inbox(scene.omar) == ["Leila invites you."])
            try await scene.expectSound()
        }
    }

    @Test func `edits made in one go are told as one`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.deliverAll()

            try await scene.edit([.time(from: nil, to: Self.noon)], by: scene.leila)
            try await scene.edit([.time(from: Self.noon, to: Self.later)], by: scene.leila)
            try await scene.edit([.note(from: nil, to: "Bring cash")], by: scene.leila)
            try await scene.deliverAll()

            #expect(
                try await scene.inbox(scene.omar).last
                    == "The time is set: Thursday 11 March 2027, 13:00; there is a note: “Bring cash”")
            try await scene.expectSound()
        }
    }

    @Test func `what was undone before it was told is never told`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.deliverAll()
            let before = try await scene.inbox(scene.omar)

            try await scene.edit([.time(from: nil, to: Self.noon)], by: scene.leila)
            let rev = try await scene.edit([.time(from: Self.noon, to: nil)], by: scene.leila)
            try await scene.deliverAll()

            #expect(try await scene.inbox(scene.omar) == before)
            #expect(
                try await scene.number("SELECT sent_rev FROM outing_watch WHERE person_id = '\(scene.omar)'")
                    == rev)
            try await scene.expectSound()
        }
    }

    @Test func `nobody is told of their own edit, but of its being undone`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.deliverAll()

            try await scene.edit([.time(from: nil, to: Self.noon)], by: scene.leila)
            try await scene.deliverAll()
            let afterOwn = try await scene.inbox(scene.leila)
            try await scene.edit([.time(from: Self.noon, to: nil)], by: scene.omar)
            try await scene.deliverAll()

            #expect(afterOwn.isEmpty)
            #expect(
                try await scene.inbox(scene.leila)
                    == ["The time is open again, it was Thursday 11 March 2027, 12:30."])
            try await scene.expectSound()
        }
    }

    @Test func `who declined hears only that it is cancelled`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.deliverAll()
            try await scene.answer(scene.omar, .declined)
            try await scene.edit(
                [.attendee(scene.omar, from: Answer(), to: Answer(status: .declined))], by: scene.omar)

            try await scene.edit([.time(from: nil, to: Self.noon)], by: scene.leila)
            try await scene.deliverAll()
            try await scene.edit(
                [.cancellation(from: nil, to: Cancellation(reason: "Rain"))], by: scene.leila)
            try await scene.deliverAll()

            #expect(try await scene.inbox(scene.omar) == ["Leila invites you.", "It is cancelled: Rain."])
            try await scene.expectSound()
        }
    }

    @Test func `somebody removed gets one farewell and nothing after it`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.deliverAll()

            try await scene.edit([.time(from: nil, to: Self.noon)], by: scene.leila)
            try await scene.remove(scene.omar)
            try await scene.rename("Lunch", "Secret lunch")
            try await scene.deliverAll()
            try await scene.edit([.note(from: nil, to: "For those who come")], by: scene.leila)
            try await scene.deliverAll()

            let updates = try await UpdateReading(database: database, catalogue: .shipped, kinds: .all)
                .updates(
                    of: scene.omar, after: 0, limit: 9)
            #expect(updates.map(\.text) == ["Leila invites you.", "You are no longer on the list."])
            #expect(updates.map(\.outing.title) == ["Lunch", "Lunch"])
            #expect(
                try await scene.number(
                    "SELECT count(*) FROM outing_watch WHERE live AND person_id = '\(scene.omar)'") == 0)
            try await scene.expectSound()
        }
    }

    @Test func `somebody invited again takes up where a new invitation begins`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.deliverAll()
            try await scene.remove(scene.omar)
            try await scene.deliverAll()

            try await scene.invite(scene.omar)
            try await scene.edit([.note(from: nil, to: "Bring cash")], by: scene.leila)
            try await scene.deliverAll()
            try await scene.edit([.note(from: "Bring cash", to: nil)], by: scene.leila)
            try await scene.deliverAll()

            #expect(
                try await scene.inbox(scene.omar) == [
                    "Leila invites you.", "You are no longer on the list.", "Leila invites you.",
                    "The note is gone.",
                ])
            try await scene.expectSound()
        }
    }

    @Test func `a watch that ended meanwhile is told nothing`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.fanOutAll()

            try await database.run(
                script:
                    "UPDATE outing_watch SET live = false, ended_at = now() WHERE person_id = '\(scene.omar)'"
            )
            try await scene.deliverAll()

            #expect(try await scene.inbox(scene.omar).isEmpty)
            #expect(try await scene.number("SELECT count(*) FROM delivery") == 0)
        }
    }

    @Test func `whoever is far behind gets the present state`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.deliverAll()

            for number in 0...NewsLimits.revisionsFolded {
                try await scene.edit([.note(from: "\(number)", to: "\(number + 1)")], by: scene.leila)
            }
            try await database.run(
                script: """
                    UPDATE outing SET place_name = 'Kabob & Curry', starts_wall = '2027-03-11 12:30',
                           starts_at = '2027-03-11 10:30Z'
                    """)
            try await scene.deliverAll()

            #expect(
                try await scene.inbox(scene.omar).last
                    == "Much has changed; the time is set: Thursday 11 March 2027, 12:30; the place is set: Kabob & Curry."
            )
            #expect(try await scene.inbox(scene.leila).isEmpty)
            try await scene.expectSound()
        }
    }

    @Test func `workers side by side never double an update`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.invite(scene.ines)
            try await scene.deliverAll()
            let before = try await scene.inbox(scene.omar).count

            try await withThrowingTaskGroup { group in
                group.addTask {
                    for number in 0..<60 {
                        try await scene.edit([.note(from: "\(number)", to: "\(number + 1)")], by: scene.leila)
                        try await scene.fanOutAll()
                    }
                }
                for _ in 0..<3 {
                    group.addTask {
                        let deliver = InboxDeliveryWorker(
                            database: database, kinds: .all, wakeUps: scene.wakeUps, logger: Scene.logger)
                        for _ in 0..<60 { _ = try await deliver.turn() }
                    }
                }
                try await group.waitForAll()
            }
            try await scene.deliverAll()

            for person in [scene.omar, scene.ines] {
                let updates = try await UpdateReading(database: database, catalogue: .shipped, kinds: .all)
                    .updates(
                        of: person, after: 0, limit: 1_000)
                let told = updates.dropFirst(before).map { ($0.fromRevision, $0.toRevision) }
                for (earlier, later) in zip(told, told.dropFirst()) { #expect(earlier.1 <= later.0) }
                #expect(told.last?.1 == 63)
            }
            try await scene.expectSound()
        }
    }

    @Test func `a worker that dies is taken over, and its late acknowledgement changes nothing`() async throws
    {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.fanOutAll()
            try await database.run(script: "UPDATE delivery_channel SET lease_for = '0 s' WHERE id = 'inbox'")

            let dead = DeliveryQueue(.inbox, database: database, kinds: .all, logger: Scene.logger)
            let watch = try await scene.watch(of: scene.omar)
            let claim = try #require(try await dead.claim(atMost: 50).claimed.first { $0.watch == watch })
            let notice = try #require(try await dead.notices(for: [claim]).first?.1)
            try await scene.deliverAll()
            let told = try await scene.inbox(scene.omar)
            let late = try await database.all(.deliverToInboxes([InboxEntry(claim, notice)]))

            #expect(told == ["Leila invites you."])
            #expect(late.isEmpty)
            #expect(try await scene.inbox(scene.omar) == told)
            try await scene.expectSound()
        }
    }

    @Test func `what kills every worker is set aside, and the others flow`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.fanOutAll()
            try await database.run(
                script: "UPDATE delivery_channel SET lease_for = '0 s', max_attempts = 2 WHERE id = 'inbox'")

            for _ in 0..<2 {
                let dying = DeliveryQueue(.inbox, database: database, kinds: .all, logger: Scene.logger)
                #expect(try await dying.claim(atMost: 50).claimed.count == 2)
            }
            try await scene.deliverAll()

            #expect(
                try await scene.number("SELECT count(*) FROM dead_letter WHERE reason LIKE '%abandoned%'")
                    == 2)
            #expect(try await scene.number("SELECT count(*) FROM delivery") == 0)
            try await scene.expectSound()
        }
    }

    @Test func `a change that nobody can read is tried again, then set aside; a later success takes it back`()
        async throws
    {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.deliverAll()
            try await database.run(script: "UPDATE delivery_channel SET max_attempts = 1 WHERE id = 'inbox'")
            let rev = try await scene.edit([.note(from: nil, to: "x")], by: scene.leila)
            try await database.run(script: "UPDATE outing_change SET patch = '[7]' WHERE rev = \(rev)")

            try await scene.deliverAll()
            let dead = try await scene.number("SELECT count(*) FROM dead_letter")
            try await database.run(
                script:
                    "UPDATE outing_change SET patch = '[{\"kind\": \"of_the_future\"}]' WHERE rev = \(rev)")
            try await scene.edit([.note(from: "x", to: "y")], by: scene.leila)
            try await scene.deliverAll()

            #expect(dead == 2)
            #expect(try await scene.number("SELECT count(*) FROM dead_letter") == 0)
            #expect(try await scene.inbox(scene.omar).last == "The note now says: “y”")
            try await scene.expectSound()
        }
    }

    @Test func `failures are tried again within the doubling pause`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.fanOutAll()
            let queue = DeliveryQueue(.inbox, database: database, kinds: .all, logger: Scene.logger)

            for attempt in 1...5 {
                try await scene.passTime(.inbox)
                let fresh = DeliveryQueue(.inbox, database: database, kinds: .all, logger: Scene.logger)
                for claim in try await fresh.claim(atMost: 50).claimed {
                    try await queue.fail(claim, why: "test")
                }
                #expect(
                    try await scene.pushed(
                        scene.omar,
                        where: """
                            lease = 0 AND attempts = \(attempt)
                            AND due_at BETWEEN now() - interval '5 s' AND now() + power(2, \(attempt)) * interval '1 s'
                            """) == 1)
            }
        }
    }
}
