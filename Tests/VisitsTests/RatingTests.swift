import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import Restaurants
import TestSupport
import Testing

@testable import Visits

@Suite struct RatingTests {
    @Test func `attendees rate the place once, and everyone sees the mean and the number of ratings`()
        async throws
    {
        try await withVisits { world in
            #expect(try await world.shown()["rating"] == .null)

            let first = try await world.rate(5, by: world.leila, words: "Ask for the window")
            let second = try await world.rate(3, by: world.guest)
            let third = try await world.rate(4, by: world.guest)

            #expect(first.status == .created && second.status == .created && third.status == .ok)
            #expect(first["words"].text == "Ask for the window")
            let shown = try await world.shown()
            // (5 + 4 + 5 × 3.5) / 7
            #expect(shown["rating"]["value"] == .double(3.786))
            #expect(shown["rating"]["count"].number == 2)
            #expect(!shown.text.contains("window") && !shown.text.contains("Leila"))
            let own = try await world.leila.get("/v1/outings/\(world.lunch)/rating")
            #expect(own["rating"]["stars"].number == 5 && own["open"] == .boolean(true))
            let toms = try await world.tom.get("/v1/outings/\(world.lunch)/rating")
            #expect(toms["rating"] == .null && toms["open"] == .boolean(true))
            #expect(try await world.isSound())
        }
    }

    @Test func `a rating affects filters and order at once, and no longer after its removal`()
        async throws
    {
        try await withVisits { world in
            let search = "/v1/restaurants?near=60.17,24.94&rating=3.6&sort=rating"
            #expect(try await world.stranger.get(search)["items"].elements.isEmpty)

            _ = try await world.rate(5, by: world.tom)
            try await world.index.refresh()
            let found = try await world.stranger.get(search)["items"].elements

            #expect(found.map { $0["name"].text } == ["Kettu"])
            #expect(found[0]["rating"]["count"].number == 1)
            let gone = try await world.tom.delete("/v1/outings/\(world.lunch)/rating")
            try await world.index.refresh()
            #expect(gone.status == .noContent)
            #expect(try await world.stranger.get(search)["items"].elements.isEmpty)
            #expect(try await world.shown()["rating"] == .null)
            #expect(try await world.isSound())
        }
    }

    @Test func `only attendees can rate, after the outing and for 30 days`() async throws {
        try await withVisits { world in
            #expect(try await world.rate(5, by: world.mei).code == "rating_not_open")
            #expect(try await world.rate(5, by: world.stranger).status == .notFound)
            #expect(try await world.rate(5, by: world.tom, at: world.kuu).code == "not_eaten_there")
            for stars in [0, 6] { #expect(try await world.rate(stars, by: world.tom).status.code == 422) }
            #expect(try await world.rate(4, by: world.tom, words: " ").status.code == 422)
            try await world.run("UPDATE outing SET cancelled_at = now(), cancelled_by = host_id")
            #expect(try await world.rate(5, by: world.tom).code == "rating_not_open")
            try await world.run(
                """
                UPDATE outing SET cancelled_at = NULL, cancelled_by = NULL, starts_at = now() + interval '1 hour'
                """)
            #expect(try await world.rate(5, by: world.tom).code == "rating_not_open")
            try await world.run("UPDATE outing SET starts_at = now() - interval '31 days'")
            #expect(try await world.rate(5, by: world.tom).code == "rating_closed")
            let state = try await world.tom.get("/v1/outings/\(world.lunch)/rating")
            #expect(state["open"] == .boolean(false))
            #expect(try await world.shown()["rating"] == .null)
        }
    }

    @Test func `a liked place is labelled for its rater only, and comes first in the order of relevance`()
        async throws
    {
        try await withVisits { world in
            _ = try await world.rate(4, by: world.tom)
            try await world.run("UPDATE restaurant SET rating = NULL, rating_count = NULL")
            try await world.index.refresh()
            func names(_ visitor: Visitor, _ order: String) async throws -> [String?] {
                try await visitor.get("/v1/restaurants?near=60.17,24.94&sort=\(order)")["items"].elements
                    .map { $0["name"].text }
            }

            #expect(try await names(world.tom, "best") == ["Kettu", "Kuu"])
            #expect(try await names(world.leila, "best") == ["Kuu", "Kettu"])
            #expect(try await names(world.tom, "distance") == ["Kuu", "Kettu"])
            #expect(try await world.shown(to: world.tom)["liked"] == .boolean(true))
            #expect(try await world.shown(to: world.leila)["liked"] == .boolean(false))
            #expect(!(try await world.shown(to: world.anonymous).json.names.contains("liked")))
            _ = try await world.rate(3, by: world.tom)
            #expect(try await world.shown(to: world.tom)["liked"] == .boolean(false))
        }
    }

    @Test func `a place shows the caller's own last visit, rated or not`() async throws {
        try await withVisits { world in
            let visit = try #require(try await world.shown(to: world.tom)["lastVisitedAt"].text)
            let start: String = try await world.one(
                """
                SELECT to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI')
                  FROM outing
                 WHERE id = \(world.lunch)
                """)

            #expect(visit.hasPrefix(start))
            func found(_ visitor: Visitor) async throws -> [String: String] {
                let items = try await visitor.get("/v1/restaurants?near=60.17,24.94")["items"].elements
                return Dictionary(
                    items.map { ($0["name"].text ?? "", $0["lastVisitedAt"].text ?? "") }
                ) { first, _ in first }
            }
            #expect(try await found(world.tom) == ["Kettu": visit, "Kuu": ""])
            #expect(try await found(world.anonymous) == ["Kettu": "", "Kuu": ""])
            #expect(try await world.shown(to: world.mei)["lastVisitedAt"] == .null)
            #expect(try await world.shown(to: world.anonymous)["lastVisitedAt"] == .null)
            try await world.run("UPDATE outing SET cancelled_at = now(), cancelled_by = host_id")
            #expect(try await world.shown(to: world.tom)["lastVisitedAt"] == .null)
        }
    }

    @Test func `concurrent and changed ratings count once a person`() async throws {
        try await withVisits { world in
            let stars = [(world.leila, 5), (world.tom, 2), (world.guest, 4)]

            try await withThrowingTaskGroup { group in
                for round in 0..<5 {
                    for (visitor, last) in stars {
                        group.addTask {
                            _ = try await world.rate(round % 5 + 1, by: visitor)
                            _ = try await world.rate(last, by: visitor)
                        }
                    }
                }
                try await group.waitForAll()
            }
            for (visitor, last) in stars { _ = try await world.rate(last, by: visitor) }

            let shown = try await world.shown()
            // (11 + 17.5) / 8
            #expect(shown["rating"]["value"] == .double(3.563))
            #expect(shown["rating"]["count"].number == 3)
            #expect(try await world.isSound())
        }
    }
}
