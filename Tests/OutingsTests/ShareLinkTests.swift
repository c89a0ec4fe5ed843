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
