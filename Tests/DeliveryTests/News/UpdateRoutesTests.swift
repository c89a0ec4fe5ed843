import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import Delivery
@testable import Live

@Suite(.timeLimit(.minutes(30)))
struct UpdateRoutesTests {
    @Test func `an edit comes to a friend's inbox in words, with old and new`() async throws {
        try await withDelivery { world in
            let lunch = try await world.lunch()
            let invitation = try await world.updates(of: world.tom, count: 1)

            let edited = try await world.leila.patch(
                "/v1/outings/\(lunch.id)", #"{"startsAt":"2199-03-11T12:30","timeZone":"Europe/Helsinki"}"#,
                headers: [.ifMatch: lunch.tag])
            let update = try await world.updates(of: world.tom, count: 2)[1]

            #expect(edited.status == .ok)
            #expect(invitation[0]["text"] == .string("Leila has invited you."))
            #expect(update["seq"] == .integer(2))
            #expect(update["outing"]["id"] == .string(lunch.id.description))
            #expect(update["outing"]["title"] == .string("Lunch"))
            #expect(update["fromRevision"] == .integer(1))
            #expect(update["toRevision"] == .integer(2))
            #expect(update["changes"][0]["kind"] == .string("time_set"))
            #expect(update["changes"][0]["previous"] == .null)
            #expect(update["changes"][0]["current"]["startsAt"] == .string("2199-03-11T12:30:00+02:00"))
            #expect(update["text"] == .string("It’s on Monday 11 March 2199, 12:30."))
            #expect(update["read"] == .boolean(false))
            #expect(try await brokenChecks(in: world.database).isEmpty)
        }
    }

    @Test func `updates come in pages, after what the reader has`() async throws {
        try await withDelivery { world in
            _ = try await world.lunch()
            _ = try await world.lunch()
            _ = try await world.lunch()
            _ = try await world.updates(of: world.tom, count: 3)

            let first = try await world.tom.get("/v1/updates?limit=2")
            let cursor = try #require(first["next"].text)
            let second = try await world.tom.get("/v1/updates?limit=2&cursor=\(cursor)")
            let later = try await world.tom.get("/v1/updates?after=2")

            #expect(first["items"][1]["seq"] == .integer(2))
            #expect(second["items"][0]["seq"] == .integer(3))
            #expect(second["next"] == .null)
            #expect(later["items"] == second["items"])
            let own = try await world.leila.get("/v1/updates")
            #expect(own["items"] == .array([]))
        }
    }

    @Test func `several changes of one outing fold into one update with what holds now`() async throws {
        try await withDelivery { world in
            let lunch = try await world.lunch()
            let other = try await world.lunch()
            _ = try await world.updates(of: world.tom, count: 2)
            var tag = lunch.tag
            let edits = [
                #"{"startsAt":"2199-03-11T12:30","timeZone":"Europe/Helsinki"}"#, #"{"place":"Kala"}"#,
                #"{"startsAt":"2199-03-11T14:00"}"#, #"{"place":"Meri"}"#,
            ]
            for (index, edit) in edits.enumerated() {
                let edited = try await world.leila.patch(
                    "/v1/outings/\(lunch.id)", edit, headers: [.ifMatch: tag])
                tag = try #require(edited.headers[.eTag])
                _ = try await world.updates(of: world.tom, count: 3 + index)
            }

            let folded = try await world.tom.get("/v1/updates?folded=true")
            let pages = try await world.tom.get("/v1/updates?folded=true&limit=4")
            _ = try await world.tom.post("/v1/updates/read", #"{"upTo":4}"#)
            let read = try await world.tom.get("/v1/updates?folded=true")

            let items = folded["items"].elements
            #expect(items.map { $0["seq"] } == [.integer(1), .integer(2), .integer(6)])
            #expect(items[1]["outing"]["id"] == .string(other.id.description))
            let text = items[2]["text"].text ?? ""
            #expect(text.contains("14:00") && text.contains("Meri"))
            #expect(!text.contains("12:30") && !text.contains("Kala"))
            #expect(items[2]["changes"].elements.count == 2)
            #expect(items[2]["fromRevision"] == .integer(1))
            #expect(items[2]["toRevision"] == .integer(5))
            #expect(pages["items"].elements.map { $0["seq"] } == [.integer(1), .integer(2), .integer(4)])
            #expect(pages["next"].text == "4")
            #expect(read["items"].elements.map { $0["seq"] } == [1, 2, 4, 6].map { .integer($0) })
        }
    }

    @Test func `read updates stay read`() async throws {
        try await withDelivery { world in
            _ = try await world.lunch()
            _ = try await world.lunch()
            _ = try await world.updates(of: world.tom, count: 2)

            let first = try await world.tom.post("/v1/updates/read", #"{"upTo":1}"#)
            let afterFirst = try await world.updates(of: world.tom, count: 2)
            _ = try await world.tom.post("/v1/updates/read", #"{"upTo":99}"#)
            let back = try await world.tom.post("/v1/updates/read", #"{"upTo":0}"#)

            #expect(first["upTo"] == .integer(1))
            #expect(afterFirst[0]["read"] == .boolean(true) && afterFirst[1]["read"] == .boolean(false))
            #expect(back["upTo"] == .integer(2))
        }
    }

    @Test func `opening an outing marks its updates as read, and no others`() async throws {
        try await withDelivery { world in
            let first = try await world.lunch()
            _ = try await world.updates(of: world.tom, count: 1)
            _ = try await world.lunch()
            _ = try await world.updates(of: world.tom, count: 2)
            _ = try await world.leila.patch(
                "/v1/outings/\(first.id)", #"{"note":"Bring cash"}"#, headers: [.ifMatch: first.tag])
            _ = try await world.updates(of: world.tom, count: 3)

            let answer = try await world.tom.post(
                "/v1/updates/read", #"{"upTo":99,"outing":"\#(first.id)"}"#)
            let foreign = try await world.leila.post(
                "/v1/updates/read", #"{"upTo":99,"outing":"\#(first.id)"}"#)
            let updates = try await world.updates(of: world.tom, count: 3)

            #expect(answer["upTo"] == .integer(0))
            #expect(foreign.status == .ok)
            #expect(updates.map { $0["read"] } == [.boolean(true), .boolean(false), .boolean(true)])
        }
    }

    @Test(arguments: [
        ("/v1/updates?after=-1", 422), ("/v1/updates?after=x", 400), ("/v1/updates?limit=101", 422),
        ("/v1/updates?before=3", 400), ("/v1/updates/stream?outings=7", 422),
        ("/v1/updates/stream?outings=01890a5d-ac96-774b-bcce-b302099a8057", 404),
    ])
    func `invalid input is refused`(path: String, status: Int) async throws {
        try await withDelivery { world in
            let answer = try await world.tom.get(path)
            #expect(answer.status.code == status)
        }
    }

    @Test func `strangers get nothing`() async throws {
        try await withDelivery { world in
            for path in ["/v1/updates", "/v1/updates/stream"] {
                #expect(try await world.site.program().get(path).status == .unauthorized)
            }
            let lunch = try await world.lunch()
            let stranger = world.site.program(token: world.cast.stranger.token)
            #expect(try await stranger.get("/v1/updates/stream?outings=\(lunch.id)").status == .notFound)
        }
    }

    @Test func `a stream over HTTP reports changes at once and resumes where it was left`() async throws {
        try await withDelivery { world in
            let lunch = try await world.lunch()
            _ = try await world.updates(of: world.tom, count: 1)
            let stream = try LiveStream(
                port: world.site.port, path: "/v1/updates/stream", token: world.cast.tom.token)
            #expect(await stream.waits(for: "event: hello\nid: 1\n"))
            #expect(await stream.waits(for: #"{"outing":"\#(lunch.id)","rev":1,"version":1}"#))

            _ = try await world.leila.patch(
                "/v1/outings/\(lunch.id)", #"{"note":"Bring cash"}"#, headers: [.ifMatch: lunch.tag])
            #expect(await stream.waits(for: "Leila added a note: “Bring cash”"))
            #expect(await stream.waits(for: #""rev":2"#))
            stream.close()
            let again = try LiveStream(
                port: world.site.port, path: "/v1/updates/stream", token: world.cast.tom.token,
                headers: ["Last-Event-ID": "1"])
            #expect(await again.waits(for: "event: update\nid: 2\n"))
            again.close()

            #expect(
                stream.received.contains("content-type: text/event-stream")
                    || stream.received.contains("Content-Type: text/event-stream"))
            #expect(again.received.components(separatedBy: "event: update").count == 2)
        }
    }

    @Test func `a stream follows an outing that is over if it is asked to`() async throws {
        try await withDelivery { world in
            let (lunch, other) = (try await world.lunch(), try await world.lunch())
            _ = try await world.database.run(
                script: """
                    UPDATE outing SET starts_at = now() - interval '9 days',
                           starts_wall = timezone('UTC', now()) - interval '9 days' WHERE id = '\(lunch.id)'
                    """)
            let path = "/v1/updates/stream?also=\(lunch.id)"
            let stream = try LiveStream(port: world.site.port, path: path, token: world.cast.tom.token)
            #expect(await stream.waits(for: #"{"outing":"\#(lunch.id)""#))
            #expect(await stream.waits(for: #"{"outing":"\#(other.id)""#))
            stream.close()

            let without = try LiveStream(
                port: world.site.port, path: "/v1/updates/stream", token: world.cast.tom.token)
            #expect(await without.waits(for: #"{"outing":"\#(other.id)""#))
            without.close()
            #expect(!without.received.contains(lunch.id.description))
            let stranger = world.site.program(token: world.cast.stranger.token)
            #expect(try await stranger.get(path).status == .notFound)
            #expect(try await world.tom.get("/v1/updates/stream?also=7").status.code == 422)
        }
    }

    @Test func `streams that were closed make room for others`() async throws {
        try await withDelivery { world in
            func open() throws -> LiveStream {
                try LiveStream(port: world.site.port, path: "/v1/updates/stream", token: world.cast.tom.token)
            }
            var streams: [LiveStream] = []
            for _ in 0..<LiveLimits.streamsPerPerson {
                let stream = try open()
                #expect(await stream.waits(for: "event: hello"))
                streams.append(stream)
            }

            let seventh = try await world.tom.get("/v1/updates/stream")
            for stream in streams { stream.close() }
            var isOpen = false
            while !isOpen {  // the server notices the close later
                let stream = try open()
                isOpen = await stream.waits(for: "event: hello") || !stream.received.contains(" 429 ")
                stream.close()
            }

            #expect(seventh.status == .tooManyRequests)
            #expect(seventh.limit == "too_many_streams 6 0")
        }
    }

    @Test func `a guest follows their one outing`() async throws {
        try await withDelivery { world in
            let lunch = try await world.lunch()
            let other = try await world.lunch()
            _ = try await world.leila.post(
                "/v1/outings/\(lunch.id)/invitations", #"{"emails":["guest@example.org"]}"#)
            let token: InvitationID = try await world.one(
                "SELECT id FROM invitation WHERE outing_id = \(lunch.id) AND address = 'guest@example.org'")
            let guest = world.site.program(token: SecretKey.forTests.personalToken(of: token))
            let stream = try LiveStream(
                port: world.site.port, path: "/v1/updates/stream", token: guest.token)
            #expect(await stream.waits(for: lunch.id.description))
            stream.close()

            for name in ["outings", "also"] {
                let path = "/v1/updates/stream?\(name)=\(other.id)"
                #expect(try await guest.get(path).status == .notFound)
            }
            #expect(try await guest.get("/v1/updates").status == .unauthorized)
            #expect(!stream.received.contains(other.id.description))
        }
    }

    @Test func `mail ends by the link in it, and only by POST`() async throws {
        try await withDelivery { world in
            let lunch = try await world.lunch()
            _ = try await world.updates(of: world.tom, count: 1)
            let watch: WatchID = try await world.one(
                """
                SELECT id FROM outing_watch
                 WHERE outing_id = \(lunch.id) AND person_id = \(world.cast.tom.id) AND channel = 'mail'
                """)
            let path = UnsubscribeToken(outing: lunch.id, watch: watch).path(.forTests)
            let isLive = Query<Bool>("test.is_live", "SELECT live FROM outing_watch WHERE id = \(watch)") {
                row throws(PostgresError) in try row.next()
            }
            let nobody = world.site.program()

            let page = try await nobody.get(path)
            let afterPage = try await world.database.one(isLive)
            let done = try await nobody.sendForm(path, "List-Unsubscribe=One-Click")
            let afterPost = try await world.database.one(isLive)
            let forged = try await nobody.sendForm(path.dropLast() + "_", "List-Unsubscribe=One-Click")

            #expect(page.status == .ok && page.text.contains(#"action="\#(path)""#))
            #expect(afterPage)
            #expect(done.status == .ok && !done.text.contains("<form"))
            #expect(!afterPost)
            #expect(forged.status == .notFound)
        }
    }
}
