import HTTPTypes
import JSON
import Jobs
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import Orders

/// Portions that a restaurant counts, and what orders hold of them. Numbers are those of the edge cases in `docs/orders.md`.
struct OrderStockTests {
    private let water = ThaiMenu.pick("water")
    /// A tofu with two waters.
    private let combo =
        #""pick":{"item":"lunch","parts":[{"slot":"main","item":"tofu"},{"slot":"drink","item":"water"},{"slot":"drink","item":"water"}]}"#

    @Test func `the kitchen makes a dish by itself, and what was chosen for each slot of a combo`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()

            try await world.pick("Bread", by: world.tom, on: lunch)
            let line = try await world.choose(ThaiMenu.curry, by: world.tom, on: lunch)["id"].text ?? ""
            #expect(try await world.parts() == ["green-curry / Green curry, Large / Hot, 2 × Egg"])
            let changed = try await world.tom.patch(
                lunch + "/order/lines/\(line)", "{\(combo)}", ifMatch: #""1""#)

            #expect(changed.status == .ok)
            #expect(
                try await world.parts() == [
                    "tofu / Main course / Fried tofu", "water / Drink / Water", "water / Drink / Water",
                ])
            #expect(try await world.isSound("orders", "menus", "stock"))
        }
    }

    @Test func `1 the last portion goes to one of two, and the other hears how many are left`() async throws {
        try await withOrders { world in
            let lunch = try await world.stockedLunch(["water": 2])

            let first = try await world.choose(water, by: world.tom, on: lunch)
            let tooMany = try await world.choose(water + #","quantity":2"#, by: world.mei, on: lunch)
            let second = try await world.choose(water, by: world.mei, on: lunch)
            let third = try await world.choose(water, by: world.tom, on: lunch)

            #expect(first.status == .created && second.status == .created)
            #expect(tooMany.status == .conflict && tooMany.code == "sold_out" && tooMany["left"].number == 1)
            #expect(tooMany["item"].text == "water" && tooMany["detail"].text == "Only one portion is left.")
            #expect(third.code == "sold_out" && third["left"].number == 0)
            #expect(third["detail"].text == "This dish is sold out. Choose another one.")
            #expect(try await world.levels() == ["water 2 2 0"])
            #expect(try await world.leila.get(lunch + "/order")["portions"].number == 2)
            #expect(try await world.isSound("orders", "stock"))
        }
    }

    @Test func `2 parts of combos and equal dishes are summed before they are held`() async throws {
        try await withOrders { world in
            let lunch = try await world.stockedLunch(["water": 4, "tofu": 9])

            let one = try await world.choose(combo, by: world.tom, on: lunch)
            let refused = try await world.choose(combo + #","quantity":2"#, by: world.mei, on: lunch)
            let other = try await world.choose(combo, by: world.mei, on: lunch)
            let alone = try await world.choose(water, by: world.mei, on: lunch)

            #expect(one.status == .created && other.status == .created)
            #expect(refused.code == "sold_out" && refused["left"].number == 2)
            #expect(alone.code == "sold_out")
            #expect(try await world.levels() == ["tofu 9 2 0", "water 4 4 0"])
            #expect(try await world.isSound("orders", "stock"))
        }
    }

    @Test func `22 another branch holds what it has enough of, and the former one gets everything back`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.stockedLunch(["cola": 5, "water": 5])
            try await world.count(3, of: "cola", at: ThaiMenu.harbour)
            try await world.count(1, of: "water", at: ThaiMenu.harbour)
            _ = try await world.choose(water + #","quantity":2"#, by: world.tom, on: lunch)
            _ = try await world.choose(ThaiMenu.pick("cola", "can"), by: world.mei, on: lunch)

            _ = try await world.leila.patch(
                lunch, #"{"restaurantId":"\#(ThaiMenu.harbour)"}"#, ifMatch: "*")

            #expect(try await world.levels(at: ThaiMenu.restaurant) == ["cola 5 0 0", "water 5 0 0"])
            #expect(try await world.levels(at: ThaiMenu.harbour) == ["cola 3 1 0", "water 1 0 0"])
            #expect(try await world.orderClock.goneDishes.runDue() == 1)
            let lines = try await world.leila.get(lunch + "/order")["lines"].elements
            #expect(lines.map { $0["gone"] } == [true, false])

            _ = try await world.move("open", "locked", by: world.leila, on: lunch)
            _ = try await world.leila.patch(
                lunch, #"{"restaurantId":"\#(ThaiMenu.restaurant)"}"#, ifMatch: "*")

            #expect(try await world.state(of: lunch) == "locked")
            #expect(try await world.levels(at: ThaiMenu.restaurant) == ["cola 5 1 0", "water 5 2 0"])
            #expect(try await world.levels(at: ThaiMenu.harbour) == ["cola 3 0 0", "water 1 0 0"])
            #expect(try await world.isSound("orders", "stock"))
        }
    }

    @Test func `what is struck, lowered, changed or restored moves what is held`() async throws {
        try await withOrders { world in
            let lunch = try await world.stockedLunch(["water": 5, "tofu": 5])
            let made = try await world.choose(water + #","quantity":3"#, by: world.tom, on: lunch)
            let line = lunch + "/order/lines/\(made["id"].text ?? "")"

            _ = try await world.tom.patch(line, #"{"quantity":2}"#, ifMatch: #""1""#)
            #expect(try await world.levels() == ["tofu 5 0 0", "water 5 2 0"])
            let more = try await world.tom.patch(line, #"{"quantity":5}"#, ifMatch: #""2""#)
            #expect(more.status == .ok)
            #expect(try await world.levels() == ["tofu 5 0 0", "water 5 5 0"])
            _ = try await world.tom.patch(line, "{\(ThaiMenu.pick("tofu"))}", ifMatch: #""3""#)
            #expect(try await world.levels() == ["tofu 5 5 0", "water 5 0 0"])
            _ = try await world.tom.delete(line, headers: [.ifMatch: #""4""#])
            #expect(try await world.levels() == ["tofu 5 0 0", "water 5 0 0"])
            _ = try await world.tom.post(line + "/restore")
            #expect(try await world.levels() == ["tofu 5 5 0", "water 5 0 0"])
            #expect(try await world.isSound("orders", "stock"))
        }
    }

    @Test func `a dish that sold out meanwhile is not restored`() async throws {
        try await withOrders { world in
            let lunch = try await world.stockedLunch(["water": 1])
            let made = try await world.choose(water, by: world.tom, on: lunch)
            let line = lunch + "/order/lines/\(made["id"].text ?? "")"
            _ = try await world.tom.delete(line, headers: [.ifMatch: #""1""#])
            _ = try await world.choose(water, by: world.mei, on: lunch)

            let restored = try await world.tom.post(line + "/restore")

            #expect(restored.code == "sold_out")
            #expect(try await world.tom.get(lunch + "/order")["lines"].elements.count == 1)
            #expect(try await world.isSound("orders", "stock"))
        }
    }

    @Test func `who declines gives portions back, and who returns gets those that are still there`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.stockedLunch(["water": 1, "tofu": 1])
            _ = try await world.choose(water, by: world.tom, on: lunch)
            _ = try await world.choose(ThaiMenu.pick("tofu"), by: world.tom, on: lunch)

            _ = try await world.tom.put(lunch + "/attendance", #"{"status":"declined"}"#)
            #expect(try await world.levels() == ["tofu 1 0 0", "water 1 0 0"])
            _ = try await world.choose(water, by: world.mei, on: lunch)
            let returned = try await world.tom.put(lunch + "/attendance", #"{"status":"attending"}"#)

            #expect(returned.status == .ok)
            #expect(try await world.levels() == ["tofu 1 1 0", "water 1 1 0"])
            let lines = try await world.tom.get(lunch + "/order")["lines"].elements
            #expect(lines.compactMap { $0["name"].text } == ["Fried tofu", "Water"])
            #expect(try await world.isSound("orders", "stock"))
        }
    }

    @Test
    func `an answer never fails because of portions, and dishes that cannot be held stay struck with a note`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.stockedLunch(["water": 2])
            _ = try await world.choose(water, by: world.tom, on: lunch)
            _ = try await world.pick("Bread", by: world.tom, on: lunch)
            _ = try await world.tom.put(lunch + "/attendance", #"{"status":"declined"}"#)
            // The restaurant keeps no portions without a deadline.
            let open = try await world.leila.patch(lunch + "/order", #"{"closesAt":null}"#, ifMatch: "*")
            #expect(open.status == .ok)

            let returned = try await world.tom.put(lunch + "/attendance", #"{"status":"attending"}"#)

            #expect(returned.status == .ok && returned["status"].text == "attending")
            let lines = try await world.tom.get(lunch + "/order")["lines"].elements
            #expect(lines.compactMap { $0["name"].text } == ["Bread"])
            #expect(try await world.levels() == ["water 2 0 0"])
            #expect(try await world.orderClock.goneDishes.runDue() == 1)
            #expect(try await world.orderClock.goneDishes.runDue() == 0)
            #expect(try await world.news(of: lunch).last == "line_gone")
            #expect(
                try await world.all("SELECT struck_why FROM order_line WHERE struck_at IS NOT NULL") == [
                    "sold_out"
                ])
            #expect(try await world.isSound("orders", "stock"))
        }
    }

    @Test func `orders that no one finished hold nothing a day after the day of the meal`() async throws {
        try await withOrders { world in
            let open = try await world.stockedLunch(["water": 9])
            _ = try await world.choose(water, by: world.tom, on: open)
            let placed = try await world.order(at: ThaiMenu.restaurant)
            let unanswered = try await world.order(at: ThaiMenu.restaurant)
            let upcoming = try await world.order(at: ThaiMenu.restaurant)
            try await world.closeTomorrow()
            for lunch in [placed, unanswered, upcoming] {
                _ = try await world.choose(water, by: world.mei, on: lunch)
                try await world.placed(lunch)
            }
            #expect(try await world.levels() == ["water 9 4 0"])
            let unansweredID = world.outing(of: unanswered)
            try await world.run(
                "UPDATE group_order SET board_number = 1, board_day = current_date WHERE outing_id = \(unansweredID)"
            )
            try await world.endMeals("1 day", except: upcoming)
            #expect(try await world.orderClock.unfinishedOrders.runDue() == 0)

            try await world.endMeals("3 days", except: upcoming)
            #expect(try await world.orderClock.unfinishedOrders.runDue() == 3)
            #expect(try await world.orderClock.unfinishedOrders.runDue() == 0)

            #expect(try await world.state(of: open) == "locked")
            #expect(try await world.state(of: placed) == "handed_over")
            #expect(try await world.state(of: unanswered) == "locked")
            #expect(try await world.state(of: upcoming) == "placed")
            try await world.run(
                "UPDATE group_order SET locked_at = now() - interval '3 hours' WHERE state = 'locked'")
            _ = try await world.orderClock.endedHolds.runDue()
            #expect(try await world.levels() == ["water 9 1 1"])
            #expect(try await world.isSound("orders", "stock"))

            let openID = world.outing(of: open)
            try await world.run(  // late, but meant
                """
                UPDATE group_order SET state = 'placed', placed_at = now(), placed_rev = rev WHERE outing_id = \(openID)
                """)
            #expect(try await world.orderClock.unfinishedOrders.runDue() == 0)
            #expect(try await world.state(of: open) == "placed")
        }
    }

    @Test func `an order without a dish that no one finished is cancelled`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder("")
            try await world.endMeals("3 days")

            #expect(try await world.orderClock.unfinishedOrders.runDue() == 1)

            #expect(try await world.state(of: lunch) == "cancelled")
            #expect(try await world.leila.get(lunch + "/order")["cancelReason"].text == "empty")
        }
    }

    @Test func `a cancelled order, an erased person and a deleted outing give everything back`() async throws
    {
        try await withOrders { world in
            let lunch = try await world.stockedLunch(["water": 9])
            _ = try await world.choose(water + #","quantity":2"#, by: world.tom, on: lunch)
            _ = try await world.choose(water + #","quantity":3"#, by: world.mei, on: lunch)

            try await world.database.batch(OrderPersonalData().erasure(of: world.cast.tom.id))
            #expect(try await world.levels() == ["water 9 3 0"])
            let cancelled = try await world.move("open", "cancelled", by: world.leila, on: lunch)
            #expect(cancelled.status == .ok)
            #expect(try await world.levels() == ["water 9 0 0"])

            let other = try await world.order(at: ThaiMenu.restaurant)
            try await world.closeTomorrow()
            _ = try await world.choose(water, by: world.tom, on: other)
            #expect(try await world.levels() == ["water 9 1 0"])
            let id = world.outing(of: other)
            try await world.run("DELETE FROM outing WHERE id = \(id)")
            #expect(try await world.levels() == ["water 9 0 0"])
            #expect(try await world.isSound("orders", "stock"))
        }
    }

    @Test(arguments: ["open", "locked"])
    func `27 a cancelled outing gives back what its order held, and is news once`(state: String) async throws
    {
        try await withOrders { world in
            let lunch = try await world.stockedLunch(["water": 9])
            _ = try await world.choose(water + #","quantity":2"#, by: world.tom, on: lunch)
            if state == "locked" { _ = try await world.move("open", "locked", by: world.leila, on: lunch) }
            #expect(try await world.levels() == ["water 9 2 0"])

            let cancelled = try await world.leila.put(lunch + "/cancellation", #"{"reason":"Rain"}"#)

            #expect(cancelled.status == .ok)
            #expect(try await world.state(of: lunch) == "cancelled")
            #expect(try await world.levels() == ["water 9 0 0"])
            #expect(try await world.news(of: lunch).count { $0 == "order_cancelled" } == 1)
            #expect(try await world.isSound("orders", "stock"))
        }
    }

    @Test func `85 an outing that no one shared gives back what its order held`() async throws {
        try await withOrders { world in
            _ = try await world.stockedLunch(["water": 9])
            let made = try await world.leila.post(
                "/v1/outings",
                #"{"title":"Lunch","restaurantId":"\#(ThaiMenu.restaurant)","startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki"}"#
            )
            let alone = "/v1/outings/\(made["id"].text ?? "")"
            _ = try await world.leila.post(alone + "/order", #"{"currency":"EUR","closesBefore":60}"#)
            try await world.closeTomorrow()
            let chosen = try await world.choose(water, by: world.leila, on: alone)
            #expect(chosen.status == .created)
            #expect(try await world.levels() == ["water 9 1 0"])

            let deleted = try await world.leila.delete(alone)

            #expect(deleted.status == .noContent)
            #expect(try await world.levels() == ["water 9 0 0"])
            #expect(try await world.isSound("orders", "stock"))
        }
    }

    @Test func `handing over sells what is held`() async throws {
        try await withOrders { world in
            let lunch = try await world.stockedLunch(["water": 9, "tofu": 3])
            _ = try await world.choose(combo, by: world.tom, on: lunch)
            _ = try await world.choose(water, by: world.mei, on: lunch)
            try await world.placed(lunch)
            #expect(try await world.levels() == ["tofu 3 1 0", "water 9 3 0"])

            let moved = try await world.move("placed", "handed_over", by: world.leila, on: lunch)

            #expect(moved.status == .ok)
            #expect(try await world.levels() == ["tofu 3 0 1", "water 9 0 3"])
            #expect(try await world.isSound("orders", "stock"))
        }
    }

    @Test func `a hand-over that cannot store the sale is not stored itself`() async throws {
        try await withOrders { world in
            let lunch = try await world.stockedLunch(["water": 9])
            _ = try await world.choose(water, by: world.tom, on: lunch)
            try await world.placed(lunch)
            // As a disk that is full in the middle of the statement.
            try await world.run(
                """
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100';
                END $$
                """)
            try await world.run(
                """
                CREATE TRIGGER refuse_sales AFTER INSERT ON stock_move FOR EACH ROW WHEN (NEW.kind = 'sale')
                EXECUTE FUNCTION refuse()
                """)

            let moved = try await world.move("placed", "handed_over", by: world.leila, on: lunch)

            #expect(moved.status == .serviceUnavailable)
            #expect(try await world.state(of: lunch) == "placed")
            #expect(try await world.levels() == ["water 9 1 0"])
            #expect(try await world.isSound("orders", "stock"))
        }
    }

    @Test func `portions of the day count before those of every day`() async throws {
        try await withOrders { world in
            let lunch = try await world.stockedLunch(["water": 1])
            try await world.count(2, of: "water", day: "2027-03-11")

            let two = try await world.choose(water + #","quantity":2"#, by: world.tom, on: lunch)
            let third = try await world.choose(water, by: world.mei, on: lunch)

            #expect(two.status == .created && third.code == "sold_out")
            #expect(try await world.levels() == ["water 1 0 0", "water 2027-03-11 2 2 0"])
        }
    }

    @Test func `an order for another day holds portions of that day, or cannot be moved`() async throws {
        try await withOrders { world in
            let lunch = try await world.stockedLunch([:])
            try await world.count(3, of: "water", day: "2027-03-11")
            try await world.count(1, of: "water", day: "2027-03-12")
            _ = try await world.choose(water + #","quantity":2"#, by: world.tom, on: lunch)

            let refused = try await world.leila.patch(
                lunch + "/order", #"{"dueAt":"2027-03-12T12:30"}"#, ifMatch: "*")
            #expect(refused.code == "sold_out" && refused["left"].number == 1)
            try await world.count(2, of: "water", day: "2027-03-12")
            let moved = try await world.leila.patch(
                lunch + "/order", #"{"dueAt":"2027-03-12T12:30"}"#, ifMatch: "*")

            #expect(moved.status == .ok)
            #expect(
                try await world.levels() == ["water 2027-03-11 3 0 0", "water 2027-03-12 2 2 0"])
            #expect(try await world.isSound("orders", "stock"))
        }
    }

    @Test func `portions are kept only until a deadline within seven days`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            try await world.count(5, of: "water")

            let far = try await world.choose(water, by: world.tom, on: lunch)
            let untracked = try await world.choose(ThaiMenu.pick("tofu"), by: world.tom, on: lunch)
            #expect(far.status == .conflict && far.code == "stock_needs_deadline")
            #expect(untracked.status == .created)
            try await world.closeTomorrow()
            let near = try await world.choose(water, by: world.tom, on: lunch)
            let away = try await world.leila.patch(lunch + "/order", #"{"closesAt":null}"#, ifMatch: "*")

            #expect(near.status == .created)
            #expect(away.code == "stock_needs_deadline")
            #expect(try await world.levels() == ["water 5 1 0"])
        }
    }

    @Test func `an item that is no longer counted is not limited, and its portions are given back`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.stockedLunch(["water": 1])
            _ = try await world.choose(water, by: world.tom, on: lunch)
            try await world.run(
                """
                INSERT INTO stock_move (restaurant_id, id, item_key, day, kind, quantity)
                SELECT restaurant_id, gen_random_uuid(), item_key, day, 'stop', 0 FROM stock
                """)

            let more = try await world.choose(water + #","quantity":4"#, by: world.tom, on: lunch)

            #expect(more.status == .created && more["quantity"].number == 5)
            #expect(try await world.levels() == ["water 1 0 0"])
        }
    }

    @Test func `as last time leaves out what is sold out`() async throws {
        try await withOrders { world in
            let lunch = try await world.stockedLunch([:])
            _ = try await world.choose(water, by: world.tom, on: lunch)
            _ = try await world.choose(ThaiMenu.pick("tofu"), by: world.tom, on: lunch)
            let next = try await world.order(at: ThaiMenu.restaurant)
            try await world.count(0, of: "water")
            try await world.closeTomorrow()

            let again = try await world.tom.post(next + "/order/lines/again", "{}")

            #expect(again["added"].elements.compactMap { $0["name"].text } == ["Fried tofu"])
            #expect(again["skipped"][0]["why"].text == "sold_out")
            #expect(try await world.parts().count == 3)
            #expect(try await world.isSound("orders", "stock"))
        }
    }

    @Test func `placing an order holds its portions again, or says that they are gone`() async throws {
        try await withOrders { world in
            let lunch = try await world.stockedLunch(["water": 2])
            _ = try await world.choose(water + #","quantity":2"#, by: world.tom, on: lunch)
            _ = try await world.move("open", "locked", by: world.leila, on: lunch)
            try await world.run("UPDATE group_order SET locked_at = now() - interval '3 hours'")
            #expect(try await world.orderClock.endedHolds.runDue() == 1)
            #expect(try await world.levels() == ["water 2 0 0"])
            #expect(try await world.news(of: lunch).last == "order_portions_released")
            #expect(try await world.orderClock.endedHolds.runDue() == 0)

            let other = try await world.order(at: ThaiMenu.restaurant)
            try await world.closeTomorrow()
            _ = try await world.choose(water, by: world.mei, on: other)
            let blocked = try await world.move("locked", "placed", by: world.leila, on: lunch)
            // What is sold out cannot be placed all the same.
            let refused = try await world.leila.post(
                lunch + "/order/transitions", #"{"from":"locked","to":"placed","despite":["item_off"]}"#)
            #expect(blocked["blockers"].elements == [.string("item_off")])
            #expect(refused.code == "sold_out" && refused["left"].number == 1)
            #expect(try await world.state(of: lunch) == "locked")
            _ = try await world.move("open", "cancelled", by: world.leila, on: other)
            let placed = try await world.move("locked", "placed", by: world.leila, on: lunch)

            #expect(placed.status == .ok)
            #expect(try await world.levels() == ["water 2 2 0"])
            #expect(try await world.isSound("orders", "stock"))
        }
    }

    @Test func `3 two hundred people who order at once get fifty of fifty portions`() async throws {
        try await withOrders { world in
            var lunches = [try await world.stockedLunch(["water": 50])]
            for _ in 1..<20 { lunches.append(try await world.order(at: ThaiMenu.restaurant)) }
            try await world.closeTomorrow()
            let visitors = [world.leila, world.tom, world.mei]
            let last = lunches[19]
            // An empty order cannot be locked.
            _ = try await world.choose(water, by: world.mei, on: last)

            let answers = try await withThrowingTaskGroup(of: (code: String?, isCreated: Bool).self) {
                group in
                group.addTask {
                    let answer = try await world.move("open", "locked", by: world.leila, on: last)
                    return (answer.code, false)
                }
                for number in 0..<200 {
                    let lunch = lunches[number % 20]
                    // Two orders in different orders of their items, so that they would block each other.
                    let pick =
                        number.isMultiple(of: 2)
                        ? water
                        : combo.replacing(
                            #",{"slot":"drink","item":"water"},{"slot":"drink","item":"water"}"#,
                            with: #",{"slot":"drink","item":"water"}"#)
                    group.addTask {
                        let answer = try await world.choose(pick, by: visitors[number / 20 % 3], on: lunch)
                        return (answer.code, answer.status == .created)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let late = try await world.choose(water, by: world.mei, on: last)

            #expect(answers.count { $0.isCreated } == 49)
            #expect(answers.count { ["sold_out", "order_locked"].contains($0.code) } == 151)
            #expect(late.code == "order_locked")
            #expect(try await world.levels() == ["water 50 50 0"])
            for lunch in lunches {
                let order = try await world.leila.get(lunch + "/order")
                guard order["portions"].number ?? 0 > 0 else { continue }
                try await world.placed(lunch)
                _ = try await world.move("placed", "handed_over", by: world.leila, on: lunch)
            }
            #expect(try await world.levels() == ["water 50 0 50"])
            #expect(try await world.isSound("orders", "stock"))
        }
    }
}
