import Access
import Foundation
import JSON
import NoonishAPI
import Orders
import Postgres
import Privacy
import TestSupport
import Testing

/// What is left of a person's dishes, and for how long.
struct OrderPersonalDataTests {
    @Test func `36, 37: erasing a person strikes their open dishes and hands their order to the host`()
        async throws
    {
        try await withOrders { world in
            let tom = world.cast.tom.id
            let lunch = try await world.lunchWithOrder(#""coordinatorId":"\#(tom)""#)
            try await world.pick("Soup", #""note":"Mild""#, by: world.tom, on: lunch)
            try await world.pick("Tea", by: world.tom, on: lunch)
            try await world.pick("Rice", by: world.mei, on: lunch)

            try await world.database.batch(OrderPersonalData().erasure(of: tom))

            let order = try await world.leila.get(lunch + "/order")
            let notes: [String?] = try await world.all("SELECT note FROM order_line ORDER BY id")
            #expect(order["coordinator"]["id"].text == "\(world.cast.leila.id)")
            #expect(order["lines"].elements.compactMap { $0["name"].text } == ["Rice"])
            #expect(notes == [nil, nil, nil])
            let events = try await world.leila.get(lunch + "/order/events")["items"].elements
            #expect(
                events.prefix(3).compactMap { $0["kind"].text } == [
                    "coordinator_named", "line_struck", "line_struck",
                ])
            #expect(events.prefix(3).allSatisfy { $0["actor"] == .null })
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `37: an erased person no longer shares a dish of an open order`() async throws {
        try await withOrders { world in
            let (tom, mei) = (world.cast.tom.id, world.cast.mei.id)
            let lunch = try await world.lunchWithOrder()
            let shared = #""price":"12.00","sharedWith":[{"personId":"\#(mei)"}]"#
            try await world.pick("Platter", shared, by: world.tom, on: lunch)

            for _ in 1...2 { try await world.database.batch(OrderPersonalData().erasure(of: mei)) }

            let order = try await world.leila.get(lunch + "/order")
            #expect(
                order["lines"][0]["sharers"].elements.compactMap { $0["person"]["id"].text } == ["\(tom)"])
            let events = try await world.leila.get(lunch + "/order/events")["items"].elements
            #expect(events.prefix(2).compactMap { $0["kind"].text } == ["line_edited", "line_added"])
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `notes and addresses are removed 30 days after the meal`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder(#""address":"Kaisaniemenkatu 1""#)
            try await world.pick("Soup", #""note":"Mild","tellsKitchen":"Nuts""#, by: world.tom, on: lunch)
            let removal = try #require(Retention.orderTexts.removal)
            let meal = try Date("2027-03-11T10:30:00Z", strategy: .iso8601)

            try await world.database.execute(removal(meal + 29 * 86_400))
            let kept = try await world.tom.get(lunch + "/order")
            try await world.database.execute(removal(meal + 32 * 86_400))
            let removed = try await world.tom.get(lunch + "/order")

            #expect(kept["lines"][0]["note"].text == "Mild")
            #expect(kept["address"].text == "Kaisaniemenkatu 1")
            #expect(removed["lines"][0]["tellsKitchen"].text == nil)
            #expect(removed["lines"][0]["name"].text == "Soup")
            #expect(removed["address"].text == nil)
        }
    }
}
