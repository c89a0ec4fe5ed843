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

    @Test func `the first notification of a new invitee is the invitation, not the history`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.rename("Lunch", "Brunch")

            try await lunch.invite(lunch.tom)
            try await lunch.edit([.time(from: nil, to: Self.noon)], by: lunch.leila)
            try await lunch.deliverAll()

            #expect(try await lunch.inbox(lunch.tom) == ["Leila has invited you."])
            try await lunch.expectSound()
        }
    }

    @Test func `edits in quick succession make one update`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()

            try await lunch.edit([.time(from: nil, to: Self.noon)], by: lunch.leila)
            try await lunch.edit([.time(from: Self.noon, to: Self.later)], by: lunch.leila)
            try await lunch.edit([.note(from: nil, to: "Bring cash")], by: lunch.leila)
            try await lunch.deliverAll()

            #expect(
                try await lunch.inbox(lunch.tom).last
                    == "It’s on Thursday 11 March 2027, 13:00; Leila added a note: “Bring cash”")
            try await lunch.expectSound()
        }
    }

    @Test func `an update says who did it, also after it was stored and joined with another`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()
            try await lunch.edit([.note(from: nil, to: "Bring cash")], by: lunch.leila)
            try await lunch.deliverAll()
            try await lunch.edit([.attendee(lunch.mei, from: nil, to: Answer())], by: lunch.leila)
            try await lunch.deliverAll()
            let stored = try await lunch.number(
                "SELECT count(*) FROM inbox WHERE changes @> '[{\"actor\": \"\(lunch.leila)\"}]'")
            try await lunch.edit([.cancellation(from: nil, to: Cancellation(reason: nil))], by: nil)
            try await lunch.deliverAll()

            let told = try await lunch.inbox(lunch.tom)
            #expect(
                told.suffix(3) == [
                    "Leila added a note: “Bring cash”", "Leila invited Mei.", "It’s cancelled.",
                ])
            #expect(stored >= 2)
            try await lunch.expectSound()
        }
    }

    @Test func `an edit that was undone before delivery is not reported`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()
            let before = try await lunch.inbox(lunch.tom)

            try await lunch.edit([.time(from: nil, to: Self.noon)], by: lunch.leila)
            let rev = try await lunch.edit([.time(from: Self.noon, to: nil)], by: lunch.leila)
            try await lunch.deliverAll()

            #expect(try await lunch.inbox(lunch.tom) == before)
            #expect(
                try await lunch.number("SELECT sent_rev FROM outing_watch WHERE person_id = '\(lunch.tom)'")
                    == rev)
            try await lunch.expectSound()
        }
    }

    /// During an upgrade, workers of the former program still run.
    @Test func `news that only a newer program can word waits for its worker, for a while`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()
            let before = try await lunch.inbox(lunch.tom)

            try await lunch.rename("Lunch", "Brunch")
            let rev = try await lunch.edit([.note(from: nil, to: "Bring cash")], by: lunch.leila)
            let patch: String = try await lunch.world.one(
                "SELECT patch::text FROM outing_change WHERE rev = \(rev)")
            // As after a digest, quiet hours or a retry: the change itself is old.
            try await lunch.world.run(
                """
                UPDATE outing_change SET patch = jsonb_set(patch, '{0,kind}', '"bell_rung"'), at = at - interval '1 day'
                 WHERE rev = \(rev)
                """)
            for _ in 1...2 {
                try await lunch.passTime(.inbox)
                try await lunch.deliverAll()
            }
            #expect(try await lunch.inbox(lunch.tom) == before)
            #expect(
                try await lunch.pending(lunch.tom, where: "lease = 0 AND attempts = 0 AND due_at > now()")
                    == 1)

            // No worker knew the kind.
            try await lunch.world.run("UPDATE delivery SET left_at = left_at - interval '1 hour'")
            try await lunch.passTime(.inbox)
            try await lunch.deliverAll()
            #expect(try await lunch.inbox(lunch.tom).count == before.count + 1)
            #expect(try await lunch.inbox(lunch.tom).last?.contains("Brunch") == true)
            #expect(try await lunch.pending(lunch.tom) == 0)

            try await lunch.world.run(
                "UPDATE outing_change SET patch = \(patch)::text::jsonb WHERE rev = \(rev)")
            try await lunch.expectSound()
        }
    }

    @Test func `people are not notified of their own edits, but of their being undone`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()

            try await lunch.edit([.time(from: nil, to: Self.noon)], by: lunch.leila)
            try await lunch.deliverAll()
            let afterOwn = try await lunch.inbox(lunch.leila)
            try await lunch.edit([.time(from: Self.noon, to: nil)], by: lunch.tom)
            try await lunch.deliverAll()

            #expect(afterOwn.isEmpty)
            #expect(
                try await lunch.inbox(lunch.leila)
                    == ["The time is undecided again (was Thursday 11 March 2027, 12:30)."])
            try await lunch.expectSound()
        }
    }

    @Test func `people who declined are notified only of the cancellation`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()
            try await lunch.answer(lunch.tom, .declined)
            try await lunch.edit(
                [.attendee(lunch.tom, from: Answer(), to: Answer(status: .declined))], by: lunch.tom)

            try await lunch.edit([.time(from: nil, to: Self.noon)], by: lunch.leila)
            try await lunch.deliverAll()
            try await lunch.edit(
                [.cancellation(from: nil, to: Cancellation(reason: "Rain"))], by: lunch.leila)
            try await lunch.deliverAll()

            #expect(
                try await lunch.inbox(lunch.tom) == ["Leila has invited you.", "Leila cancelled it: “Rain”"])
            try await lunch.expectSound()
        }
    }

    @Test func `a removed attendee gets one farewell and nothing after it`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()

            try await lunch.edit([.time(from: nil, to: Self.noon)], by: lunch.leila)
            try await lunch.remove(lunch.tom)
            try await lunch.rename("Lunch", "Secret lunch")
            try await lunch.deliverAll()
            try await lunch.edit([.note(from: nil, to: "For those who come")], by: lunch.leila)
            try await lunch.deliverAll()

            let updates = try await UpdateReading(database: lunch.database, catalogue: .shipped, kinds: .all)
                .updates([InboxRequest(person: lunch.tom, after: 0, outing: nil)], limit: 9)[0]
            #expect(updates.map(\.text) == ["Leila has invited you.", "You’re no longer on the list."])
            #expect(updates.map(\.outing.title) == ["Lunch", "Lunch"])
            #expect(
                try await lunch.number(
                    "SELECT count(*) FROM outing_watch WHERE live AND person_id = '\(lunch.tom)'") == 0)
            try await lunch.expectSound()
        }
    }

    @Test func `a person who is invited again begins with the new invitation`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()
            try await lunch.remove(lunch.tom)
            try await lunch.deliverAll()

            try await lunch.invite(lunch.tom)
            try await lunch.edit([.note(from: nil, to: "Bring cash")], by: lunch.leila)
            try await lunch.deliverAll()
            try await lunch.edit([.note(from: "Bring cash", to: nil)], by: lunch.leila)
            try await lunch.deliverAll()

            #expect(
                try await lunch.inbox(lunch.tom) == [
                    "Leila has invited you.", "You’re no longer on the list.", "Leila has invited you.",
                    "Leila removed the note.",
                ])
            try await lunch.expectSound()
        }
    }

    @Test func `a watch that has ended gets nothing`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.fanOutAll()

            try await lunch.database.run(
                script:
                    "UPDATE outing_watch SET live = false, ended_at = now() WHERE person_id = '\(lunch.tom)'"
            )
            try await lunch.deliverAll()

            #expect(try await lunch.inbox(lunch.tom).isEmpty)
            #expect(try await lunch.number("SELECT count(*) FROM delivery") == 0)
        }
    }

    @Test func `a watcher who is far behind gets the current state`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()

            for number in 0...NewsLimits.revisionsFolded {
                try await lunch.edit([.note(from: "\(number)", to: "\(number + 1)")], by: lunch.leila)
            }
            try await lunch.database.run(
                script: """
                    UPDATE outing SET place_name = 'Kabob & Curry', starts_wall = '2027-03-11 12:30',
                           starts_at = '2027-03-11 10:30Z'
                    """)
            try await lunch.deliverAll()

            #expect(
                try await lunch.inbox(lunch.tom).last
                    == "A lot has changed.\nIt’s on Thursday 11 March 2027, 12:30.\nIt’s at Kabob & Curry."
            )
            #expect(try await lunch.inbox(lunch.leila).isEmpty)
            try await lunch.expectSound()
        }
    }

    @Test func `workers side by side never double an update`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.invite(lunch.mei)
            try await lunch.deliverAll()
            let before = try await lunch.inbox(lunch.tom).count

            try await withThrowingTaskGroup { group in
                group.addTask {
                    for number in 0..<60 {
                        try await lunch.edit([.note(from: "\(number)", to: "\(number + 1)")], by: lunch.leila)
                        try await lunch.fanOutAll()
                    }
                }
                for _ in 0..<3 {
                    group.addTask {
                        let deliver = InboxDeliveryWorker(
                            database: lunch.database, kinds: .all, wakeUps: lunch.world.wakeUps,
                            logger: .silent)
                        for _ in 0..<60 { _ = try await deliver.runOnce() }
                    }
                }
                try await group.waitForAll()
            }
            try await lunch.deliverAll()

            for person in [lunch.tom, lunch.mei] {
                let updates = try await UpdateReading(
                    database: lunch.database, catalogue: .shipped, kinds: .all
                )
                .updates([InboxRequest(person: person, after: 0, outing: nil)], limit: 1_000)[0]
                let told = updates.dropFirst(before).map { ($0.fromRevision, $0.toRevision) }
                for (earlier, later) in zip(told, told.dropFirst()) { #expect(earlier.1 <= later.0) }
                #expect(told.last?.1 == 63)
            }
            try await lunch.expectSound()
        }
    }

    @Test func `another worker takes over from a dead one, whose late acknowledgement changes nothing`()
        async throws
    {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.fanOutAll()
            try await lunch.database.run(
                script: "UPDATE delivery_channel SET lease_for = '0 s' WHERE id = 'inbox'")

            let dead = DeliveryQueue(.inbox, database: lunch.database, kinds: .all, logger: .silent)
            let watch = try await lunch.watch(of: lunch.tom)
            let claim = try #require(try await dead.claim(atMost: 50).claimed.first { $0.watch == watch })
            let notice = try #require(try await dead.notices(for: [claim]).first?.1)
            try await lunch.deliverAll()
            let told = try await lunch.inbox(lunch.tom)
            let late = try await lunch.database.all(.deliverToInboxes([InboxEntry(claim, notice)]))

            #expect(told == ["Leila has invited you."])
            #expect(late.isEmpty)
            #expect(try await lunch.inbox(lunch.tom) == told)
            try await lunch.expectSound()
        }
    }

    @Test func `a delivery that crashes every worker becomes a dead letter, and the others continue`()
        async throws
    {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.fanOutAll()
            try await lunch.database.run(
                script: "UPDATE delivery_channel SET lease_for = '0 s', max_attempts = 2 WHERE id = 'inbox'")

            for _ in 0..<2 {
                let dying = DeliveryQueue(.inbox, database: lunch.database, kinds: .all, logger: .silent)
                #expect(try await dying.claim(atMost: 50).claimed.count == 2)
            }
            try await lunch.deliverAll()

            #expect(
                try await lunch.number("SELECT count(*) FROM dead_letter WHERE reason LIKE '%abandoned%'")
                    == 2)
            #expect(try await lunch.number("SELECT count(*) FROM delivery") == 0)
            try await lunch.expectSound()
        }
    }

    @Test func `an unreadable change is retried, then set aside, and restored by a later success`()
        async throws
    {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()
            try await lunch.database.run(
                script: "UPDATE delivery_channel SET max_attempts = 1 WHERE id = 'inbox'")
            let rev = try await lunch.edit([.note(from: nil, to: "x")], by: lunch.leila)
            let patch: String = try await lunch.world.one(
                "SELECT patch::text FROM outing_change WHERE rev = \(rev)")
            try await lunch.world.run("UPDATE outing_change SET patch = '[7]' WHERE rev = \(rev)")

            try await lunch.deliverAll()
            let dead = try await lunch.number("SELECT count(*) FROM dead_letter")
            try await lunch.world.run(
                "UPDATE outing_change SET patch = \(patch)::text::jsonb WHERE rev = \(rev)")
            try await lunch.edit([.note(from: "x", to: "y")], by: lunch.leila)
            try await lunch.deliverAll()

            #expect(dead == 2)
            #expect(try await lunch.number("SELECT count(*) FROM dead_letter") == 0)
            #expect(try await lunch.inbox(lunch.tom).last == "Leila added a note: “y”")
            try await lunch.expectSound()
        }
    }

    @Test func `failures are tried again within the doubling pause`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.fanOutAll()
            let queue = DeliveryQueue(.inbox, database: lunch.database, kinds: .all, logger: .silent)

            for attempt in 1...5 {
                try await lunch.passTime(.inbox)
                let fresh = DeliveryQueue(.inbox, database: lunch.database, kinds: .all, logger: .silent)
                for claim in try await fresh.claim(atMost: 50).claimed {
                    try await queue.fail(claim, why: "test")
                }
                #expect(
                    try await lunch.pending(
                        lunch.tom,
                        where: """
                            lease = 0 AND attempts = \(attempt)
                            AND due_at BETWEEN now() - interval '5 s' AND now() + power(2, \(attempt)) * interval '1 s'
                            """) == 1)
            }
        }
    }
}
