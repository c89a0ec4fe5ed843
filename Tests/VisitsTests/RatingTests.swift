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
    @Test func `who was there rates the place, once, and everybody sees the mean and how many said so`()
        async throws
    {
        try await inKitchen { kitchen in
            #expect(try await kitchen.shown()["rating"] == .null)

            let first = try await kitchen.rate(5, by: kitchen.leila, words: "Ask for the window")
            let second = try await kitchen.rate(3, by: kitchen.guest)
            let third = try await kitchen.rate(4, by: kitchen.guest)

            #expect(first.status == .created && second.status == .created && third.status == .ok)
            #expect(first["words"].text == "Ask for the window")
            let shown = try await kitchen.shown()
            // (5 + 4 + 5 × 3.5) / 7
            #expect(shown["rating"]["value"] == .double(3.786))
            #expect(shown["rating"]["count"].number == 2)
            #expect(!shown.text.contains("window") && !shown.text.contains("Leila"))
            let own = try await kitchen.leila.get("/v1/outings/\(kitchen.lunch)/rating")
            #expect(own["rating"]["stars"].number == 5 && own["open"] == .boolean(true))
            let toms = try await kitchen.tom.get("/v1/outings/\(kitchen.lunch)/rating")
            #expect(toms["rating"] == .null && toms["open"] == .boolean(true))
            #expect(try await kitchen.isSound())
        }
    }

    @Test func `a rating is found in the index at once, as filter and order, and gone when it is taken back`()
        async throws
    {
        try await inKitchen { kitchen in
            let search = "/v1/restaurants?near=60.17,24.94&rating=3.6&sort=rating"
            #expect(try await kitchen.stranger.get(search)["items"].elements.isEmpty)

            _ = try await kitchen.rate(5, by: kitchen.tom)
            try await kitchen.index.refresh()
            let found = try await kitchen.stranger.get(search)["items"].elements

            #expect(found.map { $0["name"].text } == ["Kettu"])
            #expect(found[0]["rating"]["count"].number == 1)
            let gone = try await kitchen.tom.delete("/v1/outings/\(kitchen.lunch)/rating")
            try await kitchen.index.refresh()
            #expect(gone.status == .noContent)
            #expect(try await kitchen.stranger.get(search)["items"].elements.isEmpty)
            #expect(try await kitchen.shown()["rating"] == .null)
            #expect(try await kitchen.isSound())
        }
    }

    @Test func `only who came rates, once it is over, and for 30 days`() async throws {
        try await inKitchen { kitchen in
            #expect(try await kitchen.rate(5, by: kitchen.mei).code == "rating_not_open")
            #expect(try await kitchen.rate(5, by: kitchen.stranger).status == .notFound)
            #expect(try await kitchen.rate(5, by: kitchen.tom, at: Kitchen.kuu).code == "not_eaten_there")
            for stars in [0, 6] { #expect(try await kitchen.rate(stars, by: kitchen.tom).status.code == 422) }
            #expect(try await kitchen.rate(4, by: kitchen.tom, words: " ").status.code == 422)
            try await kitchen.run("UPDATE outing SET cancelled_at = now(), cancelled_by = host_id")
            #expect(try await kitchen.rate(5, by: kitchen.tom).code == "rating_not_open")
            try await kitchen.run(
                """
                UPDATE outing SET cancelled_at = NULL, cancelled_by = NULL, starts_at = now() + interval '1 hour'
                """)
            #expect(try await kitchen.rate(5, by: kitchen.tom).code == "rating_not_open")
            try await kitchen.run("UPDATE outing SET starts_at = now() - interval '31 days'")
            #expect(try await kitchen.rate(5, by: kitchen.tom).code == "rating_closed")
            let state = try await kitchen.tom.get("/v1/outings/\(kitchen.lunch)/rating")
            #expect(state["open"] == .boolean(false))
            #expect(try await kitchen.shown()["rating"] == .null)
        }
    }

    @Test func `what I liked is labelled for me alone, and stands first where the order is ours to judge`()
        async throws
    {
        try await inKitchen { kitchen in
            _ = try await kitchen.rate(4, by: kitchen.tom)
            try await kitchen.run("UPDATE restaurant SET rating = NULL, rating_count = NULL")
            try await kitchen.index.refresh()
            func names(_ visitor: Visitor, _ order: String) async throws -> [String?] {
                try await visitor.get("/v1/restaurants?near=60.17,24.94&sort=\(order)")["items"].elements
                    .map { $0["name"].text }
            }

            #expect(try await names(kitchen.tom, "best") == ["Kettu", "Kuu"])
            #expect(try await names(kitchen.leila, "best") == ["Kuu", "Kettu"])
            #expect(try await names(kitchen.tom, "distance") == ["Kuu", "Kettu"])
            #expect(try await kitchen.shown(to: kitchen.tom)["liked"] == .boolean(true))
            #expect(try await kitchen.shown(to: kitchen.leila)["liked"] == .boolean(false))
            #expect(!(try await kitchen.shown(to: kitchen.site.program()).json.names.contains("liked")))
            _ = try await kitchen.rate(3, by: kitchen.tom)
            #expect(try await kitchen.shown(to: kitchen.tom)["liked"] == .boolean(false))
        }
    }

    @Test func `of many who rate and change their mind at once every voice counts once`() async throws {
        try await inKitchen { kitchen in
            let stars = [(kitchen.leila, 5), (kitchen.tom, 2), (kitchen.guest, 4)]

            try await withThrowingTaskGroup { group in
                for round in 0..<5 {
                    for (visitor, last) in stars {
                        group.addTask {
                            _ = try await kitchen.rate(round % 5 + 1, by: visitor)
                            _ = try await kitchen.rate(last, by: visitor)
                        }
                    }
                }
                try await group.waitForAll()
            }
            for (visitor, last) in stars { _ = try await kitchen.rate(last, by: visitor) }

            let shown = try await kitchen.shown()
            // (11 + 17.5) / 8
            #expect(shown["rating"]["value"] == .double(3.563))
            #expect(shown["rating"]["count"].number == 3)
            #expect(try await kitchen.isSound())
        }
    }
}
