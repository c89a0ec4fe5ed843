import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

/// Somebody who is taken off the list: what they have open, what waits for them and what they could come back by ends.
@Suite struct RemovalTests {
    @Test func `a guest's stream is closed at once, in every process, and their link opens nothing`()
        async throws
    {
        try await inHouse { house in
            let (id, _) = try await house.lunch()
            let path = "/v1/outings/\(id)"
            let token = try await house.inviting("ada@example.org", to: path)
            let guest = try #require(
                try await house.site.program().get("/v1/invitations/\(token)")["attendance"]["person"]["id"]
                    .text)
            try await secondHouse(of: house) { other in
                let here = try LiveStream(
                    port: house.site.port, path: "/v1/updates/stream?outings=\(id)", token: token)
                let there = try LiveStream(
                    port: other.port, path: "/v1/updates/stream?outings=\(id)", token: token)
                #expect(await here.waits(for: "event: revision"))
                #expect(await there.waits(for: "event: revision"))

                let removed = try await house.leila.delete(path + "/attendees/\(guest)")
                #expect(removed.status == .noContent)
                await here.waitForEnd()
                await there.waitForEnd()

                for stream in [here, there] { #expect(!stream.received.contains("Brunch")) }
                #expect(try await house.site.program().get("/v1/invitations/\(token)").status == .notFound)
                #expect(
                    try await house.site.program(token: token).get("/v1/updates/stream").status
                        == .unauthorized)
            }
        }
    }

    @Test func `a member's stream says no more of the outing, and one farewell is all that is told`()
        async throws
    {
        try await inHouse { house in
            let (id, tag) = try await house.lunch()
            let path = "/v1/outings/\(id)"
            _ = try await house.updates(of: house.tom, count: 1)
            let stream = try LiveStream(
                port: house.site.port, path: "/v1/updates/stream?outings=\(id)", token: house.cast.tom.token)
            #expect(await stream.waits(for: "event: revision"))

            _ = try await house.leila.delete(path + "/attendees/\(house.cast.tom.id)")
            _ = try await house.leila.patch(path, #"{"title":"Brunch"}"#, headers: [.ifMatch: tag])
            let told = try await house.updates(of: house.tom, count: 2)
            #expect(await stream.waits(for: "no longer on the list"))

            #expect(told.last?["text"].text == "You are no longer on the list.")
            #expect(!stream.received.contains("Brunch"))
            #expect(try await house.tom.get("/v1/updates/stream?outings=\(id)").status == .notFound)
            let waiting = try await house.database.run(
                script: """
                    SELECT count(*) FROM outing_watch WHERE person_id = '\(house.cast.tom.id)' AND live AND NOT leaving
                    """)
            #expect(waiting[0][0] == "0")
            stream.close()
        }
    }

    @Test func `somebody a host answers for is told, and what they say themselves counts again`()
        async throws
    {
        try await inHouse { house in
            let (id, _) = try await house.lunch()
            let path = "/v1/outings/\(id)"
            _ = try await house.updates(of: house.tom, count: 1)

            let set = try await house.leila.put(
                path + "/attendees/\(house.cast.tom.id)", #"{"status":"attending","partySize":2}"#)
            let told = try await house.updates(of: house.tom, count: 2)
            let own = try await house.tom.put(path + "/attendance", #"{"status":"declined"}"#)

            #expect(set["setByHost"] == .boolean(true))
            #expect(told.last?["text"].text == "You are down as coming with one guest.")
            #expect(own["setByHost"] == .boolean(false))
        }
    }

    @Test func `cohosts and a new host are told in words`() async throws {
        try await inHouse { house in
            let (id, _) = try await house.lunch()
            let path = "/v1/outings/\(id)"
            _ = try await house.updates(of: house.tom, count: 1)

            _ = try await house.leila.put(
                path + "/attendees/\(house.cast.tom.id)/role", #"{"role":"cohost"}"#)
            let first = try await house.updates(of: house.tom, count: 2)
            _ = try await house.leila.post(
                path + "/hosts/transfer", #"{"personId":"\#(house.cast.tom.id)"}"#)
            let second = try await house.updates(of: house.tom, count: 3)

            #expect(first.last?["text"].text == "You are now a cohost.")
            #expect(second.last?["text"].text?.contains("ou are now the host") == true)
            #expect(second.last?["text"].text?.contains("Leila is now a cohost") == true)
            #expect(second.last?["changes"].elements.contains { $0["kind"].text == "host_changed" } == true)
        }
    }
}
