import Access
import Foundation
import HTTPTypes
import JSON
import Menus
import NoonishAPI
import Pictures
import Postgres
import TestSupport
import Testing

/// The pictures of what a venue's menu offers.
struct MenuPictureTests {
    private let venue = "/v1/venues/\(ThaiMenu.restaurant)"
    private let restaurant = "/v1/restaurants/\(ThaiMenu.restaurant)/menu/pictures"

    /// Makes the restaurant a venue of the stranger's, with a draft of one dish.
    private func withVenue(
        mostBytes: Int = 10_000_000, _ test: @escaping @Sendable (TestWorld) async throws -> Void
    ) async throws {
        try await withWorld(
            serving: { world in
                MenuDraftRoutes(database: world.database).routes
                    + MenuPictureRoutes(database: world.database, mostBytes: mostBytes).routes
            },
            { world in
                guard let id = RestaurantID(ThaiMenu.restaurant) else { return }
                _ = try await world.restaurant("Thai Garden", id: id)
                try await world.run(
                    "INSERT INTO venue (restaurant_id, state, verified_at) VALUES (\(id), 'verified', now())")
                try await world.run(
                    """
                    INSERT INTO venue_person (restaurant_id, person_id, role)
                    VALUES (\(id), \(world.cast.stranger.id), 'owner')
                    """)
                try await store("soup", by: world)
                try await test(world)
            })
    }

    private func store(_ item: String, by world: TestWorld) async throws {
        let menu = """
            {"schemaVersion":1,"language":"en","currency":"EUR","pricesIncludeTax":true,"sections":[{"key":"mains","name":"Mains",
             "items":[{"key":"\(item)","kind":"dish","name":"Dish","priceMinor":900}]}]}
            """
        let answer = try await world.stranger.put("\(venue)/menu/draft", menu, headers: [.ifMatch: "*"])
        try #require(answer.status == .ok)
    }

    @Test func `a dish's picture is stored whole and as a square, and everyone can see it`() async throws {
        try await withVenue { world in
            let file = try await SamplePicture.noise(width: 1_200, height: 600)
            let stored = try await world.stranger.put("\(venue)/items/soup/picture", file, type: "image/png")
            let path: String = try #require(stored["path"].text)
            let list = try await world.anonymous.get(restaurant)
            let large = try await world.anonymous.get(path)
            let small = try await world.anonymous.get(path + "&size=160")
            let other = try await world.anonymous.get(restaurant + "/soup?v=0")

            #expect(stored.status == .ok)
            #expect(list["items"][0]["item"].text == "soup" && list["items"][0]["path"].text == path)
            #expect(PictureFile(large.bytes).map { [$0.width, $0.height] } == [960, 480])
            #expect(PictureFile(small.bytes).map { [$0.width, $0.height] } == [160, 160])
            #expect(large.headers[.cacheControl]?.contains("immutable") == true)
            #expect(other.headers[.cacheControl]?.contains("immutable") == false)
            let tag: String = try #require(large.headers[.eTag])
            #expect(try await world.anonymous.get(path, headers: [.ifNoneMatch: tag]).status == .notModified)
        }
    }

    @Test func `another picture of a dish replaces the first`() async throws {
        try await withVenue { world in
            let item = "\(venue)/items/soup/picture"
            let first = try await SamplePicture.noise(width: 90, height: 60)
            let second = try await SamplePicture.noise(width: 60, height: 90)
            let former = try await world.stranger.put(item, first, type: "image/png")
            let stored = try await world.stranger.put(item, second, type: "image/png")
            let path: String = try #require(stored["path"].text)
            let list = try await world.anonymous.get(restaurant)
            let shown = try await world.anonymous.get(path)

            #expect(path != former["path"].text)
            #expect(list["items"].elements.count == 1 && list["items"][0]["path"].text == path)
            #expect(PictureFile(shown.bytes).map { [$0.width, $0.height] } == [60, 90])
        }
    }

    @Test func `only the venue's owners set and remove pictures, and only of items of the draft`()
        async throws
    {
        try await withVenue { world in
            let file = try await SamplePicture.noise(width: 90, height: 90)
            let path = "\(venue)/items/soup/picture"
            let others = try await world.leila.put(path, file, type: "image/png")
            let unknown = try await world.stranger.put("\(venue)/items/stew/picture", file, type: "image/png")
            let text = try await world.stranger.put(path, Array("soup".utf8), type: "image/png")
            let none = try await world.anonymous.get(restaurant)
            _ = try await world.stranger.put(path, file, type: "image/png")
            let refused = try await world.leila.delete(path)
            let removed = try await world.stranger.delete(path)
            let again = try await world.stranger.delete(path)
            let left = try await world.anonymous.get(restaurant)

            #expect(others.status == .notFound && unknown.status == .notFound)
            #expect(text.status == .unsupportedMediaType)
            #expect(none["items"].elements.isEmpty)
            #expect(refused.status == .notFound && removed.status == .noContent && again.status == .noContent)
            #expect(left["items"].elements.isEmpty)
            #expect(try await world.anonymous.get(restaurant + "/soup").status == .notFound)
        }
    }

    @Test func `the pictures of a menu have so many bytes, and one that does not fit changes nothing`()
        async throws
    {
        try await withVenue(mostBytes: 1_000_000) { world in
            let file = try await SamplePicture.noise(width: 90, height: 90)
            let item = "\(venue)/items/soup/picture"
            try await world.run(
                """
                INSERT INTO menu_picture (menu_id, item_key, tag, small, large)
                SELECT menu_id, 'stew', '0123456789abcdef', decode('00', 'hex'), decode(repeat('00', 999900), 'hex')
                  FROM menu_branch
                """)
            let refused = try await world.stranger.put(item, file, type: "image/png")
            let list = try await world.anonymous.get(restaurant)
            try await world.run("UPDATE menu_picture SET item_key = 'soup'")
            let replaced = try await world.stranger.put(item, file, type: "image/png")

            #expect(refused.status == .conflict && refused.code == "menu_pictures_full")
            #expect(refused["limit"].number == 1_000_000 && refused["left"].number == 99)
            #expect(list["items"].elements.map { $0["item"].text } == ["stew"])
            #expect(replaced.status == .ok)
        }
    }

    @Test func `a person publishes so many bytes of menus in a day`() async throws {
        try await withVenue { world in
            let limit = DurableLimit("published_menu_kilobytes", most: 64_000, window: .seconds(86_400))
            let person = world.cast.stranger.id.description
            let isFull = try await world.database.transaction {
                try await limit.take(64_000, by: person, in: $0)
            }
            let refused = try await world.stranger.post("\(venue)/menu/publications", "{}")
            let versions: Int = try await world.one("SELECT count(*) FROM menu_version")
            try await world.run("DELETE FROM rate_allowance")
            let published = try await world.stranger.post("\(venue)/menu/publications", "{}")
            let left = try await limit.left(to: person, in: world.database)

            #expect(refused.status == .tooManyRequests && refused.left == "published_menu_kilobytes: 0")
            #expect((1...86_400).contains(refused.retryAfter))
            #expect(isFull && versions == 0)
            #expect(published.status == .created)
            #expect(left == 63_999)
        }
    }

    @Test func `a publication removes the pictures of what is no longer offered`() async throws {
        try await withVenue { world in
            let file = try await SamplePicture.noise(width: 90, height: 90)
            _ = try await world.stranger.put("\(venue)/items/soup/picture", file, type: "image/png")
            try await store("stew", by: world)
            let before = try await world.anonymous.get(restaurant)
            let published = try await world.stranger.post("\(venue)/menu/publications", "{}")
            let after = try await world.anonymous.get(restaurant)

            #expect(before["items"].elements.count == 1)
            #expect(published.status == .created)
            #expect(after["items"].elements.isEmpty)
        }
    }
}
