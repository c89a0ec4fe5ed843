import Journal
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import Delivery
@testable import News

struct FanOutTests {
    @Test func `a thousand edits are one row for each watch`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar, on: [.inbox, .mail])
            try await scene.deliverAll()

            for number in 0..<1_000 {
                try await scene.edit([.note(from: "\(number)", to: "\(number + 1)")], by: scene.leila)
            }
            try await database.run(script: "UPDATE outing SET note = '1000'")
            try await scene.fanOutAll()

            #expect(try await scene.number("SELECT count(*) FROM delivery WHERE want_rev = 1002") == 3)
            #expect(try await scene.number("SELECT count(*) FROM outbox") == 0)
            try await scene.deliverAll()
            #expect(try await scene.inbox(scene.omar).count == 2)
            try await scene.expectSound()
        }
    }

    @Test func `what concerns hosts alone moves the others along`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.invite(scene.ines)
            try await scene.deliverAll()
            let told = try await scene.inbox(scene.omar)

            try await scene.answer(scene.ines, .attending)
            let rev = try await scene.edit(
                [.attendee(scene.ines, from: Answer(), to: Answer(status: .attending))], by: scene.ines)
            try await scene.fanOutAll()

            #expect(try await scene.pushed(scene.omar) == 0)
            #expect(
                try await scene.number("SELECT sent_rev FROM outing_watch WHERE person_id = '\(scene.omar)'")
                    == rev)
            try await scene.deliverAll()
            #expect(try await scene.inbox(scene.omar) == told)
            #expect(try await scene.inbox(scene.leila) == ["Ines is coming."])
            try await scene.expectSound()
        }
    }

    @Test func `whom a change is about hears of it, whatever its audience`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.deliverAll()

            try await scene.answer(scene.omar, .attending, partySize: 2)
            try await scene.edit(
                [.attendee(scene.omar, from: Answer(), to: Answer(status: .attending, partySize: 2))],
                by: scene.leila)
            try await scene.deliverAll()

            #expect(
                try await scene.inbox(scene.omar)
                    == ["Leila invites you.", "You are down as coming with one guest."])
            try await scene.expectSound()
        }
    }

    @Test func `who is behind is not moved along by what does not concern them`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar, on: [.mail])
            try await scene.fanOutAll()

            try await scene.edit([.capacity(from: nil, to: 8)], by: scene.leila)
            try await scene.fanOutAll()

            #expect(try await scene.number("SELECT want_rev FROM delivery WHERE channel = 'mail'") == 3)
            #expect(try await scene.number("SELECT sent_rev FROM outing_watch WHERE channel = 'mail'") == 1)
            try await scene.expectSound()
        }
    }

    @Test func `mail waits for the end of the edits, urgent news does not`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar, on: [.mail])
            try await scene.fanOutAll()
            #expect(try await scene.pushed(scene.omar, where: "due_at > now() + interval '1 minute'") == 1)

            try await scene.edit(
                [.cancellation(from: nil, to: Cancellation(reason: nil))], by: scene.leila, urgent: true)
            try await scene.fanOutAll()

            #expect(try await scene.pushed(scene.omar, where: "due_at <= now()") == 1)
        }
    }

    @Test func `an edit during a delivery is delivered after it`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar, on: [.mail])
            try await scene.fanOutAll()
            try await scene.passTime(.mail)
            let queue = DeliveryQueue(.mail, database: database, kinds: .all, logger: Scene.logger)
            let claim = try #require(try await queue.claim(atMost: 1).claimed.first)

            try await scene.edit([.capacity(from: nil, to: 8)], by: scene.leila)
            try await scene.edit(
                [.cancellation(from: nil, to: Cancellation(reason: nil))], by: scene.leila, urgent: true)
            try await scene.fanOutAll()
            let stillLeased = try await scene.number("SELECT lease FROM delivery WHERE channel = 'mail'")
            let acknowledged = try await database.all(
                .acknowledge([DeliveryReceipt(watch: claim.watch, lease: claim.lease, rev: 2, ends: false)]))

            #expect(stillLeased == claim.lease)
            #expect(acknowledged == [claim.watch])
            #expect(
                try await scene.pushed(scene.omar, where: "lease = 0 AND attempts = 0 AND due_at <= now()")
                    == 1)
            #expect(try await scene.number("SELECT sent_rev FROM outing_watch WHERE channel = 'mail'") == 2)
            try await scene.expectSound()
        }
    }

    @Test func `four fan-outs at once mark each watch once`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.invite(scene.ines)
            try await scene.deliverAll()

            try await withThrowingTaskGroup { group in
                for writer in 0..<4 {
                    group.addTask {
                        for number in 0..<25 {
                            let change: Change =
                                number.isMultiple(of: 2)
                                ? .capacity(from: writer, to: number)
                                : .note(from: "\(number)", to: "\(writer)")
                            try await scene.edit([change], by: scene.leila)
                            try await scene.fanOutAll()
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await scene.deliverAll()

            #expect(try await scene.number("SELECT count(*) FROM delivery") == 0)
            #expect(try await scene.number("SELECT count(DISTINCT sent_rev) FROM outing_watch") == 1)
            try await scene.expectSound()
        }
    }
}
