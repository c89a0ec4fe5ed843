import Access
import HTTPTypes
import JSON
import Jobs
import NoonishAPI
import Postgres
import Privacy
import TestSupport
import Testing

@testable import Orders
@testable import Stock

/// Counting portions, by the people of a venue.
struct StockRouteTests {
    private let path = "/v1/venues/\(ThaiMenu.restaurant)/stock"

    @Test func `staff count, add, waste, correct and stop`() async throws {
        try await withOrders { world in
            _ = try await world.lunchFromMenu()
            try await world.open(ThaiMenu.restaurant, staff: world.cast.tom.id)
            func move(_ body: String) async throws -> TestSupport.Answer {
                try await world.tom.post(path + "/water/moves", body)
            }

            #expect(try await move(#"{"kind":"waste","quantity":1}"#).code == "not_tracked")
            let counted = try await move(#"{"kind":"count","quantity":20}"#)
            #expect(counted.status == .created && counted["left"].number == 20)
            #expect(try await move(#"{"kind":"receipt","quantity":5}"#)["counted"].number == 25)
            #expect(try await move(#"{"kind":"waste","quantity":2,"note":"Fell down"}"#)["left"].number == 23)
            #expect(try await move(#"{"kind":"correction","quantity":-3}"#)["left"].number == 20)
            _ = try await move(#"{"kind":"count","quantity":4,"day":"2027-03-11"}"#)
            #expect(try await move(#"{"kind":"stop"}"#)["tracked"] == false)
            for kind in ["waste", "correction"] {
                #expect(try await move(#"{"kind":"\#(kind)","quantity":1}"#).code == "not_tracked")
            }
            #expect(try await move(#"{"kind":"stop"}"#).code == "not_tracked")

            let levels = try await world.tom.get(path)["items"].elements
            #expect(levels.compactMap { $0["left"].number } == [20, 4])
            #expect(levels.map { $0["day"].text } == [nil, "2027-03-11"])
            #expect(try await world.isSound("stock"))
        }
    }

    @Test func `a count finds any difference, and a day has a year`() async throws {
        try await withOrders { world in
            _ = try await world.lunchFromMenu()
            try await world.open(ThaiMenu.restaurant, staff: world.cast.tom.id)
            for _ in 1...11 {
                _ = try await world.tom.post(path + "/water/moves", #"{"kind":"receipt","quantity":100000}"#)
            }

            let counted = try await world.tom.post(path + "/water/moves", #"{"kind":"count","quantity":3}"#)
            let refused = try await world.tom.post(
                path + "/water/moves", #"{"kind":"count","quantity":3,"day":"0000-01-01"}"#)

            #expect(counted["left"].number == 3)
            #expect(refused.status == .unprocessableContent && refused.code == "malformed_date")
            #expect(try await world.isSound("stock"))
        }
    }

    @Test func `erasing the last owner ends the counting and removes their notes`() async throws {
        try await withOrders { world in
            _ = try await world.lunchFromMenu()
            try await world.open(ThaiMenu.restaurant, staff: world.cast.tom.id)
            _ = try await world.tom.post(path + "/water/moves", #"{"kind":"receipt","quantity":7}"#)
            _ = try await world.tom.post(
                path + "/water/moves", #"{"kind":"waste","quantity":2,"note":"Ana let it fall"}"#)
            let exported = try await world.database.transaction { transaction in
                try await StockPersonalData().export(of: world.cast.tom.id, in: transaction)
            }
            try await world.run(
                "UPDATE venue_person SET role = 'owner' WHERE person_id = \(world.cast.tom.id)")

            try await world.database.batch(StockPersonalData().erasure(of: world.cast.tom.id))

            let notes: [Int] = try await world.all("SELECT count(*) FROM stock_move WHERE note IS NOT NULL")
            let tracked: [Bool] = try await world.all("SELECT is_tracked FROM stock")
            #expect(exported.map(\.name) == ["stock.json"])
            #expect(
                exported.allSatisfy { String(decoding: $0.bytes, as: UTF8.self).contains("Ana let it fall") })
            #expect(notes == [0] && tracked == [false])
            #expect(try await world.isSound("stock"))
        }
    }

    @Test func `a count below what orders hold is refused and changes nothing`() async throws {
        try await withOrders { world in
            let lunch = try await world.stockedLunch(["water": 5])
            try await world.open(ThaiMenu.restaurant, staff: world.cast.mei.id)
            _ = try await world.choose(ThaiMenu.pick("water") + #","quantity":3"#, by: world.tom, on: lunch)

            let refused = try await world.mei.post(path + "/water/moves", #"{"kind":"count","quantity":2}"#)
            let wasted = try await world.mei.post(path + "/water/moves", #"{"kind":"waste","quantity":3}"#)
            let accepted = try await world.mei.post(path + "/water/moves", #"{"kind":"count","quantity":3}"#)

            #expect(refused.code == "below_held" && refused["held"].number == 3)
            #expect(wasted.code == "below_held")
            #expect(accepted.status == .created && accepted["left"].number == 0)
            #expect(try await world.levels() == ["water 3 3 0"])
        }
    }

    @Test func `79 a count below what orders hold lists them, and an owner takes off what was ordered last`()
        async throws
    {
        try await withOrders { world in
            let water = ThaiMenu.pick("water")
            let lunch = try await world.stockedLunch(["tofu": 5, "water": 5])
            try await world.open(ThaiMenu.restaurant, staff: world.cast.mei.id)
            try await world.open(ThaiMenu.restaurant, staff: world.cast.stranger.id, as: "owner")
            _ = try await world.choose(water + #","quantity":2"#, by: world.tom, on: lunch)
            _ = try await world.choose(ThaiMenu.pick("tofu"), by: world.tom, on: lunch)
            _ = try await world.choose(water, by: world.mei, on: lunch)
            let order = try await world.leila.get(lunch + "/order")["id"].text ?? ""
            func count(_ found: Int, _ strikes: String, by visitor: Visitor) async throws
                -> TestSupport.Answer
            {
                try await visitor.post(
                    path + "/water/moves", #"{"kind":"count","quantity":\#(found),"strikes":[\#(strikes)]}"#)
            }

            let refused = try await count(2, "", by: world.mei)
            let other = try await count(2, #""\#(GroupOrderID.make())""#, by: world.stranger)
            let byStaff = try await count(2, #""\#(order)""#, by: world.mei)
            #expect(refused.code == "below_held" && refused["orders"].elements.count == 1)
            #expect(refused["orders"][0]["order"].text == order)
            #expect(refused["orders"][0]["held"].number == 3 && refused["orders"][0]["number"] == .null)
            #expect(other.code == "below_held" && byStaff.status == .forbidden)
            #expect(try await world.levels() == ["tofu 5 1 0", "water 5 3 0"])

            let counted = try await count(2, #""\#(order)""#, by: world.stranger)
            #expect(counted.status == .created && counted["left"].number == 0)
            let lines = try await world.leila.get(lunch + "/order")["lines"].elements
            #expect(lines.compactMap { $0["name"].text } == ["Water", "Fried tofu"])
            #expect(try await world.levels() == ["tofu 5 1 0", "water 2 2 0"])
            #expect(try await world.news(of: lunch) == ["order_opened", "line_gone"])
            #expect(try await world.orderClock.goneDishes.runDue() == 0)
            #expect(try await world.isSound("orders", "stock"))
        }
    }

    @Test func `79 a dish is taken off a placed order until the place makes it`() async throws {
        try await withSales { world, venue in
            try await world.count(5, of: "water")
            let lunch = try await world.order(at: ThaiMenu.restaurant)
            try await world.closeTomorrow()
            _ = try await world.choose(ThaiMenu.pick("water") + #","quantity":3"#, by: world.tom, on: lunch)
            _ = try await world.choose(ThaiMenu.pick("water"), by: world.mei, on: lunch)
            try await world.placed(lunch)
            func count(_ found: Int) async throws -> TestSupport.Answer {
                let refused = try await world.stranger.post(
                    path + "/water/moves", #"{"kind":"count","quantity":\#(found)}"#)
                #expect(refused["orders"][0]["number"].number == 1)
                let order = refused["orders"][0]["order"].text ?? ""
                return try await world.stranger.post(
                    path + "/water/moves",
                    #"{"kind":"count","quantity":\#(found),"strikes":["\#(order)"]}"#)
            }

            #expect(try await count(3).status == .created)
            let board = try await world.stranger.get(venue + "/board")["orders"][0]
            #expect(board["portions"].number == 3 && board["hasUnseenChanges"] == true)
            let order = board["id"].text ?? ""
            _ = try await world.stranger.post(
                venue + "/orders/\(order)/transitions", #"{"from":"placed","to":"preparing"}"#)
            #expect(try await count(2).code == "below_held")
            #expect(try await world.levels() == ["water 3 3 0"])
            #expect(try await world.isSound("orders", "stock"))
        }
    }

    @Test func `moves are listed by pages, newest first, with who counted and the number of the order`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.stockedLunch(["water": 5])
            try await world.open(ThaiMenu.restaurant, staff: world.cast.mei.id)
            _ = try await world.choose(ThaiMenu.pick("water") + #","quantity":2"#, by: world.tom, on: lunch)
            _ = try await world.mei.post(
                path + "/water/moves", #"{"kind":"waste","quantity":1,"note":"Fell down"}"#)
            _ = try await world.mei.post(path + "/green-curry/moves", #"{"kind":"count","quantity":9}"#)

            let all = try await world.mei.get(path + "/moves")["items"].elements
            let first = try await world.mei.get(path + "/moves?item=water&limit=2")
            let second = try await world.mei.get(
                path + "/moves?item=water&limit=2&cursor=\(first["next"].text ?? "")")

            #expect(all.compactMap(\.["kind"].text) == ["count", "waste", "hold", "count"])
            #expect(all[0]["item"].text == "green-curry" && all[0]["found"].number == 9)
            #expect(all[1]["actor"]["name"].text == "Mei" && all[1]["note"].text == "Fell down")
            #expect(all[2]["actor"] == .null && all[2]["quantity"].number == 2)
            #expect(first["items"].elements.compactMap(\.["kind"].text) == ["waste", "hold"])
            #expect(second["items"].elements.compactMap(\.["kind"].text) == ["count"])
            #expect(second["next"] == .null)
            #expect(try await world.mei.get(path + "/moves?cursor=nothing").code == "malformed_cursor")
            #expect(try await world.leila.get(path + "/moves").code == "not_found")
        }
    }

    @Test func `combos and unknown items are not counted, and bad input changes nothing`() async throws {
        try await withOrders { world in
            _ = try await world.lunchFromMenu()
            try await world.open(ThaiMenu.restaurant, staff: world.cast.tom.id)

            for item in ["lunch", "pizza"] {
                let refused = try await world.tom.post(
                    path + "/\(item)/moves", #"{"kind":"count","quantity":2}"#)
                #expect(refused.code == "item_not_on_menu", "\(item)")
            }
            for body in [
                #"{"kind":"count"}"#, #"{"kind":"count","quantity":-1}"#, #"{"kind":"sale","quantity":1}"#,
                #"{"kind":"receipt","quantity":0}"#, #"{"kind":"count","quantity":1,"day":"2027-02-30"}"#,
            ] {
                #expect(try await world.tom.post(path + "/water/moves", body).status.code == 422, "\(body)")
            }
            let held = #"{"kind":"count","quantity":1,"held":3}"#
            #expect(try await world.tom.post(path + "/water/moves", held).status == .badRequest)
            #expect(try await world.levels().isEmpty)
        }
    }

    @Test func `the people of another venue, and strangers, find nothing`() async throws {
        try await withOrders { world in
            _ = try await world.lunchFromMenu()
            try await world.open(ThaiMenu.restaurant, staff: world.cast.tom.id)
            try await world.open(ThaiMenu.harbour, staff: world.cast.mei.id)

            for visitor in [world.mei, world.leila] {
                #expect(try await visitor.get(path).status == .notFound)
                let moved = try await visitor.post(path + "/water/moves", #"{"kind":"count","quantity":2}"#)
                #expect(moved.status == .notFound)
            }
            #expect(try await world.levels().isEmpty)
        }
    }
}

extension TestWorld {
    /// Makes a restaurant a venue that takes no orders here, at which a person works.
    fileprivate func open(_ restaurant: String, staff: PersonID, as role: String = "staff") async throws {
        let id = RestaurantID(restaurant)
        try await run(
            """
            INSERT INTO venue (restaurant_id, state, takes_orders, verified_at)
            VALUES (\(id), 'verified', false, now()) ON CONFLICT DO NOTHING
            """)
        try await run(
            "INSERT INTO venue_person (restaurant_id, person_id, role) VALUES (\(id), \(staff), \(role))")
    }
}
