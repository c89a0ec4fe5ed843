import HTTPTypes
import JSON
import Postgres
import TestSupport
import Testing

@testable import NoonishAPI

@Suite struct InvitationTests {
    @Test func `friends are invited by id and others by address, each once`() async throws {
        try await withOutings { world in
            let outing = try await world.outing()
            let body = #"{"people":["\#(world.cast.tom.id)"],"emails":["Ada@Example.org"]}"#
            let first = try await world.leila.post(outing.path + "/invitations", body)
            let again = try await world.leila.post(outing.path + "/invitations", body)

            #expect(first["items"].elements.count == 3)
            #expect(again["items"].elements.count == 3)
            #expect(try await world.leila.get(outing.path)["revision"].number == 2)
            let asked = first["items"].elements.first { $0["invitation"]["channel"].text == "mail" }
            #expect(asked?["invitation"]["address"].text == "ada@example.org")
            #expect(asked?["person"]["name"].text == "ada@example.org")

            let seenByTom = try await world.tom.get(outing.path + "/attendees")
            #expect(!seenByTom.text.contains("ada@"))
        }
    }

    @Test(arguments: [(40, 2), (300, 0)])
    func `an invitation to an outing that starts soon is sent at once`(minutes: Int, urgent: Int) async throws
    {
        try await withOutings { world in
            let starts: String = try await world.one(
                """
                SELECT to_char(now() AT TIME ZONE 'UTC' + \(minutes) * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI')
                """)
            let outing = try await world.outing(
                #""startsAt":"\#(starts)","timeZone":"UTC","invite":{"people":["\#(world.cast.tom.id)"]}"#)
            _ = try await world.leila.post(outing.path + "/invitations", #"{"emails":["ada@example.org"]}"#)
            // Without invitees there is no hurry.
            _ = try await world.outing(#""startsAt":"\#(starts)","timeZone":"UTC""#)

            let count: Int = try await world.one("SELECT count(*) FROM outbox WHERE urgent")
            #expect(count == urgent)
        }
    }

    @Test func `the list shows the names that the host typed with the addresses`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"people":["\#(world.cast.tom.id)"]}"#)
            let emails = [
                #"\"Lee, Kim\" <kim@example.org>"#, "Ada Smith <ada@example.org>", "bo@example.org",
            ]
            let body = #"{"emails":["\#(emails.joined(separator: #"",""#))"]}"#

            let seen = try await world.leila.post(outing.path + "/invitations", body)
            let seenByTom = try await world.tom.get(outing.path + "/attendees")

            func names(_ list: Answer) -> Set<String> {
                Set(list["items"].elements.compactMap { $0["person"]["name"].text })
            }
            #expect(names(seen).isSuperset(of: ["Lee, Kim", "Ada Smith", "bo@example.org"]))
            #expect(names(seenByTom).isSuperset(of: ["Lee, Kim", "Ada Smith", "Guest"]))
            #expect(!seenByTom.text.contains("example.org"))
            let unnamed = seenByTom["items"].elements.filter { $0["isUnnamed"] == .boolean(true) }
            #expect(unnamed.map { $0["person"]["name"].text } == ["Guest"])
            #expect(!seen.text.contains("isUnnamed"))
        }
    }

    @Test func `a host adds a person by name and answers for them`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"people":["\#(world.cast.tom.id)"]}"#)

            let list = try await world.leila.post(
                outing.path + "/invitations", #"{"names":["Kalle from the workshop"]}"#)
            let kalle = try #require(list["items"].elements.first { $0["reach"].text == "none" })
            let id = try #require(kalle["person"]["id"].text)
            let answer = try await world.leila.put(
                outing.path + "/attendees/\(id)", #"{"status":"attending","partySize":2}"#)

            #expect(kalle["person"]["name"].text == "Kalle from the workshop")
            #expect(kalle["invitation"]["channel"].text == "name")
            #expect(answer["setByHost"] == .boolean(true))
            #expect(try await world.leila.get(outing.path)["counts"]["seats"].number == 3)
            let seenByTom = try await world.tom.get(outing.path + "/attendees")
            #expect(seenByTom.text.contains("Kalle from the workshop"))
            let nameless = try await world.leila.post(outing.path + "/invitations", #"{"names":[" "]}"#)
            #expect(nameless.code == "blank")
            #expect(try await world.isSound())
        }
    }

    @Test func `a cohost sees the part of an address before the @ as the name`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(
                #""invite":{"people":["\#(world.cast.tom.id)"],"emails":["anna.smith@example.org"]}"#)
            let role = try await world.leila.put(
                outing.path + "/attendees/\(world.cast.tom.id)/role", #"{"role":"cohost"}"#)
            #expect(role.status.kind == .successful)

            let list = try await world.tom.get(outing.path + "/attendees")

            #expect(list["items"].elements.contains { $0["person"]["name"].text == "anna.smith" })
            #expect(!list.text.contains("@"))
        }
    }

    @Test func `the error names each entry that is no address`() async throws {
        try await withOutings { world in
            let outing = try await world.outing()
            let answer = try await world.leila.post(
                outing.path + "/invitations",
                #"{"emails":["Ada <ada@example.org>","bo","Cy <cy@example.org","dee@example.org"]}"#)

            #expect(answer.status == .unprocessableContent)
            #expect(answer["errors"].elements.map { $0["pointer"].text } == ["/emails/1", "/emails/2"])
            #expect(try await world.leila.get(outing.path)["counts"]["invited"].number == 0)
        }
    }

    @Test func `neither strangers nor the caller can be invited by id`() async throws {
        try await withOutings { world in
            let outing = try await world.outing()
            let path = outing.path + "/invitations"
            let stranger = try await world.leila.post(path, #"{"people":["\#(world.cast.stranger.id)"]}"#)
            let unknown = try await world.leila.post(
                path, #"{"people":["0198c0de-0000-7000-8000-000000000000"]}"#)
            let oneself = try await world.leila.post(path, #"{"people":["\#(world.cast.leila.id)"]}"#)

            #expect(stranger.code == "not_a_friend")
            #expect(stranger["errors"] == unknown["errors"])
            #expect(oneself.code == "yourself")
            #expect(try await world.leila.get(outing.path)["counts"]["invited"].number == 0)
        }
    }

    @Test func `a host causes 200 mails a day, and a refusal says when enough of them have left the window`()
        async throws
    {
        try await withOutings { world in
            try await world.run(
                """
                INSERT INTO invitation_mail (invited_by, id, mails, at)
                SELECT \(world.cast.leila.id), gen_random_uuid(), mails, now() - hours * interval '1 hour'
                  FROM (VALUES (300, 25), (2, 23), (97, 12), (100, 1)) AS sent (mails, hours)
                """)
            let outing = try await world.outing()
            func invite(_ count: Int) async throws -> Answer {
                let addresses = (0..<count).map { "\"ada\($0)@example.org\"" }.joined(separator: ",")
                return try await world.leila.post(
                    outing.path + "/invitations", #"{"emails":[\#(addresses)]}"#)
            }

            let four = try await invite(4)
            let three = try await invite(3)
            let one = try await invite(1)
            let others = try await world.tom.post(
                "/v1/outings", #"{"title":"Soup","invite":{"emails":["ada3@example.org"]}}"#)

            #expect(four.status == .tooManyRequests)
            #expect((42_600...43_200).contains(four.retryAfter))
            #expect((3_000...3_600).contains(three.retryAfter))
            #expect(four.left == "invitation_mails: 1")
            #expect(one.status.kind == .successful)
            #expect(others.status == .created)
        }
    }

    @Test func `a friend's address invites that friend`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"emails":["tom@example.org"]}"#)

            #expect(try await world.tom.get(outing.path).status == .ok)
        }
    }

    @Test func `a guest answers by the personal link without an account, on any device`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"emails":["ada@example.org"]}"#)
            let token = try await world.personalToken(of: "ada@example.org", on: OutingID(outing.id))

            let seen = try await world.anonymous.get("/v1/invitations/\(token)")
            #expect(seen["kind"].text == "personal")
            #expect(seen["attendees"].elements.count == 2)

            let answer = try await world.anonymous.put(
                "/v1/invitations/\(token)/attendance", #"{"status":"attending","name":"Ada"}"#)
            #expect(answer["attendance"]["status"].text == "attending")
            #expect(answer["attendance"]["person"]["name"].text == "Ada")

            let asGuest = world.site.program(token: token)
            #expect(try await asGuest.get(outing.path).status == .ok)
            #expect(try await asGuest.get("/v1/outings").status == .unauthorized)
            let other = try await world.outing()
            #expect(try await asGuest.get(other.path).status == .notFound)
        }
    }

    @Test func `a share link shows a summary, takes a name and ends when it is used up`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""note":"For us only""#)
            let link = try await world.leila.post(outing.path + "/links", #"{"maxUses":3}"#)
            let token = try #require(link["url"].text?.split(separator: "/").last.map(String.init))

            let seen = try await world.anonymous.get("/v1/invitations/\(token)")
            #expect(seen["kind"].text == "share")
            #expect(seen["note"] == .null)
            #expect(seen["attendees"] == .null)
            let nameless = try await world.anonymous.put(
                "/v1/invitations/\(token)/attendance", #"{"status":"attending"}"#)
            #expect(nameless["errors"][0]["pointer"].text == "/name")

            let codes = try await withThrowingTaskGroup(of: Int.self) { group in
                for racer in 0..<20 {
                    group.addTask {
                        try await world.anonymous.put(
                            "/v1/invitations/\(token)/attendance",
                            #"{"status":"attending","name":"Racer \#(racer)"}"#
                        ).status.code
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(codes.count { $0 == 200 } == 3)
            #expect(codes.count { $0 == 404 } == 17)
            #expect(try await world.isSound())
        }
    }

    @Test func `a revoked link is not found, like an unknown one`() async throws {
        try await withOutings { world in
            let outing = try await world.outing()
            let link = try await world.leila.post(outing.path + "/links")
            let token = try #require(link["url"].text?.split(separator: "/").last.map(String.init))
            let id = try #require(link["id"].text)
            #expect(try await world.leila.delete(outing.path + "/links/\(id)").status == .noContent)

            let revoked = try await world.anonymous.get("/v1/invitations/\(token)")
            let unknown = try await world.anonymous.get("/v1/invitations/nothing")

            #expect(revoked.status == .notFound)
            #expect(revoked.text == unknown.text)
        }
    }

    @Test func `a removed guest cannot return by their old link`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"emails":["ada@example.org"]}"#)
            let token = try await world.personalToken(of: "ada@example.org", on: OutingID(outing.id))
            let list = try await world.leila.get(outing.path + "/attendees")
            let ada = try #require(list["items"][1]["person"]["id"].text)
            #expect(try await world.leila.delete(outing.path + "/attendees/\(ada)").status == .noContent)

            #expect(try await world.anonymous.get("/v1/invitations/\(token)").status == .notFound)
            #expect(try await world.site.program(token: token).get(outing.path).status == .unauthorized)
        }
    }
}
