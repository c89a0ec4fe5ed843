import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Outings
import Postgres
import Restaurants
import TestSupport
import Testing

@testable import Menus

/// What the page of a restaurant shows of its menu.
@Suite struct MenuOverviewTests {
    private func withRestaurants(
        _ test: @escaping @Sendable (TestWorld) async throws -> Void
    ) async throws {
        try await withWorld(
            serving: { world in
                let index = RestaurantIndex(
                    database: world.database, words: try .shipped(), hours: world.hours, logger: .forTests)
                return RestaurantRoutes(
                    database: world.database, index: index,
                    outings: OutingSearchContext(database: world.database),
                    menus: PublishedMenuSummaries(menus: PublishedMenus(), database: world.database)
                ).routes
            },
            { world in
                try await world.restaurant("Thai Garden Center", id: ThaiGarden.center)
                try await world.restaurant("Thai Garden Harbour", id: ThaiGarden.harbour)
                try await test(world)
            })
    }

    @Test func `has the names of the sections, the number of items, and the hours as a week`() async throws {
        try await withRestaurants { world in
            let path = "/v1/restaurants/\(ThaiGarden.center)?openAt=2027-03-11T10:00:00Z"
            #expect(try await world.anonymous.get(path)["menu"] == .null)
            try await world.database.transaction { transaction in
                _ = try await MenuEdits(in: transaction).store(for: [ThaiGarden.center], publishes: true) {
                    _ in
                    try ThaiGarden.menu()
                }
            }

            let english = try await world.anonymous.get(path)
            let finnish = try await world.anonymous.get(path, headers: [.acceptLanguage: "fi-FI"])
            let menu = english["menu"]

            #expect(menu["sections"].elements.map(\.text) == ["Curries", "Drinks", "Combos"])
            #expect(finnish["menu"]["sections"].elements.map(\.text) == ["Curryt", "Drinks", "Combos"])
            #expect(menu["itemCount"].number == 5)
            let hours = menu["weekHours"].elements
            #expect(
                hours.map { $0["text"].text }
                    == ["Mo-Fr 11:00-15:00", "Mo-Fr 11:00-14:00", "Mo-Fr 11:00-16:00"])
            let week = hours[0]["week"].elements
            #expect(week.count == 7)
            #expect(week[0]["date"].text == "2027-03-11")
            #expect(week[0]["spans"][0]["from"].text == "11:00" && week[0]["spans"][0]["to"].text == "15:00")
            #expect(week[2]["spans"].elements.isEmpty)
            #expect(english.headers[.vary]?.contains("Accept-Language") == true)
            let harbour = try await world.anonymous.get("/v1/restaurants/\(ThaiGarden.harbour)")
            #expect(harbour["menu"] == .null)
        }
    }
}
