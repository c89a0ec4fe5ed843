import Access
import Foundation
import HTTPTypes
import JSON
import Messages
import News
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import Delivery

/// How messages reach people who do not have the outing open.
@Suite struct MessageNewsTests {
    @Test
    func `several messages make one notice with the last author, and streams report them at once`()
        async throws
    {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()
            try await setWindows(quiet: nil, maxWait: nil, in: lunch.database)
            for author in [lunch.leila, lunch.tom, lunch.leila] { try await lunch.post(by: author) }
            try await lunch.fanOutAll()

            #expect(try await lunch.pending(lunch.tom, where: "due_at > now() + interval '10 s'") == 1)
            try await lunch.deliverAll()
            #expect(try await lunch.inbox(lunch.tom).count == 1)
            try await lunch.passTime(.inbox)
            try await lunch.deliverAll()

            #expect(try await lunch.inbox(lunch.tom).last == "2 new messages, the last from Leila.")
            #expect(try await lunch.inbox(lunch.leila).last == "Tom writes: “Soup?”")
            try await lunch.expectSound()
        }
    }

    @Test func `a mention and a new time do not wait for messages, and take them along`() async throws {
        try await withStoredLunch { lunch in
            try await lunch.invite(lunch.tom)
            try await lunch.deliverAll()
            try await setWindows(quiet: nil, maxWait: nil, in: lunch.database)
            try await lunch.post(by: lunch.leila)
            try await lunch.fanOutAll()

            try await lunch.rename("Lunch", "Brunch")
            try await lunch.deliverAll()

            #expect(
                try await lunch.inbox(lunch.tom).last
                    == "It is called “Brunch” instead of “Lunch”; Leila writes: “Soup?”")
            try await lunch.post(by: lunch.leila, mentioning: [lunch.tom])
            try await lunch.deliverAll()
            #expect(try await lunch.inbox(lunch.tom).last == "Leila mentions you: “Soup?”")
            try await lunch.expectSound()
        }
    }

    @Test
    func `read, deleted, own and blocked messages are no news, and a mention is even when muted`()
        async throws
    {
        try await withDelivery { world in
            let (id, _) = try await world.lunch()
            let path = "/v1/outings/\(id)/messages"
            try await world.waitForInboxes(of: id)
            let muted = try await world.tom.put(path + "/mute", #"{"muted":true}"#)
            try #require(muted.status == .ok)

            _ = try await world.leila.post(path, #"{"text":"Sushi?"}"#)
            _ = try await world.tom.post(path, #"{"text":"Soup!"}"#)
            // posting a message marks the earlier ones as read, so she is notified first
            let leilas = try await world.updates(of: world.leila, count: 1)
            _ = try await world.leila.post(path, #"{"text":"Tom?","mentions":["\#(world.cast.tom.id)"]}"#)

            let toms = try await world.updates(of: world.tom, count: 2)
            #expect(toms.map { $0["text"].text } == ["Leila invites you.", "Leila mentions you: “Tom?”"])
            #expect(toms[1]["changes"][0]["kind"].text == "message_posted")
            #expect(toms[1]["changes"][0]["person"]["name"].text == "Leila")
            #expect(leilas.map { $0["text"].text } == ["Tom writes: “Soup!”"])
            // blocked: not even a mention
            try await world.run(
                "INSERT INTO person_block (person_id, other_id) VALUES (\(world.cast.tom.id), \(world.cast.leila.id))"
            )
            _ = try await world.leila.post(path, #"{"text":"Tom!","mentions":["\#(world.cast.tom.id)"]}"#)
            try await world.waitForInboxes(of: id)
            #expect(try await world.updates(of: world.tom, count: 2).count == 2)
        }
    }

    @Test func `a deleted message loses its text in every inbox, and streams report it`()
        async throws
    {
        try await withDelivery { world in
            let (id, _) = try await world.lunch()
            let path = "/v1/outings/\(id)/messages"
            try await world.waitForInboxes(of: id)
            let stream = try LiveStream(
                port: world.site.port, path: "/v1/updates/stream?outings=\(id)", token: world.cast.tom.token)
            defer { stream.close() }
            #expect(await stream.waits(for: "event: revision"))

            let said = try await world.leila.post(path, #"{"text":"Sushi?"}"#)
            let rev = try await world.leila.get("/v1/outings/\(id)")["revision"].number
            #expect(await stream.waits(for: "\"rev\":\(rev ?? 0)"))
            #expect(await stream.waits(for: "Leila writes: “Sushi?”"))
            let message = try #require(said["id"].text)
            #expect(try await world.leila.delete(path + "/\(message)").status == .noContent)

            #expect(await stream.waits(for: "\"rev\":\((rev ?? 0) + 1)"))
            let told = try await world.updates(of: world.tom, count: 2)
            #expect(told[1]["text"].text == "Leila wrote something that is deleted by now.")
        }
    }
}

extension StoredLunch {
    /// Posts "Soup?" as Messages does.
    func post(by author: PersonID, mentioning people: [PersonID] = []) async throws {
        let message = OutingMessageID.make()
        let posted = MessageSnapshot(mentions: people)
        let rev = try await edit([.message(message, author, from: nil, to: posted)], by: author)
        try await world.run(
            """
            INSERT INTO message (outing_id, id, rev, author_id, text, mentions)
            VALUES (\(id), \(message), \(rev), \(author), 'Soup?', \(people))
            """)
    }
}
