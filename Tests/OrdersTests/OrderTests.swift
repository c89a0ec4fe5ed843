import HTTPTypes
import JSON
import Jobs
import NoonishAPI
import Orders
import Outings
import Postgres
import TestSupport
import Testing

/// The life of an order. Numbers are those of the edge cases in `docs/orders.md`.
struct OrderTests {
    @Test func `is opened, locked, placed, promised and handed over, with its news`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            try await world.pick("Pad Thai", by: world.tom, on: lunch)

            let locked = try await world.move("open", "locked", by: world.leila, on: lunch)
            let placed = try await world.move(
                "locked", "placed", #""takenBy":"Somchai""#, by: world.leila, on: lunch)
            let promised = try await world.move(
                "placed", "accepted", #""promisedAt":"2027-03-11T12:45""#, by: world.leila, on: lunch)
            _ = try await world.move("accepted", "ready", by: world.leila, on: lunch)
            let ended = try await world.move("ready", "handed_over", by: world.leila, on: lunch)

            #expect(locked["lockedAt"].text != nil)
            #expect(placed["takenBy"].text == "Somchai")
            #expect(promised["promisedAt"].text == "2027-03-11T12:45:00+02:00")
            #expect(ended["state"].text == "handed_over")
            #expect(
                try await world.news(of: lunch) == [
                    "order_opened", "order_locked", "order_placed", "order_promised", "order_ready",
                    "order_handed_over",
                ])
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `is one alive an outing, and needs a place and a currency`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            let elsewhere = try await world.lunch("")

            let second = try await world.leila.post(lunch + "/order", #"{"currency":"EUR"}"#)
            let nowhere = try await world.leila.post(elsewhere + "/order", #"{"currency":"EUR"}"#)
            let unknown = try await world.leila.post(
                elsewhere + "/order", #"{"place":"Pier","currency":"XXQ"}"#)

            #expect(second.code == "order_exists")
            #expect(nowhere.code == "no_place")
            #expect(unknown.status == .unprocessableContent)
            #expect(unknown["errors"][0]["pointer"].text == "/currency")
        }
    }

    @Test func `5 a pick after the deadline is refused with its time before any worker locks the order`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            try await world.pick("Pad Thai", by: world.tom, on: lunch)
            try await world.passDeadlines()

            let late = try await world.mei.post(lunch + "/order/lines", #"{"name":"Soup"}"#)

            #expect(late.status == .conflict)
            #expect(late.code == "order_locked")
            #expect(late["closedAt"].text != nil)
            let closing = try await world.mei.get(lunch + "/order")
            #expect(closing["state"].text == "open" && closing["takesPicks"] == false)
            #expect(try await world.orderClock.locks.runDue() == 1)
            #expect(try await world.orderClock.locks.runDue() == 0)
            #expect(try await world.state(of: lunch) == "locked")
        }
    }

    @Test func `6 a deadline in the spring gap is refused, and one in the autumn hour is the first`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunch()

            let skipped = try await world.leila.post(
                lunch + "/order",
                #"{"currency":"EUR","dueAt":"2027-03-28T12:00","closesAt":"2027-03-28T03:30"}"#)
            let doubled = try await world.leila.post(
                lunch + "/order",
                #"{"currency":"EUR","dueAt":"2027-10-31T12:00","closesAt":"2027-10-31T03:30"}"#)

            #expect(skipped.status == .unprocessableContent && skipped.code == "time_skipped")
            #expect(skipped["errors"][0]["pointer"].text == "/closesAt")
            #expect(skipped["detail"].text?.contains("02:30") == true)
            #expect(skipped["detail"].text?.contains("04:30") == true)
            #expect(doubled["closesAt"].text == "2027-10-31T03:30:00+03:00")
        }
    }

    @Test func `8 a deadline that has passed is refused`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()

            let past = try await world.leila.patch(
                lunch + "/order", #"{"closesAt":"2026-01-01T10:00"}"#, ifMatch: "*")
            let late = try await world.leila.patch(
                lunch + "/order", #"{"closesAt":"2027-03-11T13:00"}"#, ifMatch: "*")

            #expect(past.code == "deadline_past")
            #expect(try await world.state(of: lunch) == "open")
            #expect(late.code == "after_due")
        }
    }

    @Test func `9 an order that no one picked from is cancelled at its deadline`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            try await world.passDeadlines()

            try await world.orderClock.locks.runDue()

            let order = try await world.leila.get(lunch + "/order")
            #expect(order["state"].text == "cancelled")
            #expect(order["cancelReason"].text == "empty")
            #expect(try await world.leila.get(lunch)["state"].text == "set")
        }
    }

    @Test func `22 another place cancels an order that is open`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            try await world.pick("Pad Thai", by: world.tom, on: lunch)

            _ = try await world.leila.patch(lunch, #"{"place":"Pier"}"#, ifMatch: "*")

            let order = try await world.leila.get(lunch + "/order")
            #expect(order["state"].text == "cancelled")
            #expect(order["cancelReason"].text == "place_changed")
            #expect(order["lines"].elements.count == 1)
        }
    }

    @Test func `22 another restaurant of the same name is another place`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            let other = try await world.restaurant("Thai Garden")

            let moved = try await world.leila.patch(lunch, #"{"restaurantId":"\#(other)"}"#, ifMatch: "*")

            #expect(moved["restaurant"]["name"].text == "Thai Garden")
            #expect(try await world.leila.get(lunch + "/order")["cancelReason"].text == "place_changed")
        }
    }

    @Test func `23 another place is refused once the order is placed`() async throws {
        try await withOrders { world in
            let lunch = try await world.placedOrder()

            let refused = try await world.leila.patch(lunch, #"{"place":"Pier"}"#, ifMatch: "*")

            #expect(refused.code == "order_placed")
            #expect(try await world.leila.get(lunch)["place"].text == "Thai Garden")
        }
    }

    @Test func `deleting a shared outing says that it is shared, whatever its order is`() async throws {
        try await withOrders { world in
            let lunch = try await world.placedOrder()

            let refused = try await world.leila.delete(lunch)

            #expect(refused.status == .conflict && refused.code == "outing_shared")
            #expect(try await world.state(of: lunch) == "placed")
        }
    }

    @Test func `24 an open order follows the outing's start, a placed one keeps its time`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            try await world.pick("Pad Thai", by: world.tom, on: lunch)

            _ = try await world.leila.patch(lunch, #"{"startsAt":"2027-03-11T13:30"}"#, ifMatch: "*")
            let moved = try await world.leila.get(lunch + "/order")
            _ = try await world.move("open", "locked", by: world.leila, on: lunch)
            _ = try await world.move("locked", "placed", by: world.leila, on: lunch)
            _ = try await world.leila.patch(lunch, #"{"startsAt":"2027-03-11T14:30"}"#, ifMatch: "*")

            #expect(moved["dueAt"].text == "2027-03-11T13:30:00+02:00")
            #expect(moved["closesAt"].text == "2027-03-11T12:30:00+02:00")
            #expect(try await world.leila.get(lunch + "/order")["dueAt"].text == "2027-03-11T13:30:00+02:00")
        }
    }

    @Test func `27 a cancelled outing closes its order in the same revision`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            try await world.pick("Pad Thai", by: world.tom, on: lunch)

            _ = try await world.leila.put(lunch + "/cancellation", #"{"reason":"Rain"}"#)

            #expect(try await world.state(of: lunch) == "cancelled")
            #expect(try await world.news(of: lunch) == ["order_opened", "order_cancelled"])
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `36 the host runs the order when its coordinator is removed`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder(#""coordinatorId":"\#(world.cast.tom.id)""#)
            try await world.pick("Pad Thai", by: world.mei, on: lunch)
            let byTom = try await world.move("open", "locked", by: world.tom, on: lunch)
            let byMei = try await world.move("locked", "open", by: world.mei, on: lunch)

            _ = try await world.leila.delete(lunch + "/attendees/\(world.cast.tom.id)")

            #expect(byTom.status == .ok)
            #expect(byMei.status == .forbidden)
            let order = try await world.leila.get(lunch + "/order")
            #expect(order["coordinator"]["id"].text == world.cast.leila.id.description)
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `39 a price that is missing and a limit that is passed are to be seen before placing`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder(#""limitPerHead":"15.00""#)
            try await world.pick("Pad Thai", #""price":"9.50","quantity":2"#, by: world.tom, on: lunch)
            try await world.pick("Soup", "", by: world.mei, on: lunch)
            _ = try await world.move("open", "locked", by: world.leila, on: lunch)

            let blocked = try await world.move("locked", "placed", by: world.leila, on: lunch)
            let placed = try await world.move(
                "locked", "placed", #""despite":["price_unknown","over_limit"]"#, by: world.leila, on: lunch)

            #expect(blocked.code == "blocked")
            #expect(blocked["blockers"].elements.compactMap(\.text) == ["price_unknown", "over_limit"])
            #expect(placed["state"].text == "placed")
        }
    }

    @Test func `44 a transition that two coordinators ask for happens once`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder(#""coordinatorId":"\#(world.cast.tom.id)""#)
            try await world.pick("Pad Thai", by: world.tom, on: lunch)
            _ = try await world.move("open", "locked", by: world.leila, on: lunch)

            async let first = world.move("locked", "placed", by: world.leila, on: lunch)
            async let second = world.move("locked", "placed", by: world.tom, on: lunch)
            for answer in try await [first, second] {
                #expect(answer.status == .ok && answer["state"].text == "placed")
            }
            let again = try await world.move("locked", "placed", by: world.leila, on: lunch)
            let other = try await world.move("open", "locked", by: world.leila, on: lunch)

            #expect(again.status == .ok)
            #expect(other.code == "order_state")
            #expect(other["state"].text == "placed")
            #expect(try await world.news(of: lunch).count { $0 == "order_placed" } == 1)
        }
    }

    @Test func `is reopened with a new deadline and taken back from the place`() async throws {
        try await withOrders { world in
            let lunch = try await world.placedOrder()

            let back = try await world.move("placed", "locked", by: world.leila, on: lunch)
            let open = try await world.move(
                "locked", "open", #""closesAt":"2027-03-11T12:00""#, by: world.leila, on: lunch)

            _ = try await world.move("open", "locked", by: world.leila, on: lunch)
            let late = try await world.move(
                "locked", "open", #""closesAt":"2027-03-11T13:00""#, by: world.leila, on: lunch)

            #expect(late.code == "after_due" && late["errors"][0]["pointer"].text == "/closesAt")
            #expect(back["placedAt"].text == nil)
            #expect(open["closesAt"].text == "2027-03-11T12:00:00+02:00")
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `asks those who are missing, once in six hours, and never those who want nothing`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            try await world.pick("Pad Thai", by: world.leila, on: lunch)
            let passed = try await world.mei.put(lunch + "/order/pass")

            let asked = try await world.leila.post(lunch + "/order/nudge")
            let again = try await world.leila.post(lunch + "/order/nudge")

            #expect(passed["passed"] == true)
            #expect(asked["items"].elements.compactMap { $0["name"].text } == [world.cast.tom.name])
            #expect(again.code == "order_nudged_recently")
            #expect(try await world.news(of: lunch).last == "order_wanted")
        }
    }
}

extension OrderTests {
    @Test func `steps that can be repeated are charged by the people on a long list, and others never`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            let id = try #require(world.outing(of: lunch))
            try await world.pick("Pad Thai", by: world.tom, on: lunch)
            try await world.addInvitees(30, to: id)
            try await world.database.transaction { transaction in
                try await ReachLimit.take(4_978, by: world.cast.leila.id, in: transaction)
            }

            let moved = try await world.leila.patch(
                lunch + "/order", #"{"closesBefore":90}"#, ifMatch: "*")
            let handedOver = try await world.leila.patch(
                lunch + "/order", #"{"coordinatorId":"\#(world.cast.tom.id)"}"#, ifMatch: "*")
            let locked = try await world.move("open", "locked", by: world.leila, on: lunch)
            let reopened = try await world.move("locked", "open", by: world.leila, on: lunch)
            let placed = try await world.move("locked", "placed", by: world.leila, on: lunch)
            let takenBack = try await world.move("placed", "locked", by: world.leila, on: lunch)
            let cancelled = try await world.move("placed", "cancelled", by: world.leila, on: lunch)
            let opened = try await world.leila.post(lunch + "/order", #"{"currency":"EUR"}"#)

            for refused in [moved, handedOver, reopened, takenBack, opened] {
                #expect(refused.status == .tooManyRequests && refused.left == "reach: 20")
            }
            for done in [locked, placed, cancelled] { #expect(done.status == .ok) }
        }
    }
}

extension TestWorld {
    /// An order with a dish of Tom's that was placed.
    func placedOrder() async throws -> String {
        let lunch = try await lunchWithOrder()
        try await pick("Pad Thai", by: tom, on: lunch)
        _ = try await move("open", "locked", by: leila, on: lunch)
        let placed = try await move("locked", "placed", by: leila, on: lunch)
        guard placed.status == .ok else { throw Unexpected(placed) }
        return lunch
    }
}
