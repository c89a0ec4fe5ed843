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

/// How what is said reaches those who do not look.
@Suite struct MessageNewsTests {
    @Test
    func `several messages are one notice that names who wrote last, and open screens are told at once`()
        async throws
    {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.deliverAll()
            try await setWindows(quiet: nil, maxWait: nil, in: database)
            for author in [scene.leila, scene.omar, scene.leila] { try await scene.say(by: author) }
            try await scene.fanOutAll()

            #expect(try await scene.pushed(scene.omar, where: "due_at > now() + interval '10 s'") == 1)
            try await scene.deliverAll()
            #expect(try await scene.inbox(scene.omar).count == 1)
            try await scene.passTime(.inbox)
            try await scene.deliverAll()

            #expect(try await scene.inbox(scene.omar).last == "2 new messages, the last from Leila.")
            #expect(try await scene.inbox(scene.leila).last == "Omar writes: “Soup?”")
            try await scene.expectSound()
        }
    }

    @Test func `a mention and a new time do not wait for messages, and take them along`() async throws {
        try await withDatabase { database in
            let scene = try await Scene(database)
            try await scene.invite(scene.omar)
            try await scene.deliverAll()
            try await setWindows(quiet: nil, maxWait: nil, in: database)
            try await scene.say(by: scene.leila)
            try await scene.fanOutAll()

            try await scene.rename("Lunch", "Brunch")
            try await scene.deliverAll()

            #expect(
                try await scene.inbox(scene.omar).last
                    == "It is called “Brunch” instead of “Lunch”; Leila writes: “Soup?”")
            try await scene.say(by: scene.leila, mentioning: [scene.omar])
            try await scene.deliverAll()
            #expect(try await scene.inbox(scene.omar).last == "Leila mentions you: “Soup?”")
            try await scene.expectSound()
        }
    }

    @Test
    func `what was read, deleted, said by oneself or by somebody blocked is no news; muted, a mention is`()
        async throws
    {
        try await inHouse { house in
            let (id, _) = try await house.lunch()
            let path = "/v1/outings/\(id)/messages"
            try await house.inboxesAreFull(of: id)
            let muted = try await house.tom.put(path + "/mute", #"{"muted":true}"#)
            try #require(muted.status == .ok)

            _ = try await house.leila.post(path, #"{"text":"Sushi?"}"#)
            _ = try await house.tom.post(path, #"{"text":"Soup!"}"#)
            // who writes has read, so first she is told
            let leilas = try await house.updates(of: house.leila, count: 1)
            _ = try await house.leila.post(path, #"{"text":"Tom?","mentions":["\#(house.cast.tom.id)"]}"#)

            let toms = try await house.updates(of: house.tom, count: 2)
            #expect(toms.map { $0["text"].text } == ["Leila invites you.", "Leila mentions you: “Tom?”"])
            #expect(toms[1]["changes"][0]["kind"].text == "message_posted")
            #expect(toms[1]["changes"][0]["person"]["name"].text == "Leila")
            #expect(leilas.map { $0["text"].text } == ["Tom writes: “Soup!”"])
            // blocked: not even a mention
            try await house.database.execute(
                Command(
                    "test.block",
                    "INSERT INTO person_block (person_id, other_id) VALUES (\(house.cast.tom.id), \(house.cast.leila.id))"
                ))
            _ = try await house.leila.post(path, #"{"text":"Tom!","mentions":["\#(house.cast.tom.id)"]}"#)
            try await house.inboxesAreFull(of: id)
            #expect(try await house.updates(of: house.tom, count: 2).count == 2)
        }
    }

    @Test func `a deleted message leaves no words with those who were told, and an open screen hears of it`()
        async throws
    {
        try await inHouse { house in
            let (id, _) = try await house.lunch()
            let path = "/v1/outings/\(id)/messages"
            try await house.inboxesAreFull(of: id)
            let stream = try LiveStream(
                port: house.site.port, path: "/v1/updates/stream?outings=\(id)", token: house.cast.tom.token)
            defer { stream.close() }
            #expect(await stream.waits(for: "event: revision"))

            let said = try await house.leila.post(path, #"{"text":"Sushi?"}"#)
            let rev = try await house.leila.get("/v1/outings/\(id)")["revision"].number
            #expect(await stream.waits(for: "\"rev\":\(rev ?? 0)"))
            #expect(await stream.waits(for: "Leila writes: “Sushi?”"))
            let message = try #require(said["id"].text)
            #expect(try await house.leila.delete(path + "/\(message)").status == .noContent)

            #expect(await stream.waits(for: "\"rev\":\((rev ?? 0) + 1)"))
            let told = try await house.updates(of: house.tom, count: 2)
            #expect(told[1]["text"].text == "Leila wrote something that is deleted by now.")
        }
    }
}

extension Scene {
    /// Says "Soup?" as Talk does.
    func say(by author: PersonID, mentioning people: [PersonID] = []) async throws {
        let message = OutingMessageID.make()
        let posted = MessageSnapshot(mentions: people)
        let rev = try await edit([.message(message, author, from: nil, to: posted)], by: author)
        try await database.execute(
            Command(
                "test.message",
                """
                INSERT INTO message (outing_id, id, rev, author_id, text, mentions)
                VALUES (\(outing), \(message), \(rev), \(author), 'Soup?', \(people))
                """))
    }
}
