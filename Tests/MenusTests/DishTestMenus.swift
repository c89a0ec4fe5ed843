import Access
import Foundation
import JSON
import NoonishAPI
import Postgres
import Restaurants
import TestSupport

@testable import Menus

/// Runs `test` with an index of dishes and two restaurants: Äiti, and 100 m north of it, Zao, which is open for lunch only.
func withDishes(_ test: @escaping @Sendable (TestWorld) async throws -> Void) async throws {
    try await withWorld(
        serving: { world in
            let index = DishIndex(
                database: world.database, words: try .shipped(), hours: HoursPatterns(), logger: .forTests)
            world.add(index)
            return DishRoutes(database: world.database, index: index, menus: PublishedMenus()).routes
        },
        { world in
            try await world.restaurant("Äiti", id: ThaiGarden.center, hours: "24/7")
            try await world.restaurant("Zao", id: ThaiGarden.harbour, hours: "Mo-Fr 11:00-14:00")
            try await test(world)
        })
}

extension TestWorld {
    var dishes: DishIndex { part() }

    /// Publishes a menu with one section and reads it into the index.
    func publish(_ items: [MenuItem], at restaurant: RestaurantID, currency: String = "EUR") async throws {
        let menu = RestaurantMenu(
            language: "en", currency: currency, pricesIncludeTax: true, attribution: "The chef",
            sections: [MenuSection(key: "all", name: "Everything", items: items)])
        try await database.transaction { transaction in
            _ = try await MenuEdits(in: transaction).store(for: [restaurant], publishes: true) { _ in menu }
        }
        try await dishes.refresh()
    }

    /// Returns the dishes of a search at the restaurants, by name.
    func names(_ parameters: String) async throws -> [String] {
        try await leila.get("/v1/dishes?near=60.1699,24.9384&\(parameters)")["items"].elements.compactMap {
            $0["name"].text
        }
    }
}

extension MenuItem {
    static func dish(_ name: String, _ priceMinor: Int, _ names: [String: String]? = nil) -> MenuItem {
        MenuItem(
            key: "d\(name.unicodeScalars.map { String($0.value) }.joined(separator: "-"))", kind: .dish,
            name: name, names: names, priceMinor: priceMinor)
    }
}

extension String {
    /// The text as the value of a query parameter.
    var inQuery: String { addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? self }
}
