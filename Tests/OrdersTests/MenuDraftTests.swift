import Access
import HTTPTypes
import JSON
import Menus
import NoonishAPI
import Postgres
import TestSupport
import Testing

/// The draft of a menu that two people edit.
struct MenuDraftTests {
    private let path = "/v1/venues/\(ThaiMenu.restaurant)/menu/draft"

    /// Makes the restaurant a venue of the stranger's, without a menu.
    private func withVenue(_ test: @escaping @Sendable (TestWorld) async throws -> Void) async throws {
        try await withWorld(
            serving: { world in MenuDraftRoutes(database: world.database).routes },
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
                try await test(world)
            })
    }

    private func menu(_ dish: String) -> String {
        """
        {"schemaVersion":1,"language":"en","currency":"EUR","pricesIncludeTax":true,"sections":[{"key":"mains","name":"Mains",
         "items":[{"key":"soup","kind":"dish","name":"\(dish)","priceMinor":900}]}]}
        """
    }

    @Test func `a second editor's save is refused with the draft as it is`() async throws {
        try await withVenue { world in
            let owner = world.stranger
            let unconditional = try await owner.put(path, menu("Soup"))
            let first = try await owner.put(path, menu("Soup"), headers: [.ifMatch: "\"0\""])
            let read = try await owner.get(path)
            let tag = read.headers[.eTag] ?? ""
            let saved = try await owner.put(path, menu("Broth"), headers: [.ifMatch: tag])
            let late = try await owner.put(path, menu("Stew"), headers: [.ifMatch: tag])
            let second = try await owner.put(path, menu("Stew"), headers: [.ifMatch: "\"0\""])
            let stored = try await owner.get(path)
            let again = try await owner.put(
                path, menu("Stew"), headers: [.ifMatch: late.headers[.eTag] ?? ""])

            #expect(unconditional.status == .preconditionRequired)
            #expect(first.status == .ok && first.headers[.eTag] == tag)
            #expect(saved.status == .ok && saved.headers[.eTag] != tag)
            #expect(late.status == .preconditionFailed && second.status == .preconditionFailed)
            #expect(late["current"]["menu"]["sections"][0]["items"][0]["name"].text == "Broth")
            #expect(stored["menu"]["sections"][0]["items"][0]["name"].text == "Broth")
            #expect(again.status == .ok)
        }
    }

    @Test func `storing the same draft again leaves its tag`() async throws {
        try await withVenue { world in
            let first = try await world.stranger.put(path, menu("Soup"), headers: [.ifMatch: "*"])
            let same = try await world.stranger.put(path, menu("Soup"), headers: [.ifMatch: "*"])

            #expect(first.headers[.eTag] != nil && same.headers[.eTag] == first.headers[.eTag])
        }
    }
}
