import Access
import Foundation
import HTTPTypes
import JSON
import Jobs
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Orders

/// What the hours and the rules of a place mean for an order. Numbers are those of the edge cases in `docs/orders.md`.
struct OrderPlaceTests {
    @Test func `25 an order for a time at which the restaurant is closed is refused`() async throws {
        try await withOrders { world in
            try await world.openThaiGarden("Mo-Su 18:00-22:00")
            let lunch = try await world.lunch(#""restaurantId":"\#(ThaiMenu.restaurant)""#)

            let refused = try await world.leila.post(lunch + "/order", #"{"currency":"EUR"}"#)
            let later = try await world.leila.post(
                lunch + "/order", #"{"currency":"EUR","dueAt":"2027-03-11T18:30"}"#)
            let moved = try await world.leila.patch(
                lunch + "/order", #"{"dueAt":"2027-03-11T17:30"}"#, ifMatch: #""1""#)

            #expect(refused.status == .unprocessableContent && refused.code == "closed_then")
            #expect(refused["errors"][0]["pointer"].text == "/dueAt")
            #expect(later.status == .created && later["placeCheck"]["openThen"].text == "open")
            #expect(moved.code == "closed_then")
            #expect(try await world.leila.get(lunch + "/order")["dueAt"].text?.contains("18:30") == true)
        }
    }

    @Test func `25 a restaurant that turns out to be closed blocks the placing, and unknown hours do not`()
        async throws
    {
        try await withOrders { world in
            try await world.openThaiGarden("Mo-Su 11:00-15:00")
            let lunch = try await world.lockedOrder()
            try await world.run("UPDATE restaurant SET opening_hours = 'Mo-Su 18:00-22:00'")

            let blocked = try await world.move("locked", "placed", by: world.leila, on: lunch)
            let seen = try await world.leila.get(lunch + "/order")
            try await world.run("UPDATE restaurant SET opening_hours = NULL")
            let unknown = try await world.leila.get(lunch + "/order")
            let placed = try await world.move("locked", "placed", by: world.leila, on: lunch)

            #expect(blocked.code == "blocked" && blocked["blockers"].elements == ["closed_then"])
            #expect(seen["blockers"].elements == ["closed_then"])
            // The place has no board here, so a coordinator who has called it can pass.
            #expect(seen["placeCheck"]["binding"].elements == [])
            #expect(unknown["placeCheck"]["openThen"].text == "unknown")
            #expect(unknown["blockers"].elements == [] && placed.status == .ok)
            #expect(placed["placeCheck"] == .null)
        }
    }

    @Test func `25 a coordinator who has called a restaurant without a board passes its hours`() async throws
    {
        try await withOrders { world in
            try await world.openThaiGarden("Mo-Su 11:00-15:00")
            let lunch = try await world.lockedOrder()
            try await world.run("UPDATE restaurant SET opening_hours = 'Mo-Su 18:00-22:00'")

            let placed = try await world.move(
                "locked", "placed", #""despite":["closed_then"]"#, by: world.leila, on: lunch)

            #expect(placed.status == .ok && placed["state"].text == "placed")
        }
    }

    @Test func `26 food that is due too soon cannot be ordered, and the earliest time is named`() async throws
    {
        try await withOrders { world in
            try await world.openThaiGarden(nil)
            try await world.venue("lead_minutes", "60", takesOrders: true)
            let lunch = try await world.lockedOrder()
            try await world.run(
                """
                UPDATE group_order
                   SET due_at = now() + interval '30 minutes', closes_at = NULL, closes_wall = NULL, closes_before = NULL
                """)

            let blocked = try await world.move(
                "locked", "placed", #""despite":["lead_time"]"#, by: world.leila, on: lunch)
            let due = try #require(blocked["placeCheck"]["earliestDueAt"].text)
            let later = try await world.leila.patch(
                lunch + "/order", #"{"dueAt":"\#(due.prefix(16))"}"#, ifMatch: "*")
            let placed = try await world.move("locked", "placed", by: world.leila, on: lunch)

            #expect(blocked.code == "blocked" && blocked["blockers"].elements == ["lead_time"])
            #expect(blocked["placeCheck"]["binding"].elements == ["lead_time"])
            #expect(later.status == .ok && later["blockers"].elements == [])
            #expect(placed.status == .ok && placed["number"].number == 1)
        }
    }

    @Test func `38 an order above the maximum of its venue is not placed, and says by how much`() async throws
    {
        try await withOrders { world in
            try await world.openThaiGarden(nil)
            try await world.venue("order_max_minor", "1000", takesOrders: false)
            let lunch = try await world.lockedOrder()
            let despite = #""despite":["above_maximum"]"#

            let blocked = try await world.move("locked", "placed", despite, by: world.leila, on: lunch)
            try await world.run("UPDATE venue SET order_max_minor = NULL, most_portions = 1")
            let portions = try await world.move("locked", "placed", despite, by: world.leila, on: lunch)
            try await world.run("UPDATE venue SET most_portions = 2")

            #expect(blocked.code == "blocked" && blocked["blockers"].elements == ["above_maximum"])
            #expect(blocked["placeCheck"]["aboveMaximumMinor"].number == 900)
            #expect(portions["placeCheck"]["aboveMaximumMinor"] == .null)
            #expect(portions["placeCheck"]["extraPortions"].number == 1)
            let placed = try await world.move("locked", "placed", by: world.leila, on: lunch)
            #expect(placed.status == .ok)
        }
    }

    @Test func `38 amounts in another currency are not compared`() async throws {
        try await withOrders { world in
            try await world.openThaiGarden(nil)
            try await world.venue("order_max_minor", "1000", takesOrders: true)
            try await world.run("UPDATE venue SET currency = 'SEK'")
            let lunch = try await world.lockedOrder()

            #expect(try await world.move("locked", "placed", by: world.leila, on: lunch).status == .ok)
        }
    }

    @Test
    func `10 an order below the minimum is locked at its deadline, not placed, and says what is missing`()
        async throws
    {
        try await withOrders { world in
            try await world.openThaiGarden(nil)
            try await world.venue("order_min_minor", "3000", takesOrders: true)
            let lunch = try await world.openOrder(#""closesBefore":60,"atDeadline":"place""#)
            try await world.passDeadlines()

            #expect(try await world.orderClock.locks.runDue() == 1)
            let locked = try await world.leila.get(lunch + "/order")
            let early = try await world.move(
                "locked", "placed", #""despite":["below_minimum"]"#, by: world.leila, on: lunch)
            let reopened = try await world.move("locked", "open", by: world.leila, on: lunch)

            #expect(locked["state"].text == "locked" && locked["blockers"].elements == ["below_minimum"])
            #expect(locked["placeCheck"]["belowMinimumMinor"].number == 1_100)
            #expect(early.code == "blocked" && reopened.status == .ok)
            #expect(
                try await world.news(of: lunch) == [
                    "order_opened", "order_locked", "order_minimum_missed", "order_reopened",
                ])
        }
    }

    @Test func `10 a dish without a price makes the total unknown, which is not below the minimum`()
        async throws
    {
        try await withOrders { world in
            try await world.openThaiGarden(nil)
            try await world.venue("order_min_minor", "3000", takesOrders: true)
            let lunch = try await world.openOrder()
            try await world.pick("Fish of the day", "", by: world.mei, on: lunch)
            _ = try await world.move("open", "locked", by: world.leila, on: lunch)

            let blocked = try await world.move("locked", "placed", by: world.leila, on: lunch)
            let placed = try await world.move(
                "locked", "placed", #""despite":["price_unknown"]"#, by: world.leila, on: lunch)

            #expect(blocked.code == "blocked" && blocked["blockers"].elements == ["price_unknown"])
            #expect(blocked["placeCheck"]["belowMinimumMinor"] == .null)
            #expect(placed.status == .ok && placed["number"].number == 1)
        }
    }

    @Test func `an order is placed with its venue at the deadline, if nothing is missing`() async throws {
        try await withOrders { world in
            try await world.openThaiGarden(nil)
            try await world.venue("order_min_minor", "1900", takesOrders: true)
            let lunch = try await world.openOrder(#""closesBefore":60,"atDeadline":"place""#)
            try await world.passDeadlines()

            _ = try await world.orderClock.locks.runDue()

            let placed = try await world.leila.get(lunch + "/order")
            #expect(placed["state"].text == "placed" && placed["number"].number == 1)
            #expect(placed["atDeadline"].text == "place")
            #expect(
                try await world.news(of: lunch) == ["order_opened", "order_locked", "order_placed"])
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `an order without a board is locked at the deadline, and those who run it are notified`()
        async throws
    {
        try await withOrders { world in
            try await world.openThaiGarden(nil)
            try await world.venue("lead_minutes", "0", takesOrders: true)
            let lunch = try await world.openOrder(#""closesBefore":60,"atDeadline":"place""#)
            try await world.run("UPDATE venue SET takes_orders = false")
            try await world.passDeadlines()

            _ = try await world.orderClock.locks.runDue()

            #expect(try await world.state(of: lunch) == "locked")
            #expect(try await world.news(of: lunch).last == "order_not_placed")
        }
    }

    @Test func `15 an order whose menu and venue are gone keeps its dishes and is placed by phone`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            try await world.venue("lead_minutes", "30", takesOrders: true)
            _ = try await world.choose(ThaiMenu.curry, by: world.tom, on: lunch)
            _ = try await world.move("open", "locked", by: world.leila, on: lunch)
            try await world.run("UPDATE dish SET is_offered = false")
            try await world.run(
                "UPDATE venue SET state = 'orphaned', takes_orders = false, lead_minutes = NULL")

            let blocked = try await world.move("locked", "placed", by: world.leila, on: lunch)
            let placed = try await world.move(
                "locked", "accepted",
                #""despite":["item_off"],"takenBy":"Somchai","promisedAt":"2027-03-11T12:45""#,
                by: world.leila, on: lunch)

            #expect(blocked.code == "blocked" && blocked["blockers"].elements == ["item_off"])
            #expect(placed.status == .ok && placed["number"] == .null)
            #expect(placed["lines"][0]["name"].text == "Green curry")
            #expect(placed["lines"][0]["unitMinor"].number == 1_840)
            #expect(try await world.isSound("orders", "venues"))
        }
    }

    @Test func `81 the tax is that of the choice, its rate is fixed by the placing, and the price stays`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            func rates() async throws -> [String] {
                try await world.all("SELECT tax_ppm || ' ' || unit_minor FROM order_line ORDER BY unit_minor")
            }
            _ = try await world.choose(ThaiMenu.pick("water"), by: world.tom, on: lunch)
            _ = try await world.choose(ThaiMenu.curry, by: world.mei, on: lunch)
            let picked = try await rates()
            // Water becomes food, and the rate of food rises.
            try await world.publishMenu(
                (#""priceMinor": 200, "tax": "drink""#, #""priceMinor": 200, "tax": "food""#),
                (
                    #"{"key": "food", "name": "ALV", "percent": "13.5"}"#,
                    #"{"key": "food", "name": "ALV", "percent": "14"}"#
                ))
            _ = try await world.leila.patch(
                lunch + "/order", #"{"fulfilment":"pick_up"}"#, ifMatch: #""1""#)
            _ = try await world.move("open", "locked", by: world.leila, on: lunch)
            let locked = try await rates()

            let placed = try await world.move("locked", "placed", by: world.leila, on: lunch)

            #expect(placed.status == .ok, "\(placed)")
            #expect(picked == ["255000 200", "135000 1840"] && locked == picked)
            #expect(try await rates() == ["135000 200", "140000 1840"])
            #expect(try await world.isSound("orders", "venues"))
        }
    }

    @Test func `82 an order goes on when the source no longer lists its restaurant`() async throws {
        try await withOrders { world in
            try await world.openThaiGarden("Mo-Su 11:00-15:00")
            let lunch = try await world.openOrder()
            try await world.run("UPDATE restaurant SET vanished_at = now()")

            try await world.pick("Rice", by: world.tom, on: lunch)
            _ = try await world.move("open", "locked", by: world.leila, on: lunch)
            let locked = try await world.leila.get(lunch + "/order")
            let placed = try await world.move("locked", "placed", by: world.leila, on: lunch)

            // The hours may be those of another place by now.
            #expect(locked["placeCheck"]["openThen"].text == "unknown" && locked["blockers"].elements == [])
            #expect(placed.status == .ok && placed["place"].text == "Thai Garden")
            let again = try await world.order(at: ThaiMenu.restaurant)
            let repeated = try await world.tom.post(again + "/order/lines/again")
            #expect(repeated.status == .ok && repeated["added"].elements.count == 2)
            #expect(repeated["vanished"] == true)
            try await world.run("UPDATE restaurant SET vanished_at = NULL")
            let listed = try await world.tom.post(again + "/order/lines/again", #"{"preview":true}"#)
            #expect(listed["vanished"] == false)
        }
    }
}

extension TestWorld {
    /// Adds the restaurant of the menu's fixture, without the menu.
    func openThaiGarden(_ hours: String?) async throws {
        guard let id = RestaurantID(ThaiMenu.restaurant) else { preconditionFailure("it is an id") }
        try await restaurant("Thai Garden", id: id, hours: hours)
    }

    /// Makes the restaurant a verified venue with one rule.
    func venue(_ rule: String, _ value: String, takesOrders: Bool) async throws {
        try await database.run(
            script: """
                INSERT INTO venue (restaurant_id, state, takes_orders, verified_at, currency, \(rule))
                VALUES ('\(ThaiMenu.restaurant)', 'verified', \(takesOrders), now(), 'EUR', \(value))
                """)
    }

    /// An open order at the restaurant, with two soups for 9.50 each.
    func openOrder(_ members: String = #""closesBefore":60"#) async throws -> String {
        let lunch = try await order(at: ThaiMenu.restaurant, members)
        try await pick("Soup", #""price":"9.50","quantity":2"#, by: tom, on: lunch)
        return lunch
    }

    func lockedOrder() async throws -> String {
        let lunch = try await openOrder()
        guard try await move("open", "locked", by: leila, on: lunch).status == .ok else {
            preconditionFailure("an order with a dish can be locked")
        }
        return lunch
    }
}
