import HTTPTypes
import JSON
import NoonishAPI
import TestSupport
import Testing

@testable import Orders

/// Guests who were invited by mail have the names of the outing's list in its order.
struct OrderNameTests {
    @Test func `a guest without a name has the list's name for each reader`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            try await world.makeCohost(world.cast.tom.id, of: lunch)
            let guest = world.site.program(token: try await world.invite("ada@example.org", to: lunch))
            _ = try await guest.put(lunch + "/attendance", #"{"status":"attending"}"#)
            func missing(_ visitor: Visitor) async throws -> Set<String?> {
                Set(try await visitor.get(lunch + "/order")["missing"].elements.map { $0["name"].text })
            }
            #expect(try await missing(world.leila).contains("ada@example.org"))

            try await world.pick("Soup", by: guest, on: lunch)

            func eater(_ visitor: Visitor) async throws -> String? {
                try await visitor.get(lunch + "/order")["lines"][0]["person"]["name"].text
            }
            #expect(try await eater(world.leila) == "ada@example.org")
            #expect(try await eater(world.tom) == "ada")
            #expect(try await eater(world.mei) == "Guest")
            let events = try await world.tom.get(lunch + "/order/events")["items"]
            #expect(events[0]["actor"]["name"].text == "ada" && events[0]["person"]["name"].text == "ada")
            let sheet = try await world.leila.get(lunch + "/order/sheet?by=person&names=true")
            #expect(sheet["sections"][0]["person"].text == "ada")
        }
    }

    @Test func `a guest has the name that the host typed`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            let token = try await world.invite("Aunt Ida <ida@example.org>", to: lunch)
            let guest = world.site.program(token: token)
            _ = try await guest.put(lunch + "/attendance", #"{"status":"attending"}"#)
            try await world.pick("Soup", by: guest, on: lunch)

            let line = try await world.mei.get(lunch + "/order")["lines"][0]

            #expect(line["person"]["name"].text == "Aunt Ida")
        }
    }
}
