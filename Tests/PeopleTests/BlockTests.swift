import HTTPTypes
import JSON
import People
import Postgres
import TestSupport
import Testing

@Suite struct BlockTests {
    @Test func `a block silently ends a friendship and hides both people from each other`() async throws {
        try await withPeople { world in
            let (ada, bo) = try await friends(in: world)
            let (adaID, boID) = (try await ada.id(), try await bo.id())

            let blocked = try await bo.put("/v1/people/\(adaID)/block")
            let again = try await bo.put("/v1/people/\(adaID)/block")

            #expect(blocked.status == .noContent)
            #expect(again.status == .noContent)
            #expect(try await ada.friends()["items"].elements.isEmpty)
            #expect(try await bo.friends()["items"].elements.isEmpty)
            for (visitor, other) in [(ada, boID), (bo, adaID)] {
                let hidden = try await visitor.get("/v1/people/\(other)")
                let unknown = try await visitor.get("/v1/people/0198c0de-0000-7000-8000-000000000000")
                #expect(hidden.status == .notFound)
                #expect(hidden.text == unknown.text)
            }
            #expect(try await bo.get("/v1/friends/blocked")["items"][0]["name"].text == "ada")
            #expect(try await ada.get("/v1/friends/blocked")["items"].elements.isEmpty)
        }
    }

    @Test func `a blocked person's request gets the usual answer, but sends no mail and is not stored`()
        async throws
    {
        try await withPeople { world in
            let (ada, bo) = try await friends(in: world)
            _ = try await bo.put("/v1/people/\(try await ada.id())/block")
            let before = try await world.outbox(of: "bo@example.org").count

            let known = try await ada.post("/v1/friends/requests", #"{"email":"bo@example.org"}"#)
            let unknown = try await ada.post("/v1/friends/requests", #"{"email":"nobody@example.org"}"#)
            let outgoing = try await ada.friends()["requests"]["outgoing"].elements

            #expect(known.status == .accepted)
            #expect(known.text == unknown.text)
            #expect(Set(outgoing.map { $0["email"].text }) == ["bo@example.org", "nobody@example.org"])
            #expect(try await world.outbox(of: "bo@example.org").count == before)
            #expect(try await world.outbox(of: "nobody@example.org").count == 1)
            #expect(try await bo.friends()["requests"]["incoming"].elements.isEmpty)
            let mine = try #require(outgoing.first { $0["email"].text == "bo@example.org" }?["id"].text)
            #expect(try await bo.post("/v1/friends/requests/\(mine)/accept").status == .notFound)
        }
    }

    @Test func `a member gets no friendship with a person they blocked until they lift the block`()
        async throws
    {
        try await withPeople { world in
            let (ada, bo) = try await friends(in: world)
            let adaID = try await ada.id()
            _ = try await bo.put("/v1/people/\(adaID)/block")
            _ = try await ada.post("/v1/friends/requests", #"{"email":"bo@example.org"}"#)

            _ = try await bo.post("/v1/friends/requests", #"{"email":"ada@example.org"}"#)
            #expect(try await bo.friends()["items"].elements.isEmpty)
            #expect(try await ada.friends()["requests"]["incoming"].elements.isEmpty)

            #expect(try await bo.delete("/v1/people/\(adaID)/block").status == .noContent)
            #expect(try await bo.delete("/v1/people/\(adaID)/block").status == .notFound)
            _ = try await bo.post("/v1/friends/requests", #"{"email":"ada@example.org"}"#)
            #expect(try await bo.friends()["items"][0]["name"].text == "ada")
        }
    }

    @Test func `a request that waits while its sender is blocked makes no friends`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let bo = try await world.signedIn("bo@example.org")
            let (adaID, boID) = (try await ada.id(), try await bo.id())
            _ = try await ada.post("/v1/friends/requests", #"{"email":"bo@example.org"}"#)

            let answer = try await world.database.transaction { transaction in
                _ = try await transaction.one(.lockPair(adaID, boID))
                let request = Task {
                    try await bo.post("/v1/friends/requests", #"{"email":"ada@example.org"}"#)
                }
                _ = try await eventually("the request waits for the pair") {
                    try await world.one(
                        """
                        SELECT count(*)
                          FROM pg_locks
                         WHERE locktype = 'advisory' AND NOT granted
                           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                        """) == 1 ? true : nil
                }
                try await transaction.execute(
                    Command(
                        "test.block",
                        """
                        INSERT INTO person_block (person_id, other_id) VALUES (\(adaID)::uuid, \(boID)::uuid)
                        """))
                return request
            }

            #expect(try await answer.value.status == .accepted)
            #expect(try await bo.friends()["items"].elements.isEmpty)
        }
    }

    @Test func `a member can report a person they blocked, but a blocked person cannot report the blocker`()
        async throws
    {
        try await withPeople { world in
            let (ada, bo) = try await friends(in: world)
            let (adaID, boID) = (try await ada.id(), try await bo.id())
            _ = try await bo.put("/v1/people/\(adaID)/block")

            let told = try await bo.post("/v1/people/\(adaID)/reports", #"{"reason":"unwanted"}"#)
            let back = try await ada.post("/v1/people/\(boID)/reports", #"{"reason":"unwanted"}"#)

            #expect(told.status == .accepted)
            #expect(back.status == .notFound)
            #expect(
                try await world.one("SELECT count(*) FROM abuse_report WHERE about_id = \(adaID)::uuid")
                    == 1)
        }
    }

    @Test func `a stranger can be blocked after a friend request, and is not found without one`() async throws
    {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let bo = try await world.signedIn("bo@example.org")
            let adaID = try await ada.id()
            #expect(try await bo.put("/v1/people/\(adaID)/block").status == .notFound)
            #expect(try await bo.put("/v1/people/\(try await bo.id())/block").status.code == 422)

            _ = try await ada.post("/v1/friends/requests", #"{"email":"bo@example.org"}"#)
            #expect(try await bo.put("/v1/people/\(adaID)/block").status == .noContent)

            #expect(try await bo.friends()["requests"]["incoming"].elements.isEmpty)
        }
    }
}

/// Two who are friends: Ada and Bo.
func friends(in world: TestWorld) async throws -> (Visitor, Visitor) {
    let ada = try await world.signedIn("ada@example.org")
    let bo = try await world.signedIn("bo@example.org")
    _ = try await ada.post("/v1/friends/requests", #"{"email":"bo@example.org"}"#)
    _ = try await bo.post("/v1/friends/requests", #"{"email":"ada@example.org"}"#)
    return (ada, bo)
}
