import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

/// A removed attendee loses their open streams, pending notifications and links.
@Suite struct RemovalTests {
    @Test func `a guest's stream is closed at once, in every process, and their link opens nothing`()
        async throws
    {
        try await withDelivery { world in
            let (id, _) = try await world.lunch()
            let path = "/v1/outings/\(id)"
            let token = try await world.inviting("ada@example.org", to: path)
            let guest = try #require(
                try await world.site.program().get("/v1/invitations/\(token)")["attendance"]["person"]["id"]
                    .text)
            try await world.withSecondProcess { other in
                let here = try LiveStream(
                    port: world.site.port, path: "/v1/updates/stream?outings=\(id)", token: token)
                let there = try LiveStream(
                    port: other.port, path: "/v1/updates/stream?outings=\(id)", token: token)
                #expect(await here.waits(for: "event: revision"))
                #expect(await there.waits(for: "event: revision"))

                let removed = try await world.leila.delete(path + "/attendees/\(guest)")
                #expect(removed.status == .noContent)
                await here.waitForEnd()
                await there.waitForEnd()

                for stream in [here, there] { #expect(!stream.received.contains("Brunch")) }
                #expect(try await world.site.program().get("/v1/invitations/\(token)").status == .notFound)
                #expect(
                    try await world.site.program(token: token).get("/v1/updates/stream").status
                        == .unauthorized)
            }
        }
    }

    @Test func `a removed member's stream ends with the outing, and only one farewell is delivered`()
        async throws
    {
        try await withDelivery { world in
            let (id, tag) = try await world.lunch()
            let path = "/v1/outings/\(id)"
            _ = try await world.updates(of: world.tom, count: 1)
            let stream = try LiveStream(
                port: world.site.port, path: "/v1/updates/stream?outings=\(id)", token: world.cast.tom.token)
            #expect(await stream.waits(for: "event: revision"))

            _ = try await world.leila.delete(path + "/attendees/\(world.cast.tom.id)")
            _ = try await world.leila.patch(path, #"{"title":"Brunch"}"#, headers: [.ifMatch: tag])
            let told = try await world.updates(of: world.tom, count: 2)
            #expect(await stream.waits(for: "no longer on the list"))

            #expect(told.last?["text"].text == "You are no longer on the list.")
            #expect(!stream.received.contains("Brunch"))
            #expect(try await world.tom.get("/v1/updates/stream?outings=\(id)").status == .notFound)
            let waiting = try await world.database.run(
                script: """
                    SELECT count(*) FROM outing_watch WHERE person_id = '\(world.cast.tom.id)' AND live AND NOT leaving
                    """)
            #expect(waiting[0][0] == "0")
            stream.close()
        }
    }

    @Test func `an attendee is notified of a host's answer for them, and can replace it`()
        async throws
    {
        try await withDelivery { world in
            let (id, _) = try await world.lunch()
            let path = "/v1/outings/\(id)"
            _ = try await world.updates(of: world.tom, count: 1)

            let set = try await world.leila.put(
                path + "/attendees/\(world.cast.tom.id)", #"{"status":"attending","partySize":2}"#)
            let told = try await world.updates(of: world.tom, count: 2)
            let own = try await world.tom.put(path + "/attendance", #"{"status":"declined"}"#)

            #expect(set["setByHost"] == .boolean(true))
            #expect(told.last?["text"].text == "You are down as coming with one guest.")
            #expect(own["setByHost"] == .boolean(false))
        }
    }

    @Test func `cohosts and new hosts are reported in sentences`() async throws {
        try await withDelivery { world in
            let (id, _) = try await world.lunch()
            let path = "/v1/outings/\(id)"
            _ = try await world.updates(of: world.tom, count: 1)

            _ = try await world.leila.put(
                path + "/attendees/\(world.cast.tom.id)/role", #"{"role":"cohost"}"#)
            let first = try await world.updates(of: world.tom, count: 2)
            _ = try await world.leila.post(
                path + "/hosts/transfer", #"{"personId":"\#(world.cast.tom.id)"}"#)
            let second = try await world.updates(of: world.tom, count: 3)

            #expect(first.last?["text"].text == "You are now a cohost.")
            #expect(second.last?["text"].text?.contains("ou are now the host") == true)
            #expect(second.last?["text"].text?.contains("Leila is now a cohost") == true)
            #expect(second.last?["changes"].elements.contains { $0["kind"].text == "host_changed" } == true)
        }
    }
}
