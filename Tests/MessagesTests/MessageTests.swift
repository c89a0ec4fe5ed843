import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import Messages

@Suite struct MessageTests {
    @Test func `everyone on the list can post, guests by their link too, and the newest message comes first`()
        async throws
    {
        try await withMessages { world in
            let lunch = try await world.lunch()
            try await world.post("Sushi?", by: world.leila, at: lunch)
            try await world.post("Or soup", by: world.tom, at: lunch)
            try await world.post("Soup!", by: lunch.guest, at: lunch)

            let answer = try await world.mei.get(lunch.messages)

            #expect(answer["items"].elements.map { $0["text"].text } == ["Soup!", "Or soup", "Sushi?"])
            #expect(answer["items"][1]["author"]["name"].text == "Tom")
            #expect(answer["items"][1]["own"] == .boolean(false))
            #expect(answer["items"][1]["editable"] == .boolean(false))
            #expect(answer["next"] == .null)
            #expect(answer["unread"].number == 3)
            #expect(try await world.tom.get(lunch.messages)["items"][1]["own"] == .boolean(true))
            #expect(try await world.texts(to: lunch.guest, at: lunch).count == 3)
            #expect(try await world.isSound())
        }
    }

    @Test func `pages lead back to the first message, each once`() async throws {
        try await withMessages(perMinute: 100) { world in
            let lunch = try await world.lunch()
            for number in 1...7 { try await world.post("\(number)", by: world.leila, at: lunch) }

            var texts: [String] = []
            var path: String? = lunch.messages + "?limit=3"
            while let page = path {
                let answer = try await world.tom.get(page)
                texts += answer["items"].elements.compactMap { $0["text"].text }
                path = answer["next"].text.map { lunch.messages + "?limit=3&cursor=\($0)" }
            }

            #expect(texts == ["7", "6", "5", "4", "3", "2", "1"])
            #expect(try await world.tom.get(lunch.messages + "?cursor=x").code == "malformed_cursor")
        }
    }

    @Test func `people who are not on the list, or no longer, can neither read nor post`() async throws {
        try await withMessages { world in
            let lunch = try await world.lunch()
            let message = try await world.post("Sushi?", by: world.leila, at: lunch)
            let removed = try await world.leila.delete(lunch.path + "/attendees/\(world.cast.tom.id)")
            try #require(removed.status == .noContent)

            for visitor in [world.stranger, world.tom] {
                #expect(try await visitor.get(lunch.messages).status == .notFound)
                #expect(try await visitor.post(lunch.messages, #"{"text":"Hi"}"#).status == .notFound)
                #expect(try await visitor.patch(message, #"{"text":"Hi"}"#).status == .notFound)
                #expect(try await visitor.delete(message).status == .notFound)
                #expect(
                    try await visitor.post(message + "/report", #"{"reason":"other"}"#).status == .notFound)
                #expect(
                    try await visitor.put(lunch.messages + "/mute", #"{"muted":true}"#).status == .notFound)
                #expect(try await visitor.get("/v1/messages/unread")["items"].elements.isEmpty)
            }
            #expect(try await world.site.program().get(lunch.messages).status == .unauthorized)
            #expect(try await world.texts(to: world.mei, at: lunch) == ["Sushi?"])
        }
    }

    @Test func `authors can edit their own messages, which are then marked, and no others`() async throws {
        try await withMessages { world in
            let lunch = try await world.lunch()
            let message = try await world.post("Sushi?", by: world.tom, at: lunch)

            let edited = try await world.tom.patch(message, #"{"text":"Soup?"}"#)
            let again = try await world.tom.patch(message, #"{"text":"Soup?"}"#)
            let byHost = try await world.leila.patch(message, #"{"text":"Mine"}"#)

            #expect(edited.status == .ok)
            #expect(edited["text"].text == "Soup?")
            #expect(edited["editedAt"].text != nil)
            #expect(again["editedAt"] == edited["editedAt"])
            #expect(byHost.status == .forbidden)
            #expect(try await world.texts(to: world.mei, at: lunch) == ["Soup?"])
        }
    }

    @Test func `after an hour a message can no longer be edited, but deleted`() async throws {
        try await withMessages { world in
            let lunch = try await world.lunch()
            let message = try await world.post("Sushi?", by: world.tom, at: lunch)
            try await world.run("UPDATE message SET at = now() - interval '61 minutes'")

            #expect(try await world.tom.patch(message, #"{"text":"Soup?"}"#).code == "message_settled")
            #expect(try await world.tom.get(lunch.messages)["items"][0]["editable"] == .boolean(false))
            #expect(try await world.tom.delete(message).status == .noContent)
        }
    }

    @Test func `a message that its author or a host deletes leaves an empty placeholder`() async throws {
        try await withMessages { world in
            let lunch = try await world.lunch()
            let own = try await world.post(
                "Sushi?", by: world.tom, at: lunch, mentioning: [world.cast.mei.id])
            let others = try await world.post("Rude", by: world.mei, at: lunch)

            #expect(try await world.tom.delete(others).status == .forbidden)
            #expect(try await world.leila.delete(others).status == .noContent)
            #expect(try await world.tom.delete(own).status == .noContent)
            #expect(try await world.tom.delete(own).status == .noContent)

            let items = try await world.leila.get(lunch.messages)["items"].elements
            #expect(items.map { $0["text"] } == [.null, .null])
            #expect(items.allSatisfy { $0["deletedAt"].text != nil && $0["mentions"].elements.isEmpty })
            #expect(try await world.tom.patch(own, #"{"text":"Again"}"#).code == "message_deleted")
            #expect(
                try await world.one(
                    "SELECT count(*) FROM outing_change WHERE strpos(patch::text, 'Sushi') > 0")
                    == 0)
            #expect(try await world.isSound())
        }
    }

    @Test(arguments: [
        (#"{}"#, 422), (#"{"text":" "}"#, 422), (#"{"text":7}"#, 400), (#"{"text":"a","mood":"b"}"#, 400),
        (#"{"text":"a\u0007"}"#, 422), (#"{"text":"a","mentions":["b"]}"#, 422),
        (#"{"text":"a","mentions":["0198c0de-0000-7000-8000-000000000000"]}"#, 422),
    ])
    func `an invalid message is refused and changes nothing`(body: String, status: Int) async throws {
        try await withMessages { world in
            let lunch = try await world.lunch()
            let long = String(repeating: "é", count: 2_001)

            #expect(try await world.leila.post(lunch.messages, body).status.code == status)
            #expect(try await world.leila.post(lunch.messages, #"{"text":"\#(long)"}"#).status.code == 422)

            #expect(try await world.texts(to: world.leila, at: lunch).isEmpty)
        }
    }

    @Test func `a message of the maximum length is stored whole in any script`() async throws {
        try await withMessages { world in
            let lunch = try await world.lunch()
            let long = String(repeating: "あ", count: 2_000)

            try await world.post(long, by: lunch.guest, at: lunch)

            #expect(try await world.texts(to: world.tom, at: lunch) == [long])
        }
    }

    @Test func `two requests with one idempotency key post one message`() async throws {
        try await withMessages { world in
            let lunch = try await world.lunch()
            let key: HTTPFields = [.idempotencyKey: "sushi"]

            let first = try await world.tom.post(lunch.messages, #"{"text":"Sushi?"}"#, headers: key)
            let second = try await world.tom.post(lunch.messages, #"{"text":"Sushi?"}"#, headers: key)

            #expect(first.status == .created)
            #expect(second["id"] == first["id"])
            #expect(try await world.texts(to: world.mei, at: lunch) == ["Sushi?"])
        }
    }

    @Test func `an author who exceeds the rate limit has to wait, and no other author`() async throws {
        try await withMessages(perMinute: 3) { world in
            let lunch = try await world.lunch()
            for number in 1...3 { try await world.post("\(number)", by: world.tom, at: lunch) }

            let fourth = try await world.tom.post(lunch.messages, #"{"text":"4"}"#)

            #expect(fourth.status == .tooManyRequests)
            #expect((1...60).contains(fourth.retryAfter))
            try await world.post("Mine", by: world.mei, at: lunch)
            #expect(try await world.texts(to: world.mei, at: lunch) == ["Mine", "3", "2", "1"])
        }
    }

    @Test func `mentions are charged by the people mentioned, and plain messages are not`() async throws {
        try await withMessages { world in
            let lunch = try await world.lunch()
            let (tom, mei) = (world.cast.tom.id, world.cast.mei.id)
            try await world.database.transaction { try await ReachLimit.take(4_998, by: tom, in: $0) }

            let message = try await world.post("Leila?", by: world.tom, at: lunch, mentioning: [mei])
            let two = try await world.tom.post(
                lunch.messages, #"{"text":"You two","mentions":["\#(mei)","\#(world.cast.leila.id)"]}"#)
            let more = #"{"mentions":["\#(mei)","\#(world.cast.leila.id)","\#(tom)"]}"#
            let edited = try await world.tom.patch(message, more)
            try await world.post("Plain", by: world.tom, at: lunch)

            for refused in [two, edited] {
                #expect(refused.status == .tooManyRequests && (1...3_600).contains(refused.retryAfter))
                #expect(refused.left == "reach: 1")
            }
            #expect(try await world.texts(to: world.mei, at: lunch) == ["Plain", "Leila?"])
            try await world.post("Mei alone", by: world.tom, at: lunch, mentioning: [mei])
        }
    }

    @Test func `a month after its end an outing takes no more messages`() async throws {
        try await withMessages { world in
            let lunch = try await world.lunch()
            try await world.run(
                """
                UPDATE outing SET starts_at = now() - interval '31 days', starts_wall = timezone('UTC', now()) - interval '31 days'
                """)

            #expect(try await world.tom.post(lunch.messages, #"{"text":"Thanks"}"#).code == "talk_closed")
            #expect(try await world.tom.get(lunch.messages).status == .ok)
        }
    }
}
