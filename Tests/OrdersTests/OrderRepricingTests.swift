import HTTPTypes
import JSON
import Jobs
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Orders

/// What becomes of dishes when the menu changes before the order is placed.
struct OrderRepricingTests {
    private let water = ThaiMenu.pick("water")
    private let dearer = (#""priceMinor": 200, "tax": "drink""#, #""priceMinor": 250, "tax": "drink""#)
    private let withoutWater = [
        (#""key": "water""#, #""key": "tap""#), (#""item": "water""#, #""item": "tap""#),
    ]

    @Test func `a coordinator sees what the new prices change, then uses them, and who pays is notified`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            _ = try await world.choose(water + #","quantity":2"#, by: world.tom, on: lunch)
            _ = try await world.choose(ThaiMenu.pick("tofu"), by: world.tom, on: lunch)
            try await world.pick("Bread", by: world.mei, on: lunch)
            try await world.publishMenu(dearer)

            let preview = try await world.leila.post(lunch + "/order/reprice", #"{"preview":true}"#)
            #expect(preview.status == .ok && preview["changed"].elements.count == 1)
            #expect(preview["changed"][0]["previousUnitMinor"].number == 200)
            #expect(preview["changed"][0]["unitMinor"].number == 250)
            #expect(preview["previousTotalMinor"].number == 2_300 && preview["totalMinor"].number == 2_400)
            #expect(try await world.leila.get(lunch + "/order")["totalMinor"].number == 2_300)
            #expect(try await world.news(of: lunch).contains("line_repriced") == false)

            let done = try await world.leila.post(lunch + "/order/reprice")
            #expect(done["totalMinor"].number == 2_400)
            #expect(try await world.leila.get(lunch + "/order")["totalMinor"].number == 2_400)
            #expect(try await world.news(of: lunch).last == "line_repriced")
            let again = try await world.leila.post(lunch + "/order/reprice")
            #expect(again["changed"].elements.isEmpty)
            #expect(try await world.isSound("orders", "menus"))
        }
    }

    @Test func `12 a lower price is offered, and changes nothing by itself`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            _ = try await world.choose(water, by: world.tom, on: lunch)
            try await world.publishMenu(
                (#""priceMinor": 200, "tax": "drink""#, #""priceMinor": 150, "tax": "drink""#))

            let preview = try await world.leila.post(lunch + "/order/reprice", #"{"preview":true}"#)
            let kept = try await world.tom.get(lunch + "/order")["lines"][0]["unitMinor"].number
            _ = try await world.leila.post(lunch + "/order/reprice")

            #expect(preview["changed"][0]["previousUnitMinor"].number == 200)
            #expect(preview["changed"][0]["unitMinor"].number == 150)
            #expect(kept == 200)
            #expect(try await world.tom.get(lunch + "/order")["lines"][0]["unitMinor"].number == 150)
            #expect(try await world.news(of: lunch).last == "line_repriced")
        }
    }

    @Test func `equal dishes of two prices stay apart at the new price, and invitees cannot change prices`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            _ = try await world.choose(water, by: world.tom, on: lunch)
            try await world.publishMenu(dearer)
            _ = try await world.choose(water, by: world.tom, on: lunch)

            let refused = try await world.tom.post(lunch + "/order/reprice")
            let done = try await world.leila.post(lunch + "/order/reprice")

            #expect(refused.status == .forbidden)
            #expect(done["changed"].elements.count == 1)
            let lines = try await world.tom.get(lunch + "/order")["lines"].elements
            #expect(lines.compactMap { $0["unitMinor"].number } == [250, 250])
            try await world.placed(lunch)
            #expect(try await world.leila.post(lunch + "/order/reprice").code == "order_state")
        }
    }

    @Test func `a dish that the menu lost is news once, and a blocker that a coordinator can pass`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            _ = try await world.choose(water, by: world.tom, on: lunch)
            _ = try await world.choose(ThaiMenu.pick("tofu"), by: world.mei, on: lunch)
            #expect(try await world.orderClock.goneDishes.runDue() == 0)
            try await world.publishMenu(withoutWater[0], withoutWater[1])

            #expect(try await world.orderClock.goneDishes.runDue() == 1)
            #expect(try await world.orderClock.goneDishes.runDue() == 0)
            let order = try await world.leila.get(lunch + "/order")
            #expect(try await world.news(of: lunch).last == "line_gone")
            #expect(order["lines"].elements.map { $0["gone"] } == [true, false])
            #expect(order["blockers"].elements.compactMap(\.text) == ["item_off"])
            #expect(
                try await world.leila.post(lunch + "/order/reprice", #"{"preview":true}"#)["unserved"][0][
                    "name"
                ]
                .text == "Water")

            _ = try await world.move("open", "locked", by: world.leila, on: lunch)
            let blocked = try await world.move("locked", "placed", by: world.leila, on: lunch)
            #expect(blocked.code == "blocked" && blocked["blockers"][0].text == "item_off")
            try await world.publishMenu()
            #expect(try await world.orderClock.goneDishes.runDue() == 1)
            #expect(try await world.news(of: lunch).filter { $0 == "line_gone" }.count == 1)
            let placed = try await world.move("locked", "placed", by: world.leila, on: lunch)
            #expect(placed.status == .ok)
        }
    }

    @Test func `a dish that is not served when the food is due is a blocker`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            _ = try await world.choose(ThaiMenu.curry, by: world.tom, on: lunch)
            _ = try await world.leila.patch(
                lunch + "/order", #"{"dueAt":"2027-03-11T14:30"}"#, ifMatch: "*")

            _ = try await world.move("open", "locked", by: world.leila, on: lunch)
            let blocked = try await world.move("locked", "placed", by: world.leila, on: lunch)
            let placed = try await world.move(
                "locked", "placed", #""despite":["item_off"]"#, by: world.leila, on: lunch)

            #expect(blocked.code == "blocked" && blocked["blockers"][0].text == "item_off")
            #expect(placed.status == .ok)
        }
    }

    @Test func `a dish that sold out while the order held nothing is gone`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            _ = try await world.choose(water, by: world.tom, on: lunch)
            try await world.count(0, of: "water")

            #expect(try await world.orderClock.goneDishes.runDue() == 1)

            #expect(try await world.news(of: lunch).last == "line_gone")
            #expect(try await world.tom.get(lunch + "/order")["lines"][0]["gone"] == true)
        }
    }
}
