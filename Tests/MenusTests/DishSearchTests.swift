import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Menus

/// Finding dishes of published menus.
@Suite struct DishSearchTests {
    private let lunchTime = "2027-03-11T12:30:00+02:00".inQuery
    private let night = "2027-03-11T23:30:00+02:00".inQuery

    @Test(arguments: [
        ("ผัดไทย", "Pad Thai"), ("ラーメン", "博多ラーメン"), ("博多", "博多ラーメン"), ("borshch", "Борщ"), ("БОРЩ", "Борщ"),
        ("김치찌개", "김치찌개"), ("kimchi", "김치찌개"), ("شَاوِرما", "شاورما"), ("JAATELO", "Jäätelö"),
        ("jaatelp", "Jäätelö"), ("mcdouble", "Mc'Double"), ("ﬁsh", "Fish＆Chips"),
    ])
    func `a dish is found by its name in any script`(typed: String, name: String) async throws {
        try await withDishes { world in
            try await world.publish(
                [
                    .dish("Pad Thai", 1_290, ["th": "ผัดไทย"]), .dish("博多ラーメン", 1_400), .dish("Борщ", 900),
                    .dish("김치찌개", 1_350, ["en": "Kimchi stew"]), .dish("شاورما", 1_000),
                    .dish("Jäätelö", 450), .dish("Mc'Double", 500), .dish("Fish＆Chips", 1_500),
                ], at: ThaiGarden.center)

            #expect(try await world.names("q=\(typed.inQuery)") == [name])
        }
    }

    @Test(arguments: ["restaurant", "restaurants", "rest", "ravintola", "レストラン", "ресторан"])
    func `a word for a kind of place finds dishes by their names alone`(typed: String) async throws {
        try await withDishes { world in
            try await world.publish(
                [.dish("Pad Thai", 1_290), .dish("Restaurant salad", 900)], at: ThaiGarden.center)

            #expect(try await world.names("q=\(typed.inQuery)") == ["Restaurant salad"])
        }
    }

    @Test func `a match in another language says which name matched`() async throws {
        try await withDishes { world in
            try await world.publish(
                [.dish("Pad Thai", 1_290, ["th": "ผัดไทย", "ru": "Пад тай"])], at: ThaiGarden.center)
            let item = try await world.leila.get(
                "/v1/dishes?near=60.1699,24.9384&q=\("пад".inQuery)&openAt=\(lunchTime)")["items"][0]

            #expect(item["matchedName"] == "Пад тай" && item["name"] == "Pad Thai")
            #expect(item["restaurant"]["id"].text == ThaiGarden.center.description)
            #expect(item["restaurant"]["name"] == "Äiti" && item["restaurant"]["distance"].number == 0)
            #expect(item["restaurant"]["openAt"]["state"] == "open")
            #expect(item["restaurant"]["source"]["attribution"] == "© The town")
            #expect(item["attribution"] == "The chef" && item["contains"] == .null)
        }
    }

    @Test func `prices, diets and opening hours narrow a search`() async throws {
        try await withDishes { world in
            var vegan = MenuItem.dish("Tofu curry", 1_100)
            vegan.diets = [.vegan]
            try await world.publish([vegan, .dish("Beef curry", 1_500)], at: ThaiGarden.center)
            try await world.publish([.dish("Fish curry", 1_200)], at: ThaiGarden.harbour)

            #expect(try await world.names("q=curry&priceMax=1200") == ["Tofu curry", "Fish curry"])
            #expect(try await world.names("q=curry&diet=vegan") == ["Tofu curry"])
            #expect(try await world.names("q=curry&open=yes&openAt=\(night)").count == 2)
            #expect(try await world.names("q=curry&open=yes&openAt=\(lunchTime)").count == 3)
            #expect(try await world.names("q=curry&radius=50").count == 2)
            #expect(try await world.names("q=curry&priceMax=1000").isEmpty)
        }
    }

    @Test func `an item with variants has the price of the cheapest`() async throws {
        try await withDishes { world in
            var item = MenuItem.dish("Curry", 0)
            item.priceMinor = nil
            item.variants = [
                MenuVariant(key: "large", name: "Large", priceMinor: 1_490),
                MenuVariant(key: "small", name: "Small", priceMinor: 1_190),
            ]
            try await world.publish([item], at: ThaiGarden.center)

            let dish = try await world.leila.get("/v1/dishes?near=60.1699,24.9384&priceMax=1200")["items"][0]

            #expect(dish["priceMinor"].number == 1_190 && dish["priceVaries"] == true)
        }
    }

    @Test func `a dish costs what has to be chosen`() async throws {
        try await withDishes { world in
            var pizza = MenuItem.dish("Pizza", 0)
            pizza.optionGroups = ["size", "extras"]
            let rice = MenuItem.dish("Rice", 300)
            var combo = MenuItem.dish("Combo", 500)
            combo.kind = .combo
            combo.slots = [
                MenuSlot(
                    key: "main", name: "Main", least: 1, most: 1,
                    choices: [MenuChoice(item: pizza.key, surchargeMinor: 50)])
            ]
            func options(_ prices: Int...) -> [MenuOption] {
                prices.map { MenuOption(key: "o\($0)", name: "\($0)", priceMinor: $0, preselected: false) }
            }
            let menu = RestaurantMenu(
                language: "en", currency: "EUR", pricesIncludeTax: true,
                optionGroups: [
                    MenuOptionGroup(
                        key: "size", name: "Size", least: 2, most: 2, mostOfEach: 1,
                        options: options(900, 700, 1_200)),
                    MenuOptionGroup(
                        key: "extras", name: "Extras", least: 0, mostOfEach: 1, options: options(100, -50)),
                ], sections: [MenuSection(key: "all", name: "Everything", items: [pizza, rice, combo])])
            try await world.database.transaction { transaction in
                _ = try await MenuEdits(in: transaction).store(for: [ThaiGarden.center], publishes: true) {
                    _ in
                    menu
                }
            }
            try await world.dishes.refresh()

            let found = try await world.leila.get("/v1/dishes?near=60.1699,24.9384&sort=price")["items"]

            #expect(found.elements.compactMap { $0["name"].text } == ["Rice", "Pizza", "Combo"])
            #expect(found.elements.compactMap { $0["priceMinor"].number } == [300, 1_600, 2_150])
            #expect(found.elements.map { $0["priceVaries"] == true } == [false, true, true])
            #expect(try await world.names("priceMax=1599") == ["Rice"])
        }
    }

    @Test func `prices of different currencies are not compared`() async throws {
        try await withDishes { world in
            try await world.publish([.dish("Ramen", 1_400)], at: ThaiGarden.center)
            try await world.publish([.dish("Udon", 900)], at: ThaiGarden.harbour, currency: "JPY")

            #expect(try await world.names("priceMax=2000") == ["Ramen"])
            #expect(try await world.names("sort=price") == ["Ramen"])
            #expect(try await world.names("priceMax=2000&currency=JPY") == ["Udon"])
            #expect(try await world.names("currency=SEK").isEmpty)
            #expect(try await world.names("sort=name") == ["Ramen", "Udon"])
        }
    }

    @Test(arguments: [
        ("distance", "en", ["Zander", "Äyriäiset", "Aura", "Borscht"]),
        ("price", "en", ["Zander", "Aura", "Borscht", "Äyriäiset"]),
        ("name", "en", ["Aura", "Äyriäiset", "Borscht", "Zander"]),
        ("name", "fi", ["Aura", "Borscht", "Zander", "Äyriäiset"]),
        ("place", "en", ["Zander", "Äyriäiset", "Aura", "Borscht"]),
        ("place", "fi", ["Aura", "Borscht", "Zander", "Äyriäiset"]),
    ])
    func `each order has every dish once, page after page`(
        order: String, language: String, expected: [String]
    ) async throws {
        try await withDishes { world in
            try await world.publish([.dish("Zander", 500), .dish("Äyriäiset", 900)], at: ThaiGarden.center)
            try await world.publish([.dish("Aura", 600), .dish("Borscht", 600)], at: ThaiGarden.harbour)

            var path: String? = "/v1/dishes?near=60.1699,24.9384&limit=1&sort=\(order)"
            var names: [String] = []
            var instants: Set<String> = []
            while let next = path, names.count < 5 {
                let page = try await world.leila.get(next, headers: [.acceptLanguage: language])
                names += page["items"].elements.compactMap { $0["name"].text }
                instants.insert(page["at"].text ?? "")
                path = page["next"].text.map {
                    "/v1/dishes?near=60.1699,24.9384&limit=1&sort=\(order)&cursor=\($0)"
                }
            }

            #expect(instants.count == 1)
            // Dishes of one restaurant are equally far, and those of one price too.
            if order == "distance" || order == "place" {
                #expect(Set(names.prefix(2)) == Set(expected.prefix(2)))
                #expect(Set(names.suffix(2)) == Set(expected.suffix(2)) && names.count == 4)
            } else if order == "price" {
                #expect(names.first == "Zander" && names.last == "Äyriäiset" && Set(names).count == 4)
            } else {
                #expect(names == expected)
            }
        }
    }

    @Test func `a page continues where it was if its last dish is gone`() async throws {
        try await withDishes { world in
            try await world.publish(
                [.dish("A", 1), .dish("B", 2), .dish("C", 3)], at: ThaiGarden.center)
            let first = try await world.leila.get("/v1/dishes?near=60.1699,24.9384&limit=1&sort=name")
            let next = try #require(first["next"].text)
            try await world.publish([.dish("B", 2), .dish("C", 3)], at: ThaiGarden.center)

            #expect(try await world.names("sort=name&limit=2&cursor=\(next)") == ["C"])
        }
    }

    @Test func `the index follows publications and the directory`() async throws {
        try await withDishes { world in
            try await world.publish([.dish("Curry", 1_000), .dish("Soup", 700)], at: ThaiGarden.center)
            let before = try await world.leila.get("/v1/dishes?near=60.1699,24.9384&q=curry")["items"][0]

            try await world.publish([.dish("Curry", 1_100)], at: ThaiGarden.center)
            #expect(try await world.names("limit=50") == ["Curry"])
            let after = try await world.leila.get("/v1/dishes?near=60.1699,24.9384&priceMax=1100")["items"][0]
            #expect(after["id"] == before["id"] && after["priceMinor"].number == 1_100)
            #expect(after["menuVersion"].number == 2)

            try await world.publish([.dish("Curry", 1_100), .dish("Soup", 700)], at: ThaiGarden.center)
            #expect(try await world.names("limit=50").count == 2)
            try await world.run("UPDATE restaurant SET latitude = 61 WHERE id = \(ThaiGarden.center)")
            try await world.dishes.refresh()
            #expect(try await world.names("radius=1000").isEmpty)
            try await world.run("UPDATE restaurant SET vanished_at = now() WHERE id = \(ThaiGarden.center)")
            try await world.dishes.refresh()
            #expect(world.dishes.count == 0)
            #expect(try await world.isSound("menus"))
        }
    }

    @Test func `a dish has what its menu says of it, until it is taken off`() async throws {
        try await withDishes { world in
            let menu = try ThaiGarden.menu()
            try await world.database.transaction { transaction in
                _ = try await MenuEdits(in: transaction).store(
                    for: [ThaiGarden.center, ThaiGarden.harbour], publishes: true
                ) { _ in menu }
            }
            try await world.dishes.refresh()
            let found = try await world.leila.get("/v1/dishes?near=60.1699,24.9384&q=green")["items"]
            let id = try #require(found[0]["id"].text)

            let details = try await world.leila.get("/v1/dishes/\(id)?near=60.1699,24.9384&openAt=\(night)")

            #expect(details["section"] == "Curries" && details["dish"]["name"] == "Green curry")
            #expect(details["menuItem"]["variants"].elements.count == 2)
            #expect(details["optionGroups"].elements.map { $0["key"].text } == ["spice", "extras"])
            #expect(details["dish"]["restaurant"]["openAt"]["state"] == "open")
            #expect(details["dish"]["restaurant"]["distance"].number == 0)
            let tag = try #require(details.headers[.eTag])
            let known = try await world.leila.get(
                "/v1/dishes/\(id)?near=60.1699,24.9384&openAt=\(night)", headers: [.ifNoneMatch: tag])
            #expect(known.status == .notModified && known.bytes.isEmpty)
            try await world.run("UPDATE dish SET is_offered = false WHERE id = \(id)::text::uuid")
            #expect(try await world.leila.get("/v1/dishes/\(id)").code == "not_found")
        }
    }

    @Test(arguments: [
        ("q=soup", "missing"), ("near=60,25&priceMax=-1", "priceMax"),
        ("near=60,25&currency=euro", "currency"),
        ("near=60,25&sort=best", "sort"), ("near=60,25&cursor=x", "cursor"),
        ("near=60,25&sort=name&cursor=x", "cursor"), ("near=60,25&colour=red", "colour"),
    ])
    func `an invalid parameter is named`(query: String, name: String) async throws {
        try await withDishes { world in
            try await world.dishes.refresh()
            let answer = try await world.leila.get("/v1/dishes?\(query)")

            #expect(
                [.badRequest, .unprocessableContent].contains(answer.status) && answer.text.contains(name))
        }
    }

    @Test func `a cursor belongs to its search`() async throws {
        try await withDishes { world in
            try await world.publish([.dish("A", 1), .dish("B", 2)], at: ThaiGarden.center)
            let page = try await world.leila.get("/v1/dishes?near=60.1699,24.9384&limit=1")
            let next = try #require(page["next"].text)

            let other = try await world.leila.get("/v1/dishes?near=60.1699,24.9384&priceMax=1&cursor=\(next)")

            #expect(other.status == .badRequest && other.code == "invalid_cursor")
            let byName = try await world.leila.get("/v1/dishes?near=60.1699,24.9384&limit=1&sort=name")
            let nextByName = try #require(byName["next"].text)
            for change in ["sort=price", "sort=name&q=b", "sort=name&priceMax=1", "sort=name&currency=EUR"] {
                let other = try await world.leila.get(
                    "/v1/dishes?near=60.1699,24.9384&limit=1&\(change)&cursor=\(nextByName)")
                #expect(other.status == .badRequest && other.code == "invalid_cursor", "\(change)")
            }
        }
    }

    @Test func `a search waits until the dishes are loaded`() async throws {
        try await withDishes { world in
            let answer = try await world.leila.get("/v1/dishes?near=60,25")

            #expect(answer.status == .serviceUnavailable)
        }
    }
}
