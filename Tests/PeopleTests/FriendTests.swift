import Access
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@Suite struct FriendTests {
    @Test func `a request is mailed, seen, accepted, and ends`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let bo = try await world.signedIn("bo@example.org")

            let asked = try await ada.requestFriend("bo@example.org")
            let mail = try await world.newestMail(to: "bo@example.org")
            let waiting = try await bo.friends()["requests"]["incoming"]
            let accepted = try await bo.post("/v1/friends/requests/\(waiting[0]["id"].text ?? "")/accept")

            #expect(asked.status == .accepted)
            #expect(mail["subject"].text == "ada would like to be your friend on Noonish")
            #expect(mail["links"][0].text == "http://localhost:8080/friends")
            #expect(waiting[0]["person"]["name"].text == "ada")
            #expect(waiting[0]["email"] == .null)
            #expect(accepted["name"].text == "ada")
            for (visitor, friend) in [(ada, "bo"), (bo, "ada")] {
                let friends = try await visitor.friends()
                #expect(friends["items"].elements.map { $0["name"].text } == [friend])
                #expect(friends["requests"]["incoming"].elements.isEmpty)
                #expect(friends["requests"]["outgoing"].elements.isEmpty)
            }

            let removed = try await ada.delete("/v1/friends/\(try await bo.id())")
            #expect(removed.status == .noContent)
            #expect(try await bo.friends()["items"].elements.isEmpty)
            #expect(try await bo.delete("/v1/friends/\(try await ada.id())").status == .notFound)
        }
    }

    @Test func `a friend request does not reveal whether an address has an account`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            _ = try await world.signedIn("bo@example.org")

            let known = try await ada.requestFriend("bo@example.org")
            let unknown = try await ada.requestFriend("nobody@example.org")
            let outgoing = try await ada.friends()["requests"]["outgoing"].elements
            let mails = [
                try await world.newestMail(to: "bo@example.org"),
                try await world.newestMail(to: "nobody@example.org"),
            ]

            #expect(known.status == unknown.status)
            #expect(known.text == unknown.text)
            #expect(outgoing.map { $0["email"].text } == ["nobody@example.org", "bo@example.org"])
            #expect(outgoing.allSatisfy { $0["person"] == .null })
            #expect(mails[0]["text"] == mails[1]["text"])
        }
    }

    @Test func `a request waits for a person who signs up later, and does not name them`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            _ = try await ada.requestFriend("late@example.org")

            let late = try await world.signedIn("late@example.org")
            let incoming = try await late.friends()["requests"]["incoming"]
            let outgoing = try await ada.friends()["requests"]["outgoing"]

            #expect(incoming[0]["person"]["name"].text == "ada")
            #expect(outgoing[0]["person"] == .null)
            #expect(outgoing[0]["email"].text == "late@example.org")
        }
    }

    @Test func `two mutual requests make a friendship at once`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let bo = try await world.signedIn("bo@example.org")

            _ = try await ada.requestFriend("bo@example.org")
            let back = try await bo.requestFriend("ada@example.org")

            #expect(back.status == .accepted)
            #expect(try await bo.friends()["items"][0]["name"].text == "ada")
            #expect(try await ada.friends()["requests"]["outgoing"].elements.isEmpty)
        }
    }

    @Test func `two requests that cross become one friendship, whichever is first`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            for name in ["bo", "cy", "di", "eve"] {
                let other = try await world.signedIn("\(name)@example.org")

                async let there = ada.requestFriend("\(name)@example.org")
                async let back = other.requestFriend("ada@example.org")
                let statuses = try await [there.status, back.status]

                #expect(statuses == [.accepted, .accepted])
                let friends = try await other.friends()
                #expect(friends["items"].elements.count == 1)
                #expect(friends["requests"]["incoming"].elements.isEmpty)
                #expect(friends["requests"]["outgoing"].elements.isEmpty)
            }
        }
    }

    @Test func `accepting and withdrawing at once does one of the two`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let bo = try await world.signedIn("bo@example.org")
            for _ in 0..<4 {
                _ = try await ada.requestFriend("bo@example.org")
                let id = try await bo.friends()["requests"]["incoming"][0]["id"].text ?? ""

                async let accepted = bo.post("/v1/friends/requests/\(id)/accept")
                async let takenBack = ada.delete("/v1/friends/requests/\(id)")
                let answers = try await (accepted.status, takenBack.status)

                let friends = try await ada.friends()
                #expect(answers == (.ok, .notFound) || answers == (.notFound, .noContent))
                #expect(friends["items"].elements.count == (answers.0 == .ok ? 1 : 0))
                #expect(friends["requests"]["outgoing"].elements.isEmpty)
                _ = try await ada.delete("/v1/friends/\(try await bo.id())")
            }
        }
    }

    @Test func `a request can be declined or withdrawn without a trace, by its two people only`() async throws
    {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let bo = try await world.signedIn("bo@example.org")
            let eve = try await world.signedIn("eve@example.org")
            _ = try await ada.requestFriend("bo@example.org")
            let id = try await bo.friends()["requests"]["incoming"][0]["id"].text ?? ""

            for (visitor, verb) in [(eve, "accept"), (eve, "decline"), (ada, "accept"), (ada, "decline")] {
                #expect(try await visitor.post("/v1/friends/requests/\(id)/\(verb)").status == .notFound)
            }
            #expect(try await eve.delete("/v1/friends/requests/\(id)").status == .notFound)
            #expect(try await bo.delete("/v1/friends/requests/\(id)").status == .notFound)
            #expect(try await bo.post("/v1/friends/requests/\(id)/decline").status == .noContent)
            #expect(try await bo.post("/v1/friends/requests/\(id)/accept").status == .notFound)

            _ = try await ada.requestFriend("bo@example.org")
            let second = try await ada.friends()["requests"]["outgoing"][0]["id"].text ?? ""
            #expect(try await ada.delete("/v1/friends/requests/\(second)").status == .noContent)
            #expect(try await bo.friends()["requests"]["incoming"].elements.isEmpty)
        }
    }

    @Test func `a repeated request, or one to a friend, changes nothing and sends no mail`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let bo = try await world.signedIn("bo@example.org")
            _ = try await ada.requestFriend("bo@example.org")
            let first = try await ada.friends()["requests"]["outgoing"]

            _ = try await ada.requestFriend("bo@example.org")
            #expect(try await ada.friends()["requests"]["outgoing"] == first)

            _ = try await bo.requestFriend("ada@example.org")
            #expect(try await ada.requestFriend("bo@example.org").status == .accepted)
            #expect(try await ada.friends()["requests"]["outgoing"].elements.isEmpty)
            #expect(try await world.requestMails(to: "bo@example.org") == 1)
        }
    }

    @Test func `withdrawing and repeating a request sends no second mail`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            for _ in 0..<3 {
                _ = try await ada.requestFriend("nobody@example.org")
                let id = try await ada.friends()["requests"]["outgoing"][0]["id"].text ?? ""
                _ = try await ada.delete("/v1/friends/requests/\(id)")
            }

            #expect(try await world.requestMails(to: "nobody@example.org") == 1)
        }
    }

    @Test func `an address gets at most five requests by mail a day, whoever sends them`() async throws {
        try await withPeople { world in
            for name in ["a", "b", "c", "d", "e", "f"] {
                let visitor = try await world.signedIn("\(name)@example.org")
                #expect(try await visitor.requestFriend("popular@example.org").status == .accepted)
            }

            #expect(try await world.requestMails(to: "popular@example.org") == 5)
        }
    }

    @Test func `a person sends at most fifty mails a day, and a refusal says when the next is possible`()
        async throws
    {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let bo = try await world.signedIn("bo@example.org")
            let id = try #require(PersonID(try await ada.id()))
            // The one of yesterday does not count.
            try await world.run(
                """
                INSERT INTO friend_request_mail (from_id, to_address, at)
                SELECT \(id), n || '@example.org',
                       now() - CASE WHEN n = 0 THEN 25 WHEN n < 10 THEN 23 ELSE 1 END * interval '1 hour'
                  FROM generate_series(0, 50) AS n
                """)

            let answer = try await ada.requestFriend("one-more@example.org")
            let other = try await bo.requestFriend("one-more@example.org")

            #expect(answer.status == .tooManyRequests)
            #expect((3_000...3_600).contains(answer.retryAfter))
            #expect(answer.left == "friend_mails: 0")
            #expect(try await ada.friends()["requests"]["outgoing"].elements.isEmpty)
            #expect(other.status == .accepted)
        }
    }

    @Test func `a person has at most 200 open requests, which only withdrawing one changes`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let id = try #require(PersonID(try await ada.id()))
            try await world.run(
                """
                INSERT INTO friend_request (id, from_id, to_address)
                SELECT gen_random_uuid(), \(id), n || '@example.org' FROM generate_series(1, 200) AS n
                """)

            let refused = try await ada.requestFriend("one-more@example.org")
            try await world.run("DELETE FROM friend_request WHERE to_address = '1@example.org'")
            let asked = try await ada.requestFriend("one-more@example.org")

            #expect(refused.status == .conflict)
            #expect(refused.limit == "too_many_friend_requests 200 0")
            #expect(refused.retryAfter == 0)
            #expect(asked.status == .accepted)
        }
    }

    @Test func `companions of an outing can be requested by id, and strangers are not found`()
        async throws
    {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let bo = try await world.signedIn("bo@example.org")
            let boID = try await bo.id()
            func request(_ id: String) async throws -> Answer {
                try await ada.post("/v1/friends/requests", #"{"personId":"\#(id)"}"#)
            }

            let stranger = try await request(boID)
            let nobody = try await request("\(PersonID.make())")
            #expect(stranger.status == .unprocessableContent)
            #expect(stranger.text == nobody.text)

            try await world.eatTogether(ada, bo)
            #expect(try await request(boID).status == .accepted)
            #expect(try await ada.friends()["requests"]["outgoing"][0]["person"]["name"].text == "bo")
            #expect(try await bo.friends()["requests"]["incoming"][0]["person"]["name"].text == "ada")
            #expect(try await request(try await ada.id()).code == "own_address")
        }
    }

    @Test(arguments: [
        (#"{"email":"ada@example.org"}"#, 422, "own_address"),
        (#"{"email":"ADA@EXAMPLE.ORG"}"#, 422, "own_address"),
        (#"{}"#, 422, "missing"),
        (#"{"personId":"7"}"#, 422, "malformed"),
        (#"{"personId":7}"#, 400, "wrong_type"),
        (
            #"{"email":"bo@example.org","personId":"00000000-0000-7000-8000-000000000000"}"#, 400,
            "unknown_field"
        ),
    ])
    func `invalid input sends no request`(body: String, status: Int, code: String) async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")

            let answer = try await ada.post("/v1/friends/requests", body)

            #expect(answer.status.code == status)
            #expect(answer.code == code)
            #expect(try await ada.friends()["requests"]["outgoing"].elements.isEmpty)
        }
    }

    @Test func `friends are listed by name in pages, and found by part of it`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let id = try #require(PersonID(try await ada.id()))
            for name in ["Zoë", "bo", "Åsa", "Bob", "Chen", "bo"] {
                try await world.addFriend(to: id, named: name)
            }

            var seen: [String?] = []
            var cursor: String?
            repeat {
                let page = try await ada.get("/v1/friends?limit=2" + (cursor.map { "&cursor=\($0)" } ?? ""))
                    .json
                seen += page["items"].elements.map { $0["name"].text }
                cursor = page["next"].text
            } while cursor != nil
            let whole = try await ada.friends()["items"].elements.map { $0["name"].text }
            let found = try await ada.get("/v1/friends?query=BO").json["items"].elements.map {
                $0["name"].text
            }

            #expect(seen.count == 6)
            #expect(seen == whole)
            #expect(found == ["bo", "bo", "Bob"])
            #expect(try await ada.get("/v1/friends?query=100%25").json["items"].elements.isEmpty)
            #expect(try await ada.get("/v1/friends?cursor=nonsense").status == .unprocessableContent)
            #expect(try await ada.get("/v1/friends?limit=101").status == .unprocessableContent)
            #expect(try await ada.get("/v1/friends?page=2").status == .badRequest)
        }
    }

    @Test func `a repeated request with one idempotency key is made once`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let bo = try await world.signedIn("bo@example.org")
            _ = try await ada.requestFriend("bo@example.org")
            let id = try await bo.friends()["requests"]["incoming"][0]["id"].text ?? ""
            let key: HTTPFields = [.idempotencyKey: "accept-ada"]

            let first = try await bo.post("/v1/friends/requests/\(id)/accept", headers: key)
            let again = try await bo.post("/v1/friends/requests/\(id)/accept", headers: key)

            #expect(first.status == .ok)
            #expect(again.status == .ok)
            #expect(again.text == first.text)
        }
    }
}

extension Visitor {
    func requestFriend(_ address: String) async throws -> Answer {
        try await post("/v1/friends/requests", #"{"email":"\#(address)"}"#)
    }

    func friends() async throws -> JSONValue { try await get("/v1/friends").json }
}

extension TestWorld {
    func requestMails(to address: String) async throws -> Int {
        try await outbox(of: address).filter { $0["subject"].text?.contains("your friend") == true }.count
    }

    func addFriend(to person: PersonID, named name: String) async throws {
        let friend = PersonID.make()
        try await run(
            """
            WITH made AS (
                INSERT INTO person (id, kind, name) VALUES (\(friend), 'member', \(name)) RETURNING id)
            INSERT INTO friendship (low_id, high_id)
            SELECT least(id, \(person)), greatest(id, \(person)) FROM made
            """)
    }
}
