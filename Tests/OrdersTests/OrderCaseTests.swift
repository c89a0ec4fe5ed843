import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Orders

/// Further edge cases of orders, by their numbers in `docs/orders.md`.
struct OrderCaseTests {
    @Test func `4 a pick that began before the deadline and waited past it counts`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()

            let pick = try await world.database.transaction { transaction in
                try await transaction.execute(
                    Command("test.lock_order", "SELECT FROM group_order FOR NO KEY UPDATE"))
                let pick = Task { try await world.tom.post(lunch + "/order/lines", #"{"name":"Soup"}"#) }
                _ = try await eventually("it waits") {
                    let waiting: [Int] = try await world.all(
                        """
                        SELECT count(*) FROM pg_stat_activity
                         WHERE datname = current_database() AND wait_event_type = 'Lock'
                        """)
                    return waiting == [0] ? nil : true
                }
                try await transaction.execute(
                    Command("test.close", "UPDATE group_order SET closes_at = clock_timestamp()"))
                return pick
            }
            let picked = try await pick.value
            let late = try await world.mei.post(lunch + "/order/lines", #"{"name":"Soup"}"#)

            #expect(picked.status == .created)
            #expect(late.code == "order_locked")
        }
    }

    @Test func `7 times that a new version of tzdata moved follow their wall times`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            let before = try await world.leila.get(lunch + "/order")
            try await world.run(
                """
                UPDATE group_order SET due_at = due_at + interval '1 hour', closes_at = closes_at + interval '1 hour'
                """)

            let corrected = try await world.orderClock.recompute()
            let again = try await world.orderClock.recompute()

            let after = try await world.leila.get(lunch + "/order")
            #expect(corrected == 1 && again == 0)
            #expect(after["dueAt"] == before["dueAt"] && after["closesAt"] == before["closesAt"])
            #expect(after["closesBefore"].number == 60)
            // The displayed times are the same, so no one is notified.
            #expect(try await world.news(of: lunch) == ["order_opened"])
            let event = try await world.leila.get(lunch + "/order/events")["items"][0]
            #expect(event["fields"].elements.compactMap(\.text) == ["closesAt", "dueAt"])
            #expect(try await world.isSound("orders"))
        }
    }

    @Test(arguments: [("accepted", "cancelled"), ("preparing", "preparing")])
    func `28, 29 a cancelled outing cancels its order unless the place prepares it`(
        state: String, after: String
    ) async throws {
        try await withOrders { world in
            let lunch = try await world.placedOrder()
            let moved = try await world.move("placed", state, by: world.leila, on: lunch)
            #expect(moved["staysIfCancelled"] == .boolean(state == "preparing"))

            let cancelled = try await world.leila.put(lunch + "/cancellation", #"{"reason":"Rain"}"#)

            #expect(cancelled.status == .ok)
            #expect(try await world.state(of: lunch) == after)
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `30 an outing that is taken up again has no order until another is opened`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            try await world.pick("Soup", by: world.tom, on: lunch)
            _ = try await world.leila.put(lunch + "/cancellation", #"{"reason":"Rain"}"#)

            _ = try await world.leila.delete(lunch + "/cancellation")
            let left = try await world.state(of: lunch)
            let opened = try await world.leila.post(lunch + "/order", #"{"currency":"EUR"}"#)

            #expect(left == "cancelled")
            #expect(opened.status == .created && opened["lines"].elements.isEmpty)
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `30 hosts order again for everyone who still comes what was cancelled`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            let repeating = #"{"currency":"EUR","repeats":true}"#
            let shared = #""price":"8.00","sharedWith":[{"personId":"\#(world.cast.mei.id)"}]"#
            try await world.pick("Soup", by: world.tom, on: lunch)
            try await world.pick("Platter", shared, by: world.tom, on: lunch)
            try await world.pick("Rice", by: world.mei, on: lunch)
            _ = try await world.leila.put(lunch + "/cancellation", #"{"reason":"Rain"}"#)
            _ = try await world.leila.delete(lunch + "/cancellation")
            _ = try await world.mei.put(lunch + "/attendance", #"{"status":"declined"}"#)

            let kronor = try await world.leila.post(
                lunch + "/order", #"{"currency":"SEK","repeats":true}"#)
            let opened = try await world.leila.post(lunch + "/order", repeating)
            let never = try await world.leila.post(try await world.lunch() + "/order", repeating)

            #expect(kronor.code == "nothing_before" && never.code == "nothing_before")
            #expect(opened.status == .created)
            let lines = opened["lines"].elements
            #expect(lines.compactMap { $0["name"].text } == ["Soup", "Platter"])
            #expect(
                lines.allSatisfy { $0["setBy"]["name"].text == "Leila" && $0["sharers"].elements.isEmpty })
            #expect(
                try await world.news(of: lunch).suffix(3) == [
                    "order_opened", "line_set_for_you", "line_set_for_you",
                ])
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `32 a coordinator gives a dish to another person, who can give it back`() async throws {
        try await withOrders { world in
            let (tom, mei) = (world.cast.tom.id, world.cast.mei.id)
            let lunch = try await world.lunchWithOrder()
            let line = try await world.pick("Soup", by: world.tom, on: lunch)
            try await world.pick("Soup", by: world.mei, on: lunch)
            let path = lunch + "/order/lines/\(line)"
            let toMei = #"{"personId":"\#(mei)"}"#
            let byTom = try await world.tom.patch(path, toMei, ifMatch: "*")
            _ = try await world.move("open", "locked", by: world.leila, on: lunch)
            _ = try await world.tom.put(lunch + "/attendance", #"{"status":"declined"}"#)

            let given = try await world.leila.patch(path, toMei, ifMatch: #""1""#)
            let toTom = try await world.mei.patch(path, #"{"personId":"\#(tom)"}"#, ifMatch: "*")
            let leila = world.cast.leila.id
            let dearer = try await world.mei.patch(
                path, #"{"personId":"\#(leila)","name":"Lobster","price":"99","quantity":9}"#, ifMatch: "*")
            let back = try await world.mei.patch(path, #"{"personId":"\#(leila)"}"#, ifMatch: "*")
            let stranger = try await world.leila.patch(
                path, #"{"personId":"\#(world.cast.stranger.id)"}"#, ifMatch: "*")
            let absent = try await world.leila.patch(path, #"{"personId":"\#(tom)"}"#, ifMatch: "*")

            #expect(byTom.status == .forbidden && toTom.status == .forbidden)
            #expect(given["person"]["id"].text == mei.description && given["setBy"]["name"].text == "Leila")
            #expect(dearer.code == "order_locked")
            #expect(back.status == .ok && back["person"]["name"].text == "Leila")
            #expect(back["name"].text == "Soup" && back["quantity"].number == 1)
            #expect(stranger.code == "person_not_on_the_list" && absent.code == "answer_first")
            #expect(try await world.news(of: lunch).suffix(2) == ["line_given", "line_given"])
            let event = try await world.leila.get(lunch + "/order/events")["items"][0]
            #expect(event["fields"].elements.compactMap(\.text) == ["personId"])
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `31 a person who comes after all has their dishes back, for a quarter of an hour`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            try await world.pick("Soup", by: world.tom, on: lunch)
            try await world.pick("Rice", by: world.mei, on: lunch)
            for visitor in [world.tom, world.mei] {
                _ = try await visitor.put(lunch + "/attendance", #"{"status":"declined"}"#)
            }
            try await world.run(
                """
                UPDATE order_line SET struck_at = struck_at - interval '16 minutes' WHERE name = 'Rice'
                """)

            for visitor in [world.tom, world.mei] {
                _ = try await visitor.put(lunch + "/attendance", #"{"status":"attending"}"#)
            }

            let lines = try await world.leila.get(lunch + "/order")["lines"].elements
            #expect(lines.compactMap { $0["name"].text } == ["Soup"])
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `31 the dish of a person who does not come is not put back`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            let soup = try await world.pick("Soup", by: world.tom, on: lunch)
            let rice = try await world.pick("Rice", by: world.mei, on: lunch)
            _ = try await world.tom.put(lunch + "/attendance", #"{"status":"declined"}"#)
            _ = try await world.leila.delete(lunch + "/attendees/\(world.cast.mei.id)")

            let own = try await world.tom.post(lunch + "/order/lines/\(soup)/restore")
            let others = try await world.leila.post(lunch + "/order/lines/\(rice)/restore")

            #expect(own.code == "answer_first" && others.code == "answer_first")
            #expect(try await world.leila.get(lunch + "/order")["lines"].elements.isEmpty)
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `31, 33 people who leave no longer share a dish of an open order`() async throws {
        try await withOrders { world in
            let (tom, mei) = (world.cast.tom.id, world.cast.mei.id)
            let lunch = try await world.lunchWithOrder()
            let shared = #""price":"12.00","sharedWith":[{"personId":"\#(mei)","weight":3}]"#
            try await world.pick("Platter", shared, by: world.tom, on: lunch)
            func sharers() async throws -> [String] {
                try await world.tom.get(lunch + "/order")["lines"][0]["sharers"].elements
                    .compactMap { $0["person"]["id"].text }
            }
            let both = try await sharers()

            _ = try await world.mei.put(lunch + "/attendance", #"{"status":"declined"}"#)
            let absent = try await world.tom.post(lunch + "/order/lines", #"{"name":"Rice",\#(shared)}"#)

            #expect(Set(both) == [tom.description, mei.description])
            #expect(try await sharers().isEmpty)
            #expect(
                absent.code == "person_not_on_the_list"
                    && absent["errors"][0]["pointer"].text == "/sharedWith")
            let event = try await world.leila.get(lunch + "/order/events")["items"][0]
            #expect(event["kind"].text == "line_edited")
            #expect(event["fields"].elements.compactMap(\.text) == ["sharedWith"])
            #expect(try await world.isSound("orders"))
        }
    }

    @Test(arguments: [true, false])
    func `35 who runs the order stays when the host hands over, unless it was the host`(byHost: Bool)
        async throws
    {
        try await withOrders { world in
            let runner = byHost ? world.cast.leila.id : world.cast.mei.id
            let lunch = try await world.lunchWithOrder(#""coordinatorId":"\#(runner)""#)

            let handed = try await world.leila.post(
                lunch + "/hosts/transfer", #"{"personId":"\#(world.cast.tom.id)"}"#)

            #expect(handed.status == .ok)
            let order = try await world.tom.get(lunch + "/order")
            let expected = byHost ? world.cast.tom.id : world.cast.mei.id
            #expect(order["coordinator"]["id"].text == expected.description)
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `46 no one changes a dish that the place is making`() async throws {
        try await withOrders { world in
            let lunch = try await world.placedOrder()
            let line = try await world.leila.get(lunch + "/order")["lines"][0]["id"].text ?? ""
            let path = lunch + "/order/lines/\(line)"
            let accepted = try await world.leila.patch(path, #"{"quantity":2}"#, ifMatch: "*")

            _ = try await world.move("placed", "preparing", by: world.leila, on: lunch)
            let edited = try await world.leila.patch(path, #"{"quantity":3}"#, ifMatch: "*")
            let struck = try await world.leila.delete(path, headers: [.ifMatch: "*"])

            #expect(accepted["amended"] == true)
            #expect(edited.code == "order_locked" && struck.code == "order_locked")
        }
    }

    @Test func `85 an outing that no one shared goes with its order`() async throws {
        try await withOrders { world in
            let made = try await world.leila.post(
                "/v1/outings",
                #"{"title":"Lunch","place":"Thai Garden","startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki"}"#
            )
            let lunch = "/v1/outings/\(made["id"].text ?? "")"
            _ = try await world.leila.post(lunch + "/order", #"{"currency":"EUR"}"#)
            try await world.pick("Soup", by: world.leila, on: lunch)

            let deleted = try await world.leila.delete(lunch)

            #expect(deleted.status == .noContent)
            let left: Int = try await world.one("SELECT count(*) FROM group_order")
            #expect(left == 0)
        }
    }
}
