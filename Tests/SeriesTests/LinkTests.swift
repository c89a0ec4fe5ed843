import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import Series

@Suite struct `The link of a series` {
    @Test func `leads everyone to the dates that can be answered, and says which cannot yet`() async throws {
        try await withSeries { world async throws in
            let club = try await world.lunch(#""note":"For us only","place":"Pier""#)
            let none = try await world.leila.get(club.path + "/link")
            let link = try await club.makeLink()
            let read = try await world.leila.get(club.path + "/link")
            // Two outings exist; the others are created later.
            try await world.worker.runDue()
            _ = try await world.leila.put(try await club.outing(2) + "/cancellation", "{}")

            let seen = try await world.anonymous.get(link.path)

            #expect(none["link"] == .null && read["link"]["url"].text == link.url)
            #expect(seen.status == .ok && seen["title"].text == "Lunch" && seen["hostName"].text == "Leila")
            #expect(seen["rule"]["frequency"].text == "weekly" && seen["startTime"].text == "12:00")
            #expect(!seen.text.contains("For us only"))
            let dates = seen["dates"].elements
            #expect(
                dates.prefix(5).map { $0["state"].text } == [
                    "made", "made", "cancelled", "made", "planned",
                ])
            #expect(dates.prefix(5).map { $0["url"] != .null } == [true, true, false, true, false])
            #expect(dates.allSatisfy { $0["place"].text == "Pier" && $0["startsAt"] != .null })
            let invitation = try await world.anonymous.get(try #require(dates.first).invitation)
            #expect(invitation["kind"].text == "share")
        }
    }

    @Test func `is answered date by date by one guest, whom their browser remembers`() async throws {
        try await withSeries { world async throws in
            let club = try await world.lunch()
            let link = try await club.makeLink()
            let dates = try await world.anonymous.get(link.path)["dates"].elements
            let answer = #"{"status":"attending","partySize":2}"#
            let nameless = try await world.anonymous.put(dates[0].invitation + "/attendance", answer)
            let first = try await world.anonymous.put(
                dates[0].invitation + "/attendance", #"{"status":"attending","name":"Ada","partySize":2}"#)
            let ada = world.site.program(token: first["url"].text?.lastPart)

            let between = try await ada.get(link.path)["dates"].elements
            let second = try await ada.put(dates[1].invitation + "/attendance", answer)
            let changed = try await ada.put(dates[1].invitation + "/attendance", #"{"status":"maybe"}"#)
            let after = try await world.site.program(token: second["url"].text?.lastPart).get(link.path)

            #expect(nameless.code == "name_needed")
            #expect(between.prefix(2).map { $0["status"].text } == ["attending", nil])
            #expect(second.status == .ok && changed.status == .ok)
            #expect(
                second["attendance"]["person"]["id"].text == first["attendance"]["person"]["id"].text)
            #expect(
                after["dates"].elements.prefix(2).map { $0["status"].text } == ["attending", "maybe"])
            let guests: Int = try await world.one("SELECT count(*) FROM person WHERE kind = 'guest'")
            #expect(guests == 1)
            // The link of one date gives access to no other outing.
            #expect(try await ada.get(try await club.outing(1)).status == .notFound)
            #expect(try await world.isSound())
        }
    }

    @Test func `makes no more of the link of an invitation by mail`() async throws {
        try await withSeries { world async throws in
            let club = try await world.lunch(#""emails":["bo@example.org"]"#)
            let link = try await club.makeLink()
            let dates = try await world.anonymous.get(link.path)["dates"].elements
            let invitation: String = try await world.one(
                """
                SELECT i.id::text FROM invitation AS i JOIN outing AS o ON o.id = i.outing_id
                 WHERE i.address = 'bo@example.org' ORDER BY o.starts_at LIMIT 1
                """)
            let token = world.publicSite.key.personalToken(of: try #require(InvitationID(invitation)))

            let answer = try await world.site.program(token: token).put(
                dates[1].invitation + "/attendance", #"{"status":"attending"}"#)

            #expect(answer.code == "name_needed")
        }
    }

    @Test func `is replaced and removed by the host alone, and who came stays`() async throws {
        try await withSeries { world async throws in
            let club = try await world.lunch()
            let old = try await club.makeLink()
            let oldDate = try #require(try await world.anonymous.get(old.path)["dates"].elements.first)
            _ = try await world.anonymous.put(
                oldDate.invitation + "/attendance", #"{"status":"attending","name":"Ada"}"#)
            for visitor in [world.tom, world.stranger] {
                let denied: HTTPResponse.Status = visitor.token == world.tom.token ? .forbidden : .notFound
                #expect(try await visitor.get(club.path + "/link").status == denied)
                #expect(try await visitor.post(club.path + "/link").status == denied)
                #expect(try await visitor.delete(club.path + "/link").status == denied)
                #expect(try await visitor.get(club.path + "/link/qr.svg").status == denied)
            }

            let new = try await club.makeLink()
            let code = try await world.leila.get(club.path + "/link/qr.svg")

            #expect(new.url != old.url && code.headers[.contentType] == "image/svg+xml")
            #expect(try await world.anonymous.get(old.path).status == .notFound)
            #expect(try await world.anonymous.get(oldDate.invitation).status == .notFound)
            let date = try #require(try await world.anonymous.get(new.path)["dates"].elements.first)
            #expect(try await world.anonymous.get(date.invitation).status == .ok)

            #expect(try await world.leila.delete(club.path + "/link").status == .noContent)

            #expect(try await world.leila.get(club.path + "/link")["link"] == .null)
            #expect(try await world.leila.get(club.path + "/link/qr.svg").status == .notFound)
            #expect(try await world.anonymous.get(new.path).status == .notFound)
            #expect(try await world.anonymous.get(date.invitation).status == .notFound)
            #expect(try await club.outings()[0]["counts"]["attending"].number == 2)
            #expect(try await world.isSound())
        }
    }

    @Test func `is not found by people whom the host removed or a block keeps away, nor after the end`()
        async throws
    {
        try await withSeries { world async throws in
            let club = try await world.lunch()
            let link = try await club.makeLink()
            let unknown = try await world.anonymous.get("/v1/series-invitations/nothing")
            let dates = try await world.anonymous.get(link.path)["dates"].elements
            let date = try #require(dates.first)
            let joined = try await world.anonymous.put(
                date.invitation + "/attendance", #"{"status":"attending","name":"Ada"}"#)
            let ada = world.site.program(token: joined["url"].text?.lastPart)
            let person = try #require(joined["attendance"]["person"]["id"].text)
            try await world.run(
                "INSERT INTO person_block (person_id, other_id) VALUES (\(world.cast.leila.id), \(world.cast.stranger.id))"
            )
            #expect(try await ada.get(link.path).status == .ok)
            _ = try await world.leila.delete(try await club.outing(0) + "/attendees/\(person)")

            let removed = try await ada.get(link.path)
            let otherDate = try await ada.get(dates[1].invitation)
            let otherDateOfMei = try await world.mei.get(dates[1].invitation)
            let blocked = try await world.stranger.get(link.path)
            let others = try await world.mei.get(link.path)
            _ = try await world.leila.delete(club.path)
            let ended = try await world.anonymous.get(link.path)

            #expect(others.status == .ok && otherDateOfMei.status == .ok)
            #expect(otherDate.status == .notFound)
            for answer in [removed, blocked, ended] {
                #expect(answer.status == .notFound && answer.text == unknown.text)
            }
            #expect(try await world.leila.post(club.path + "/link").code == "series_ended")
            #expect(try await world.isSound())
        }
    }

    @Test func `limits parties, and an outing's host can close its date`() async throws {
        try await withSeries { world async throws in
            let club = try await world.lunch()
            let link = try await club.makeLink(#"{"maxPartySize":2}"#)
            let dates = try await world.anonymous.get(link.path)["dates"].elements

            let three = try await world.anonymous.put(
                dates[0].invitation + "/attendance", #"{"status":"attending","name":"Ada","partySize":3}"#)
            _ = try await world.leila.delete(try await club.outing(0) + "/links")
            let after = try await world.anonymous.get(link.path)["dates"].elements
            let zero = try await world.leila.post(club.path + "/link", #"{"maxPartySize":0}"#)

            #expect(three.code == "party_too_large")
            #expect(after.prefix(2).map { $0["url"] != .null } == [false, true])
            #expect(after[0]["state"].text == "made")
            #expect(zero.status == .unprocessableContent)
            #expect(try await world.leila.get(club.path + "/link")["link"]["maxPartySize"].number == 2)
        }
    }
}

extension TestSeries {
    /// Creates the link, as the host.
    fileprivate func makeLink(_ body: String = "{}") async throws -> (url: String, path: String) {
        let answer = try await world.leila.post(path + "/link", body)
        guard let url = answer["url"].text else { throw TestWorld.Unexpected(answer) }
        return (url, "/v1/series-invitations/\(url.lastPart)")
    }
}

extension JSONValue {
    /// The path of a date's invitation.
    fileprivate var invitation: String { "/v1/invitations/\(self["url"].text?.lastPart ?? "")" }
}

extension String {
    fileprivate var lastPart: String { split(separator: "/").last.map(String.init) ?? "" }
}
