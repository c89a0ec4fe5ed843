import Access
import HTTPKit
import HTTPTypes
import JSON
import Postgres
import TestSupport
import Testing

@Suite struct ContactTests {
    @Test func `only people who agreed to it are found, and others get the answer for an unknown address`()
        async throws
    {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let bo = try await world.signedIn("bo@example.org")
            _ = try await world.signedIn("cy@example.org")
            #expect(try await bo.get("/v1/friends/settings")["foundByAddress"] == .boolean(false))
            #expect(
                try await bo.put("/v1/friends/settings", #"{"foundByAddress":true}"#)["foundByAddress"]
                    == .boolean(true))

            let answer = try await ada.post(
                "/v1/friends/contacts",
                #"{"emails":["Bo@example.org","cy@example.org","nobody@example.org","bo@example.org"]}"#)

            let items = answer["items"].elements
            #expect(
                items.map { $0["email"].text } == ["bo@example.org", "cy@example.org", "nobody@example.org"])
            #expect(items[0]["person"]["name"].text == "bo")
            #expect(items[1]["person"] == .null)
            #expect(items[1].names == items[2].names)
            #expect(items[2]["person"] == .null)
            #expect(!answer.text.contains(#""ada"#))
        }
    }

    @Test func `a blocked person does not find the blocker`() async throws {
        try await withPeople { world in
            let (ada, bo) = try await friends(in: world)
            _ = try await bo.put("/v1/friends/settings", #"{"foundByAddress":true}"#)
            let body = #"{"emails":["bo@example.org"]}"#
            #expect(
                try await ada.post("/v1/friends/contacts", body)["items"][0]["person"]["isFriend"]
                    == .boolean(true))

            _ = try await bo.put("/v1/people/\(try await ada.id())/block")

            #expect(try await ada.post("/v1/friends/contacts", body)["items"][0]["person"] == .null)
        }
    }

    @Test func `the limit on guessing addresses outlasts a restart`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            func body(_ batch: Int) -> String {
                let emails = (0..<200).map { "\"x\(batch)-\($0)@example.org\"" }.joined(separator: ",")
                return #"{"emails":[\#(emails)]}"#
            }
            for batch in 0..<5 {
                #expect(try await ada.post("/v1/friends/contacts", body(batch)).status == .ok)
            }

            let more = try await ada.post("/v1/friends/contacts", #"{"emails":["y@example.org"]}"#)

            #expect(more.status == .tooManyRequests)
            #expect((1...86_400).contains(more.retryAfter))
            #expect(more.left == "contacts: 0")
            #expect(try await ada.post("/v1/friends/contacts", #"{"emails":[]}"#).status == .ok)
        }
    }

    @Test func `concurrent requests do not exceed a limit`() async throws {
        try await withDatabase { database in
            let limit = DurableLimit("test", most: 5, window: .seconds(3_600))

            let granted = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<12 {
                    group.addTask {
                        try await database.transaction { try await limit.take(by: "a caller", in: $0) }
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }

            #expect(granted == 5)
            #expect(try await limit.left(to: "a caller", in: database) == 0)
            #expect(try await limit.left(to: "somebody else", in: database) == limit.most)
        }
    }

    @Test func `a refusal says when enough has left the window`() async throws {
        try await withDatabase { database in
            let limit = DurableLimit("test", most: 5, window: .seconds(3_600))
            _ = try await database.transaction { try await limit.take(2, by: "a caller", in: $0) }
            try await database.run(script: "UPDATE rate_allowance SET at = now() - interval '50 minutes'")
            _ = try await database.transaction { try await limit.take(3, by: "a caller", in: $0) }

            // The first two leave in ten minutes, the others in an hour, and six are never allowed.
            for (amount, seconds) in [(1, 600), (2, 600), (3, 3_600), (6, 3_600)] {
                let problem = try await limit.problem(of: "a caller", for: amount, in: database)
                let retryAfter = problem.headers[.retryAfter].flatMap { Int($0) } ?? 0
                #expect((seconds - 300...seconds).contains(retryAfter))
            }
        }
    }
}
