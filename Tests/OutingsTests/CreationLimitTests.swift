import HTTPTypes
import JSON
import Postgres
import TestSupport
import Testing

/// What one person may create in a day.
@Suite struct CreationLimitTests {
    @Test(arguments: ["outings", "links"])
    func `a person creates so many in a day, and others are not concerned`(object: String) async throws {
        try await withOutings { world in
            let leilas = try await world.outing().path
            let toms = try #require(try await world.tom.post("/v1/outings", #"{"title":"Lunch"}"#)["id"].text)
            func create(_ visitor: Visitor, on outing: String) async throws -> Answer {
                object == "outings"
                    ? try await visitor.post("/v1/outings", #"{"title":"Dinner"}"#)
                    : try await visitor.post("\(outing)/links")
            }
            try await world.database.run(script: "DELETE FROM rate_allowance")
            #expect(try await create(world.leila, on: leilas).status == .created)
            try await world.database.run(script: "UPDATE rate_allowance SET amount = 499")
            #expect(try await create(world.leila, on: leilas).status == .created)

            let refused = try await create(world.leila, on: leilas)
            let other = try await create(world.tom, on: "/v1/outings/\(toms)")
            try await world.database.run(script: "UPDATE rate_allowance SET at = now() - interval '25 hours'")
            let tomorrow = try await create(world.leila, on: leilas)

            #expect(refused.status == .tooManyRequests)
            #expect(refused["code"].text == "daily_limit")
            #expect(refused["most"].number == 500 && refused["left"].number == 0)
            #expect((1...86_400).contains(refused.retryAfter))
            #expect(refused.left == "created_\(object): 0")
            #expect(other.status == .created)
            #expect(tomorrow.status == .created)
        }
    }
}
