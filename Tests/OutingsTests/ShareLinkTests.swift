import Access
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

/// Answers that are given through share links.
@Suite struct ShareLinkTests {
    @Test func `a new guest's answer is one revision, one change and one outbox row`() async throws {
        try await withOutings { world in
            let outing = try await world.outing()
            let token = try await world.shareToken(of: outing)
            let before = try await world.recorded(outing.id)

            let answer = try await world.anonymous.put(
                "/v1/invitations/\(token)/attendance",
                #"{"status":"attending","name":"Ada","partySize":2,"note":"No nuts"}"#)

            let after = try await world.recorded(outing.id)
            #expect(after.rev == before.rev + 1)
            #expect(after.changes == before.changes + 1)
            #expect(after.outbox == before.outbox + 1)
            #expect(try await world.lastChange(outing.id) == "person_invited to attending")
            #expect(answer["kind"].text == "personal")
            #expect(answer["attendance"]["status"].text == "attending")
            #expect(answer["attendance"]["partySize"].number == 2)
            #expect(answer["attendance"]["note"].text == "No nuts")
            #expect(answer["counts"]["seats"].number == 3)
            #expect(try await world.isSound())
        }
    }

    @Test func `a member's first answer is one revision, and so is their next`() async throws {
        try await withOutings { world in
            let outing = try await world.outing()
            let path = "/v1/invitations/\(try await world.shareToken(of: outing))/attendance"
            let before = try await world.recorded(outing.id)

            let first = try await world.mei.put(path, #"{"status":"maybe"}"#)
            let second = try await world.mei.put(path, #"{"status":"attending"}"#)

            let after = try await world.recorded(outing.id)
            #expect(first["attendance"]["status"].text == "maybe")
            #expect(second["url"] == first["url"])
            #expect(after.rev == before.rev + 2)
            #expect(after.changes == before.changes + 2)
            #expect(after.outbox == before.outbox + 2)
            #expect(try await world.lastChange(outing.id) == "person_answered to attending")
            let links = try await world.leila.get(outing.path + "/links")
            #expect(links["items"][0]["uses"].number == 1)
            #expect(try await world.isSound())
        }
    }

    @Test func `a refused answer leaves the list unchanged and the link unused`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""capacity":1"#)
            let path = "/v1/invitations/\(try await world.shareToken(of: outing))/attendance"
            let before = try await world.recorded(outing.id)

            let refused = try await world.anonymous.put(path, #"{"status":"attending","name":"Ada"}"#)
            let after = try await world.recorded(outing.id)
            let waits = try await world.anonymous.put(path, #"{"status":"waitlisted","name":"Ada"}"#)

            #expect(refused.code == "full")
            #expect(after == before)
            #expect(waits["attendance"]["status"].text == "waitlisted")
            #expect(waits["attendance"]["waiting"]["place"].number == 1)
            #expect(try await world.recorded(outing.id).rev == before.rev + 1)
            let links = try await world.leila.get(outing.path + "/links")
            #expect(links["items"][0]["uses"].number == 1)
            #expect(try await world.isSound())
        }
    }

    @Test func `a former host answers by a share link without an invitation of their own`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"people":["\#(world.cast.tom.id)"]}"#)
            let token = try await world.shareToken(of: outing)
            let handedOver = try await world.leila.post(
                outing.path + "/hosts/transfer", #"{"personId":"\#(world.cast.tom.id)"}"#)
            try #require(handedOver["host"]["name"].text == "Tom")

            let answer = try await world.leila.put(
                "/v1/invitations/\(token)/attendance", #"{"status":"maybe"}"#)

            #expect(answer.status == .ok)
            #expect(answer["attendance"]["status"].text == "maybe")
            #expect(try await world.isSound())
        }
    }

    @Test func `an outing has twenty links`() async throws {
        try await withOutings { world in
            let links = try await world.outing().path + "/links"
            for _ in 1...20 { #expect(try await world.leila.post(links).status == .created) }

            let more = try await world.leila.post(links)

            #expect(more.status == .conflict && more.limit == "too_many_links 20 0")
        }
    }

    @Test func `removed people can return by an invitation, not by a share link`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"people":["\#(world.cast.tom.id)"]}"#)
            let path = "/v1/invitations/\(try await world.shareToken(of: outing))"
            let maybe = #"{"status":"maybe"}"#
            _ = try await world.mei.put(path + "/attendance", maybe)
            let guest = try await world.anonymous.put(
                path + "/attendance", #"{"status":"maybe","name":"Ada"}"#)
            let guestID = try #require(guest["attendance"]["person"]["id"].text)
            let guestToken = try #require(guest["url"].text?.split(separator: "/").last.map(String.init))

            for person in ["\(world.cast.tom.id)", guestID] {
                _ = try await world.leila.delete(outing.path + "/attendees/\(person)")
            }
            _ = try await world.mei.delete(outing.path + "/attendees/\(world.cast.mei.id)")

            let formerGuest = world.site.program(token: guestToken)
            #expect(try await world.tom.get(path).status == .notFound)
            #expect(try await world.tom.put(path + "/attendance", maybe).status == .notFound)
            #expect(try await formerGuest.get(path).status == .notFound)
            #expect(try await world.mei.put(path + "/attendance", maybe).status == .ok, "she left herself")
            #expect(try await world.stranger.get(path).status == .ok)

            _ = try await world.leila.post(
                outing.path + "/invitations", #"{"people":["\#(world.cast.tom.id)"]}"#)
            #expect(try await world.tom.put(path + "/attendance", maybe).status == .ok)
            #expect(try await world.isSound())
        }
    }

    @Test(arguments: [true, false])
    func `a block in either direction closes share links to the blocked person`(byHost: Bool) async throws {
        try await withOutings { world in
            let outing = try await world.outing()
            let path = "/v1/invitations/\(try await world.shareToken(of: outing))"
            let (one, other) =
                byHost ? (world.cast.leila, world.cast.mei) : (world.cast.mei, world.cast.leila)
            try await world.run(
                "INSERT INTO person_block (person_id, other_id) VALUES (\(one.id), \(other.id))")

            #expect(try await world.mei.get(path).status == .notFound)
            #expect(try await world.mei.put(path + "/attendance", #"{"status":"maybe"}"#).status == .notFound)
            #expect(try await world.stranger.get(path).status == .ok)
        }
    }

    @Test func `a link limits the party size, at the answer and after it, except for hosts`() async throws {
        try await withOutings { world in
            let outing = try await world.outing()
            let link = try await world.leila.post(outing.path + "/links", #"{"maxPartySize":2}"#)
            let usual = try await world.leila.post(outing.path + "/links")
            let token = try #require(link["url"].text?.split(separator: "/").last)
            let path = "/v1/invitations/\(token)/attendance"

            let large = try await world.mei.put(path, #"{"status":"attending","partySize":3}"#)
            let fits = try await world.mei.put(path, #"{"status":"attending","partySize":2}"#)
            let grows = try await world.mei.put(
                outing.path + "/attendance", #"{"status":"attending","partySize":3}"#)
            let byHost = try await world.leila.put(
                outing.path + "/attendees/\(world.cast.mei.id)", #"{"status":"attending","partySize":3}"#)
            let stays = try await world.mei.put(
                outing.path + "/attendance", #"{"status":"attending","partySize":3}"#)

            #expect(link["maxPartySize"].number == 2)
            #expect(usual["maxPartySize"].number == 6)
            #expect(large.code == "party_too_large")
            #expect(fits.status == .ok)
            #expect(grows.code == "party_too_large")
            #expect(byHost.status == .ok)
            #expect(stays.status == .ok)
            #expect(try await world.isSound())
        }
    }

    @Test func `everyone who came by a link is removed at once with the link, and no one else`() async throws
    {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"people":["\#(world.cast.tom.id)"]}"#)
            let link = try await world.leila.post(outing.path + "/links")
            let id = try #require(link["id"].text)
            let token = try #require(link["url"].text?.split(separator: "/").last)
            let path = "/v1/invitations/\(token)"
            let other = "/v1/invitations/\(try await world.shareToken(of: outing))"
            for name in ["Ada", "Bo", "Cleo"] {
                _ = try await world.anonymous.put(
                    path + "/attendance", #"{"status":"maybe","name":"\#(name)"}"#)
            }
            _ = try await world.mei.put(path + "/attendance", #"{"status":"attending"}"#)
            _ = try await world.anonymous.put(other + "/attendance", #"{"status":"maybe","name":"Dara"}"#)
            let listed = try await world.leila.get(outing.path + "/links")["items"].elements
            let before = try await world.recorded(outing.id)

            let byInvitee = try await world.tom.delete(outing.path + "/links/\(id)/attendees")
            let removed = try await world.leila.delete(outing.path + "/links/\(id)/attendees")

            let names = try await world.leila.get(outing.path + "/attendees")["items"].elements
                .compactMap { $0["person"]["name"].text }
            #expect(listed.map { $0["attendees"].number } == [1, 4])
            #expect(byInvitee.status == .forbidden)
            #expect(removed.status == .noContent)
            #expect(Set(names) == ["Leila", "Tom", "Dara"])
            #expect(try await world.recorded(outing.id).rev == before.rev + 1)
            #expect(try await world.anonymous.get(path).status == .notFound)
            #expect(try await world.mei.get(other).status == .notFound)
            #expect(try await world.isSound())
        }
    }

    @Test func `two strangers who choose the same key do not get each other's links`() async throws {
        try await withOutings { world in
            let outing = try await world.outing()
            let path = "/v1/invitations/\(try await world.shareToken(of: outing))/attendance"
            let answer = #"{"status":"maybe","name":"Ada"}"#
            let key: HTTPFields = [.idempotencyKey: "1"]

            let anonymous = try await world.anonymous.put(path, answer, headers: key)
            let unknown = try await world.site.program(token: "null").put(path, answer, headers: key)
            let member = try await world.mei.put(path, answer, headers: key)
            let again = try await world.mei.put(path, answer, headers: key)

            #expect(anonymous.status == .badRequest)
            #expect(anonymous.code == "anonymous_idempotency_key")
            #expect(unknown.code == "anonymous_idempotency_key")
            #expect(member.status == .ok)
            #expect(again["url"] == member["url"])
            #expect(try await world.leila.get(outing.path + "/attendees")["items"].elements.count == 2)
        }
    }

    @Test func `hosts are warned once when ten people join by one link within a minute`() async throws {
        try await withOutings { world in
            let outing = try await world.outing()
            let path = "/v1/invitations/\(try await world.shareToken(of: outing))/attendance"

            for count in 1...12 {
                _ = try await world.anonymous.put(path, #"{"status":"maybe","name":"Guest \#(count)"}"#)
                let warnings = try await world.warnings(outing.id)
                #expect(warnings == (count < 10 ? 0 : 1), "after \(count)")
            }
        }
    }

    @Test func `a hundred people an hour join by one link`() async throws {
        try await withOutings { world in
            let outing = try await world.outing()
            let path = "/v1/invitations/\(try await world.shareToken(of: outing))/attendance"
            for count in 1...100 {
                let answer = try await world.anonymous.put(
                    path, #"{"status":"declined","name":"Guest \#(count)"}"#)
                try #require(answer.status == .ok, "\(answer)")
            }

            let flood = try await world.anonymous.put(path, #"{"status":"declined","name":"Guest"}"#)

            #expect(flood.status == .tooManyRequests)
            #expect(flood.headers[.retryAfter] != nil)
            #expect(try await world.isSound())
        }
    }

    @Test func `the last hundred places on the list are the hosts' to give`() async throws {
        try await withOutings { world in
            let outing = try await world.outing()
            let path = "/v1/invitations/\(try await world.shareToken(of: outing))/attendance"
            try await world.database.run(
                script: """
                    WITH new AS (
                         INSERT INTO person (id, kind, name)
                         SELECT gen_random_uuid(), 'guest', 'Guest' FROM generate_series(1, 399) RETURNING id)
                    INSERT INTO attendance (outing_id, person_id, id, role, status)
                    SELECT '\(outing.id)', id, gen_random_uuid(), 'invitee', 'invited' FROM new
                    """)

            let last = try await world.anonymous.put(path, #"{"status":"maybe","name":"Ada"}"#)
            let refused = try await world.anonymous.put(path, #"{"status":"maybe","name":"Bo"}"#)
            let invited = try await world.leila.post(
                outing.path + "/invitations", #"{"people":["\#(world.cast.tom.id)"]}"#)

            #expect(last.status == .ok)
            #expect(refused.code == "no_place_by_link")
            #expect(invited.status == .ok)
        }
    }
}

/// The counts of what an outing's edits have recorded.
private struct Recorded: Equatable, PostgresRow {
    let rev: Int
    let changes: Int
    let outbox: Int

    init(row: inout RowReader) throws(PostgresError) {
        rev = try row.next()
        changes = try row.next()
        outbox = try row.next()
    }
}

extension TestWorld {
    /// The token of a new share link.
    fileprivate func shareToken(of outing: TestOuting) async throws -> String {
        let link = try await leila.post(outing.path + "/links")
        return try #require(link["url"].text?.split(separator: "/").last.map(String.init))
    }

    fileprivate func recorded(_ outing: String) async throws -> Recorded {
        try await database.one(
            Query<Recorded>(
                "test.recorded",
                """
                SELECT o.rev, (SELECT count(*) FROM outing_change AS c WHERE c.outing_id = o.id),
                       (SELECT count(*) FROM outbox AS b WHERE b.outing_id = o.id)
                  FROM outing AS o
                 WHERE o.id = \(OutingID(outing))
                """))
    }

    /// Counts the warnings to hosts of many people by one link.
    fileprivate func warnings(_ outing: String) async throws -> Int {
        try await one(
            """
            SELECT count(*) FROM outing_change
             WHERE outing_id = \(OutingID(outing)) AND patch @> '[{"kind": "link_rush"}]'
            """)
    }

    /// The kinds of the newest change and the answers in it.
    fileprivate func lastChange(_ outing: String) async throws -> String {
        try await one(
            """
            SELECT string_agg((one ->> 'kind') || ' to ' || (one -> 'current' ->> 'status'), '; ')
              FROM (SELECT patch FROM outing_change WHERE outing_id = \(OutingID(outing)) ORDER BY rev DESC LIMIT 1)
                   AS newest,
                   jsonb_array_elements(newest.patch) AS one
            """)
    }
}
