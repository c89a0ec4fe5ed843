import HTTPTypes
import NoonishAPI
import Postgres
import TestSupport
import Testing

/// A member who is signed in while a host invites them by their address.
@Suite struct SignedInInviteeTests {
    @Test func `sees the outing in the list without signing in again`() async throws {
        try await withDelivery { world in
            let address = "stranger@example.org"
            let outing = try await world.leila.post(
                "/v1/outings", #"{"title":"Lunch","invite":{"emails":["\#(address)"]}}"#)
            let id = try #require(outing["id"].text)
            let path = "/v1/outings/\(id)"
            let before = try await world.leila.get(path + "/attendees")

            let list = try await world.stranger.get("/v1/outings")

            #expect(list["items"].elements.map { $0["id"].text } == [id])
            #expect(list["items"][0]["myAttendance"]["status"].text == "invited")
            #expect(try await world.stranger.get(path).status == .ok)
            #expect(before["items"][1]["person"]["name"].text == address)
            #expect(before["items"][1]["person"]["id"].text != world.cast.stranger.id.description)
            #expect(try await world.isSound())
        }
    }

    @Test func `gets the update of the invitation`() async throws {
        try await withDelivery { world in
            let outing = try await world.leila.post(
                "/v1/outings", #"{"title":"Lunch","invite":{"emails":["stranger@example.org"]}}"#)
            let id = try #require(outing["id"].text)

            let update = try await eventually("the update of the invitation") {
                try await world.stranger.get("/v1/updates")["items"].elements.first
            }

            #expect(update["outing"]["id"].text == id)
        }
    }

    @Test func `sees nothing of a host whom they blocked`() async throws {
        try await withDelivery { world in
            try await world.database.run(
                script: """
                    INSERT INTO person_block (person_id, other_id)
                    VALUES ('\(world.cast.stranger.id)', '\(world.cast.leila.id)')
                    """)
            _ = try await world.leila.post(
                "/v1/outings", #"{"title":"Lunch","invite":{"emails":["stranger@example.org"]}}"#)

            #expect(try await world.stranger.get("/v1/outings")["items"].elements.isEmpty)
        }
    }
}
