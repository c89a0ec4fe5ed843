import Access
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
            #expect(more.headers[.retryAfter] == "86400")
            #expect(more.rateLimit == "\"contacts\";r=0;t=86400")
            #expect(try await ada.post("/v1/friends/contacts", #"{"emails":[]}"#).status == .ok)
        }
    }

    @Test func `concurrent requests do not exceed a limit`() async throws {
        try await withDatabase { database in
            let limit = DurableLimit("test", most: 5, window: .seconds(3_600))

            let granted = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<12 {
                    group.addTask {
                        try await database.transaction { try await limit.take(by: "somebody", in: $0) }
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }

            #expect(granted == 5)
            #expect(try await limit.left(to: "somebody", in: database) == 0)
            #expect(try await limit.left(to: "somebody else", in: database) == limit.most)
        }
    }
}
