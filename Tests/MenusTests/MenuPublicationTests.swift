import Access
import Foundation
import HTTPTypes
import JSON
import NIOCore
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Menus

/// Storing, publishing and reading menus.
@Suite struct MenuPublicationTests {
    /// Runs `test` with the two branches of the Thai Garden in the directory.
    private func withThaiGarden(
        _ test: @escaping @Sendable (TestWorld) async throws -> Void
    ) async throws {
        try await withWorld(
            serving: { world in MenuRoutes(database: world.database, menus: PublishedMenus()).routes },
            { world in
                try await world.restaurant("Thai Garden Center", id: ThaiGarden.center)
                try await world.restaurant("Thai Garden Harbour", id: ThaiGarden.harbour)
                try await test(world)
            })
    }

    /// Imports a document as a file.
    private func bring(
        _ world: TestWorld, _ text: String? = nil,
        to restaurants: [RestaurantID] = [ThaiGarden.center, ThaiGarden.harbour], publishes: Bool = true
    ) async throws -> MenuEdits.Outcome {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try (text ?? ThaiGarden.text()).write(to: file, atomically: true, encoding: .utf8)
        let request = MenuImport.Request(
            file: file.path(percentEncoded: false), format: nil, restaurants: restaurants.map(\.description),
            source: "town",
            defaults: MenuImportDefaults(language: nil, currency: nil, pricesIncludeTax: true),
            publishes: publishes)
        return try await MenuImport(database: world.database).run(request).outcome
    }

    private func path(_ restaurant: RestaurantID) -> String { "/v1/restaurants/\(restaurant)/menu" }

    @Test func `is published for each branch, and a second time changes nothing`() async throws {
        try await withThaiGarden { world in
            let first = try await bring(world)
            let second = try await bring(world)

            #expect(
                first
                    == MenuEdits.Outcome(isNew: true, draftChanged: true, branches: 2, items: 5, published: 2)
            )
            #expect(second == MenuEdits.Outcome(branches: 2, items: 5))
            let center = try await world.leila.get(path(ThaiGarden.center))
            let harbour = try await world.leila.get(path(ThaiGarden.harbour))
            #expect(
                center["version"].number == 1 && center["restaurant"].text == ThaiGarden.center.description)
            #expect(center["menu"]["sections"][0]["items"].elements.count == 2)
            #expect(harbour["menu"]["sections"][0]["items"].elements.count == 1)
            #expect(try await world.isSound("menus"))
        }
    }

    @Test func `a draft is not shown, and a change for one branch is a version of that branch`() async throws
    {
        try await withThaiGarden { world in
            _ = try await bring(world, publishes: false)
            #expect(try await world.leila.get(path(ThaiGarden.center)).code == "not_found")
            _ = try await bring(world)

            let dearer = try ThaiGarden.text().replacing(#""priceMinor": 1590"#, with: #""priceMinor": 1600"#)
            let outcome = try await bring(world, dearer, to: [ThaiGarden.harbour])

            #expect(outcome.draftChanged && outcome.branches == 2 && outcome.published == 1)
            #expect(try await world.leila.get(path(ThaiGarden.center))["version"].number == 2)
            #expect(try await world.leila.get(path(ThaiGarden.harbour))["version"].number == 1)
            #expect(try await world.isSound("menus"))
        }
    }

    @Test func `a version stays as it was, and what was published before can be published again`()
        async throws
    {
        try await withThaiGarden { world in
            _ = try await bring(world)
            let before = try await world.leila.get(path(ThaiGarden.harbour) + "/versions/1")
            let other = try ThaiGarden.text().replacing("Fried tofu", with: "Tofu").replacing(
                "Green curry", with: "Curry")
            _ = try await bring(world, other)
            _ = try await bring(world)

            let newest = try await world.leila.get(path(ThaiGarden.harbour))
            let first = try await world.leila.get(path(ThaiGarden.harbour) + "/versions/1")

            #expect(newest["version"].number == 3)
            #expect(newest["menu"] == before["menu"] && first.bytes == before.bytes)
            #expect(first.headers[.cacheControl] == "public, max-age=31536000, immutable")
            #expect(try await world.leila.get(path(ThaiGarden.harbour) + "/versions/4").code == "not_found")
            #expect(try await world.leila.get(path(ThaiGarden.harbour) + "/versions/0").code == "not_found")
            #expect(
                try await world.leila.get(path(ThaiGarden.harbour) + "/versions/9999999999").code
                    == "not_found"
            )
        }
    }

    @Test func `the tag of a version that the reader has is answered without it`() async throws {
        try await withThaiGarden { world in
            _ = try await bring(world)
            let anyone = world.site.program()
            let plain = try await anyone.get(path(ThaiGarden.center))
            let compressed = try await anyone.get(path(ThaiGarden.center), headers: [.acceptEncoding: "gzip"])

            let tag = try #require(plain.headers[.eTag])
            let compressedTag = try #require(compressed.headers[.eTag])
            #expect(tag.hasPrefix("\"1.") && compressedTag == tag.dropLast() + "-gz\"")
            #expect(compressed.headers[.contentEncoding] == "gzip" && plain.headers[.contentEncoding] == nil)
            #expect(plain.headers[.vary]?.contains("Accept-Encoding") == true)
            #expect(plain.headers[.cacheControl] == "public, max-age=60")
            for known in [tag, compressedTag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                let again = try await anyone.get(path(ThaiGarden.center), headers: [.ifNoneMatch: known])
                #expect(again.status == .notModified && again.bytes.isEmpty, "\(known)")
            }
            for unknown in ["\"2.00\"", "2.00"] {
                let other = try await anyone.get(path(ThaiGarden.center), headers: [.ifNoneMatch: unknown])
                #expect(other.status == .ok && other.bytes == plain.bytes, "\(unknown)")
            }
        }
    }

    @Test func `a reader who has a menu gets the next one within a second of its publication`() async throws {
        try await withThaiGarden { world in
            _ = try await bring(world)
            let anyone = world.site.program()
            let first = try #require(try await anyone.get(path(ThaiGarden.center)).headers[.eTag])
            let known = try await anyone.get(path(ThaiGarden.center), headers: [.ifNoneMatch: first])
            _ = try await bring(world, ThaiGarden.text().replacing("Fried tofu", with: "Tofu"))
            let published = ContinuousClock.now
            var next = try await anyone.get(path(ThaiGarden.center), headers: [.ifNoneMatch: first])
            while next.status == .notModified, published.duration(to: .now) < .seconds(10) {
                try await Task.sleep(for: .milliseconds(100))
                next = try await anyone.get(path(ThaiGarden.center), headers: [.ifNoneMatch: first])
            }

            let unconditional = try await anyone.get(path(ThaiGarden.center))
            #expect(known.status == .notModified)
            #expect(unconditional["version"].number == 2)
            #expect(next.status == .ok && next.bytes == unconditional.bytes)
            #expect(next.headers[.eTag]?.hasPrefix("\"2.") == true)
        }
    }

    @Test func `what is not served at a time is known before anyone chooses`() async throws {
        try await withThaiGarden { world in
            _ = try await bring(world)
            func unserved(_ time: String, _ zone: String = "Europe/Helsinki") async throws
                -> TestSupport.Answer
            {
                try await world.leila.get(
                    path(ThaiGarden.center) + "/availability?at=\(time)&timeZone=\(zone)")
            }

            let afternoon = try await unserved("2027-03-11T12:30:00Z")
            let sunday = try await unserved("2027-03-14T12:30:00Z")

            #expect(afternoon["version"].number == 1)
            // Curry is served until two, and the drinks until four.
            #expect(afternoon["unserved"].elements.compactMap(\.text) == ["green-curry"])
            #expect(sunday["unserved"].elements.count == 5)
            #expect(try await unserved("2027-03-11T12:30:00Z", "UTC")["unserved"].elements.isEmpty)
            #expect(try await unserved("noon").status.code == 422)
            #expect(try await unserved("2027-03-11T12:30:00Z", "Nowhere").text.contains("timeZone"))
            let harbour = try await world.leila.get(
                "/v1/restaurants/\(RestaurantID.make())/menu/availability?at=2027-03-11T12:30:00Z&timeZone=UTC"
            )
            #expect(harbour.code == "not_found")
        }
    }

    @Test func `a damaged version is an error to clients that need it plain`() async throws {
        try await withThaiGarden { world in
            _ = try await bring(world)
            try await world.run("UPDATE menu_version SET body = 'damaged'")

            let plain = try await world.site.program().get(path(ThaiGarden.center))

            #expect(plain.status == .internalServerError)
        }
    }

    @Test func `the check finds dishes that are not those of the newest version`() async throws {
        try await withThaiGarden { world in
            _ = try await bring(world)
            #expect(try await world.isSound("menus"))

            try await world.run("UPDATE dish SET is_offered = false WHERE item_key = 'water'")
            #expect(try await !world.isSound("menus"))
            try await world.run(
                "UPDATE dish SET is_offered = true, item_key = 'tap' WHERE item_key = 'water'")
            #expect(try await !world.isSound("menus"))
        }
    }

    @Test func `a file with faults changes nothing`() async throws {
        try await withThaiGarden { world in
            _ = try await bring(world)

            await #expect(throws: MenuFaults.self) {
                try await bring(world, ThaiGarden.text().replacing("Mo-Fr 11:00-15:00", with: "noon"))
            }
            await #expect(throws: MenuImportFault.self) { try await bring(world, to: [.make()]) }

            #expect(try await world.leila.get(path(ThaiGarden.center))["version"].number == 1)
        }
    }

    @Test func `restaurants with different menus cannot get one`() async throws {
        try await withThaiGarden { world in
            let plain = try ThaiGarden.text()
                .replacing(#", "notAt": ["0198c0de-0000-7000-8000-000000000002"]"#, with: "")
                .replacing(
                    #""branch": "0198c0de-0000-7000-8000-000000000001", "fulfilment": "delivery""#,
                    with: #""fulfilment": "pick_up""#
                )
                .replacing(
                    #""branch": "0198c0de-0000-7000-8000-000000000001""#, with: #""fulfilment": "dine_in""#)
            _ = try await bring(world, plain, to: [ThaiGarden.center])
            _ = try await bring(world, plain, to: [ThaiGarden.harbour])

            await #expect(throws: MenuImportFault.differentMenus) { try await bring(world, plain) }
        }
    }

    @Test func `no program changes a published version or deletes a menu`() async throws {
        try await withThaiGarden { world in
            let rights: [String] = try await world.all(
                """
                SELECT role || ' ' || permission || ' ' || name
                  FROM unnest(ARRAY['noonish_app', 'noonish_worker']) AS role
                 CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS permission
                 CROSS JOIN unnest(ARRAY['menu', 'menu_version']) AS name
                 WHERE has_table_privilege(role, name, permission)
                 ORDER BY 1
                """)

            #expect(
                rights == [
                    "noonish_app INSERT menu", "noonish_app INSERT menu_version", "noonish_app SELECT menu",
                    "noonish_app SELECT menu_version", "noonish_app UPDATE menu",
                    "noonish_worker INSERT menu",
                    "noonish_worker INSERT menu_version", "noonish_worker SELECT menu",
                    "noonish_worker SELECT menu_version", "noonish_worker UPDATE menu",
                ])
        }
    }

    @Test func `commands import menus with the rights of the worker`() async throws {
        try await withThaiGarden { world in
            try await world.database.transaction { transaction in
                try await transaction.execute(Command("test.become_worker", "SET LOCAL ROLE noonish_worker"))
                let outcome = try await MenuEdits(in: transaction).store(
                    for: [ThaiGarden.center, ThaiGarden.harbour], publishes: true
                ) { _ in try ThaiGarden.menu() }

                #expect(outcome.published == 2)
            }
        }
    }
}
