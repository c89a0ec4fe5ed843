import HTTPTypes
import JSON
import Jobs
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Orders

/// What happens at the deadline of an order.
struct OrderDeadlineTests {
    private let places = #""closesBefore":60,"atDeadline":"place""#

    @Test func `people can choose after a deadline that reminds, and its coordinator is notified once`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder(#""closesBefore":60,"atDeadline":"remind""#)
            try await world.passDeadlines()

            #expect(try await world.orderClock.locks.runDue() == 0)
            #expect(try await world.orderClock.reminders.runDue() == 1)
            #expect(try await world.orderClock.reminders.runDue() == 0)
            try await world.pick("Soup", by: world.tom, on: lunch)
            let order = try await world.tom.get(lunch + "/order")
            _ = try await world.leila.post(lunch + "/order/nudge")
            _ = try await world.move("open", "locked", by: world.leila, on: lunch)
            let late = try await world.mei.post(lunch + "/order/lines", #"{"name":"Rice"}"#)

            #expect(order["state"].text == "open" && order["takesPicks"] == true)
            #expect(late.code == "order_locked")
            #expect(
                try await world.news(of: lunch) == [
                    "order_opened", "order_deadline_passed", "order_wanted", "order_locked",
                ])
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `another deadline reminds again, and one that locks ends the picks`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder(#""closesBefore":60,"atDeadline":"remind""#)
            try await world.pick("Soup", by: world.tom, on: lunch)
            try await world.passDeadlines()
            _ = try await world.orderClock.reminders.runDue()

            let moved = try await world.leila.patch(
                lunch + "/order", #"{"closesBefore":30}"#, ifMatch: "*")
            try await world.passDeadlines()
            let again = try await world.orderClock.reminders.runDue()
            // The food can be moved although the deadline has passed.
            try await world.run("UPDATE group_order SET closes_before = NULL")
            let due = try await world.leila.patch(
                lunch + "/order", #"{"dueAt":"2027-03-11T13:30"}"#, ifMatch: "*")

            #expect(moved.status == .ok && again == 1)
            #expect(due.status == .ok, "\(due.text)")
            let back = try await world.leila.patch(
                lunch + "/order", #"{"closesBefore":30,"atDeadline":"lock"}"#, ifMatch: "*")
            try await world.passDeadlines()
            #expect(back.status == .ok)
            #expect(try await world.orderClock.locks.runDue() == 1)
            #expect(try await world.state(of: lunch) == "locked")
        }
    }

    @Test func `an order cannot be placed at its deadline where no venue takes it, or without a deadline`()
        async throws
    {
        try await withOrders { world in
            try await world.openThaiGarden(nil)
            let lunch = try await world.lunch(#""restaurantId":"\#(ThaiMenu.restaurant)""#)
            func open(_ members: String) async throws -> TestSupport.Answer {
                try await world.leila.post(lunch + "/order", #"{"currency":"EUR",\#(members)}"#)
            }

            let unclaimed = try await open(places)
            let undated = try await open(#""atDeadline":"remind""#)
            let opened = try await open(#""closesBefore":60"#)
            let changed = try await world.leila.patch(
                lunch + "/order", #"{"atDeadline":"place"}"#, ifMatch: "*")
            try await world.venue("lead_minutes", "0", takesOrders: true)
            let possible = try await world.leila.patch(
                lunch + "/order", #"{"atDeadline":"place"}"#, ifMatch: "*")
            let without = try await world.leila.patch(
                lunch + "/order", #"{"closesBefore":null}"#, ifMatch: "*")

            for refused in [unclaimed, changed] {
                #expect(refused.status == .unprocessableContent && refused.code == "no_board")
                #expect(refused["errors"][0]["pointer"].text == "/atDeadline")
            }
            #expect(undated.code == "deadline_needed" && opened.status == .created)
            #expect(possible.status == .ok && possible["atDeadline"].text == "place")
            #expect(without.code == "deadline_needed")
            #expect(try await world.leila.get(lunch + "/order")["closesBefore"].number == 60)
        }
    }

    @Test func `an order that was closed by hand is placed at its deadline`() async throws {
        try await withOrders { world in
            try await world.openThaiGarden(nil)
            try await world.venue("lead_minutes", "0", takesOrders: true)
            let lunch = try await world.openOrder(places)
            _ = try await world.move("open", "locked", by: world.leila, on: lunch)

            let early = try await world.orderClock.placements.runDue()
            try await world.passDeadline(of: lunch)
            let placed = try await world.orderClock.placements.runDue()
            let order = try await world.leila.get(lunch + "/order")
            // What the group takes back after its deadline waits for a person.
            _ = try await world.move("placed", "locked", by: world.leila, on: lunch)
            let again = try await world.orderClock.placements.runDue()

            #expect(early == 0 && placed == 1 && again == 0)
            #expect(order["state"].text == "placed" && order["number"].number == 1)
            #expect(try await world.state(of: lunch) == "locked")
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `an order that its venue gave back is not placed again`() async throws {
        try await withOrders { world in
            try await world.openThaiGarden(nil)
            try await world.venue("lead_minutes", "0", takesOrders: true)
            let lunch = try await world.openOrder(places)
            _ = try await world.move("open", "locked", by: world.leila, on: lunch)
            try await world.run("UPDATE group_order SET rejection = 'The oven is broken'")
            try await world.passDeadline(of: lunch)

            #expect(try await world.orderClock.placements.runDue() == 0)
            let reopened = try await world.move("locked", "open", by: world.leila, on: lunch)
            #expect(reopened.status == .ok && reopened["rejection"] == .null)
        }
    }

    @Test func `what keeps an order from being placed at its deadline is said`() async throws {
        try await withOrders { world in
            try await world.openThaiGarden(nil)
            try await world.venue("most_portions", "2", takesOrders: true)
            let lunch = try await world.openOrder(places)
            try await world.pick("Tea", "", by: world.mei, on: lunch)
            try await world.passDeadlines()
            _ = try await world.orderClock.locks.runDue()

            #expect(try await world.obstacles(of: lunch) == ["price_unknown", "above_maximum"])

            let other = try await world.openOrder(places)
            try await world.run("UPDATE venue SET most_portions = NULL, takes_orders = false")
            try await world.passDeadlines()
            _ = try await world.orderClock.locks.runDue()
            #expect(try await world.obstacles(of: other) == ["no_board"])
        }
    }

    @Test func `an order is not placed after the food was due, and not a day later`() async throws {
        try await withOrders { world in
            try await world.openThaiGarden(nil)
            try await world.venue("order_min_minor", "1", takesOrders: true)
            let lunch = try await world.openOrder(places)
            try await world.run("UPDATE group_order SET due_at = now() - interval '20 minutes'")
            try await world.passDeadlines()
            let other = try await world.openOrder(places)
            try await world.run(
                """
                UPDATE group_order SET closes_at = now() - interval '25 hours'
                 WHERE state = 'open' AND closes_at > now()
                """)

            _ = try await world.orderClock.locks.runDue()

            #expect(try await world.obstacles(of: lunch) == ["lead_time"])
            #expect(try await world.state(of: lunch) == "locked")
            #expect(try await world.state(of: other) == "locked")
        }
    }

    @Test func `portions that are gone at the deadline leave the order locked`() async throws {
        try await withOrders { world in
            let lunch = try await world.stockedLunch(["water": 2])
            try await world.venue("lead_minutes", "0", takesOrders: true)
            _ = try await world.choose(ThaiMenu.pick("water"), by: world.tom, on: lunch)
            _ = try await world.choose(ThaiMenu.pick("water"), by: world.mei, on: lunch)
            _ = try await world.move("open", "locked", by: world.leila, on: lunch)
            // The order let its portions go, and one of them was eaten by others.
            try await world.run("UPDATE group_order SET locked_at = now() - interval '3 hours'")
            #expect(try await world.orderClock.endedHolds.runDue() == 1)
            try await world.count(1, of: "water")
            try await world.run("UPDATE group_order SET at_deadline = 'place'")
            try await world.passDeadline(of: lunch)

            #expect(try await world.orderClock.placements.runDue() == 1)
            #expect(try await world.state(of: lunch) == "locked")
            #expect(try await world.obstacles(of: lunch) == ["sold_out"])
            #expect(try await world.isSound("orders", "stock"))
        }
    }

    @Test func `a failure while an order is placed leaves it locked, and others are placed`() async throws {
        try await withOrders { world in
            try await world.openThaiGarden(nil)
            try await world.venue("lead_minutes", "0", takesOrders: true)
            let broken = try await world.openOrder(places)
            let sound = try await world.openOrder(places)
            try await world.passDeadlines()
            try await world.run(
                """
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100';
                END $$
                """)
            let outing = try #require(world.outing(of: broken))
            try await world.database.run(
                script: """
                    CREATE TRIGGER refuse_places BEFORE INSERT ON order_event FOR EACH ROW
                      WHEN (NEW.kind = 'placed' AND NEW.outing_id = '\(outing)') EXECUTE FUNCTION refuse()
                    """)

            _ = try await world.orderClock.locks.runDue()

            #expect(try await world.state(of: broken) == "locked")
            #expect(try await world.state(of: sound) == "placed")
            #expect(try await world.obstacles(of: broken) == ["failed"])
            #expect(try await world.orderClock.placements.runDue() == 0)
            #expect(try await world.isSound("orders"))
        }
    }
}

extension TestWorld {
    /// Lets the deadline of one order pass, also if it is locked.
    fileprivate func passDeadline(of lunch: String) async throws {
        let id = outing(of: lunch)
        try await run(
            "UPDATE group_order SET closes_at = now() - interval '10 seconds' WHERE outing_id = \(id)")
    }

    /// What the last notification says keeps an order from being placed.
    fileprivate func obstacles(of lunch: String) async throws -> [String] {
        let id = outing(of: lunch)
        return try await all(
            """
            SELECT jsonb_array_elements_text(e.change -> 'obstacles')
              FROM outing_change AS c
             CROSS JOIN LATERAL jsonb_array_elements(c.patch) AS e (change)
             WHERE c.outing_id = \(id) AND e.change ->> 'kind' IN ('order_not_placed', 'order_minimum_missed')
            """)
    }
}
