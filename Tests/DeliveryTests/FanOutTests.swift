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
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom, on: [.inbox, .mail])
            try await lunch.deliverAll()

            for number in 0..<1_000 {
                try await lunch.edit([.note(from: "\(number)", to: "\(number + 1)")], by: lunch.leila)
            }
            try await lunch.database.run(script: "UPDATE outing SET note = '1000'")
            try await lunch.fanOutAll()

            #expect(try await lunch.number("SELECT count(*) FROM delivery WHERE want_rev = 1002") == 3)
            #expect(try await lunch.number("SELECT count(*) FROM outbox") == 0)
            try await lunch.deliverAll()
            #expect(try await lunch.inbox(lunch.tom).count == 2)
            try await lunch.expectSound()
        }
    }

    @Test func `changes for hosts mark the other watchers as up to date`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.invite(lunch.mei)
            try await lunch.deliverAll()
            let told = try await lunch.inbox(lunch.tom)

            try await lunch.answer(lunch.mei, .attending)
            let rev = try await lunch.edit(
                [.attendee(lunch.mei, from: Answer(), to: Answer(status: .attending))], by: lunch.mei)
            try await lunch.fanOutAll()

            #expect(try await lunch.pending(lunch.tom) == 0)
            #expect(
                try await lunch.number("SELECT sent_rev FROM outing_watch WHERE person_id = '\(lunch.tom)'")
                    == rev)
            try await lunch.deliverAll()
            #expect(try await lunch.inbox(lunch.tom) == told)
            #expect(try await lunch.inbox(lunch.leila) == ["Mei is coming."])
            try await lunch.expectSound()
        }
    }

    @Test func `the person whom a change concerns is notified, whatever its audience`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()

            try await lunch.answer(lunch.tom, .attending, partySize: 2)
            try await lunch.edit(
                [.attendee(lunch.tom, from: Answer(), to: Answer(status: .attending, partySize: 2))],
                by: lunch.leila)
            try await lunch.deliverAll()

            #expect(
                try await lunch.inbox(lunch.tom)
                    == ["Leila invites you.", "You are down as coming with one guest."])
            try await lunch.expectSound()
        }
    }

    @Test func `a watcher who is behind is not marked as up to date by other people's changes`() async throws
    {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom, on: [.mail])
            try await lunch.fanOutAll()

            try await lunch.edit([.capacity(from: nil, to: 8)], by: lunch.leila)
            try await lunch.fanOutAll()

            #expect(try await lunch.number("SELECT want_rev FROM delivery WHERE channel = 'mail'") == 3)
            #expect(try await lunch.number("SELECT sent_rev FROM outing_watch WHERE channel = 'mail'") == 1)
            try await lunch.expectSound()
        }
    }

    @Test func `mail waits for the end of the edits, urgent news does not`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom, on: [.mail])
            try await lunch.fanOutAll()
            #expect(try await lunch.pending(lunch.tom, where: "due_at > now() + interval '1 minute'") == 1)

            try await lunch.edit(
                [.cancellation(from: nil, to: Cancellation(reason: nil))], by: lunch.leila, urgent: true)
            try await lunch.fanOutAll()

            #expect(try await lunch.pending(lunch.tom, where: "due_at <= now()") == 1)
        }
    }

    @Test func `an edit during a delivery is delivered after it`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom, on: [.mail])
            try await lunch.fanOutAll()
            try await lunch.passTime(.mail)
            let queue = DeliveryQueue(.mail, database: lunch.database, kinds: .all, logger: .silent)
            let claim = try #require(try await queue.claim(atMost: 1).claimed.first)

            try await lunch.edit([.capacity(from: nil, to: 8)], by: lunch.leila)
            try await lunch.edit(
                [.cancellation(from: nil, to: Cancellation(reason: nil))], by: lunch.leila, urgent: true)
            try await lunch.fanOutAll()
            let stillLeased = try await lunch.number("SELECT lease FROM delivery WHERE channel = 'mail'")
            let acknowledged = try await lunch.database.all(
                .acknowledge([DeliveryReceipt(watch: claim.watch, lease: claim.lease, rev: 2, ends: false)]))

            #expect(stillLeased == claim.lease)
            #expect(acknowledged == [claim.watch])
            #expect(
                try await lunch.pending(lunch.tom, where: "lease = 0 AND attempts = 0 AND due_at <= now()")
                    == 1)
            #expect(try await lunch.number("SELECT sent_rev FROM outing_watch WHERE channel = 'mail'") == 2)
            try await lunch.expectSound()
        }
    }

    @Test func `four fan-outs at once mark each watch once`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.invite(lunch.mei)
            try await lunch.deliverAll()

            try await withThrowingTaskGroup { group in
                for writer in 0..<4 {
                    group.addTask {
                        for number in 0..<25 {
                            let change: Change =
                                number.isMultiple(of: 2)
                                ? .capacity(from: writer, to: number)
                                : .note(from: "\(number)", to: "\(writer)")
                            try await lunch.edit([change], by: lunch.leila)
                            try await lunch.fanOutAll()
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await lunch.deliverAll()

            #expect(try await lunch.number("SELECT count(*) FROM delivery") == 0)
            #expect(try await lunch.number("SELECT count(DISTINCT sent_rev) FROM outing_watch") == 1)
            try await lunch.expectSound()
        }
    }
}
