import Access
import HTTPTypes
import JSON
import Jobs
import Journal
import Menus
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing
import Venues

@testable import Orders

/// The board of a venue: its orders from the placing to the hand-over.
@Suite struct BoardTests {
    @Test func `an order appears with its number, is accepted with a time, made and handed over`()
        async throws
    {
        try await withPlacedOrder { world, lunch, venue, order in
            let board = try await world.stranger.get(venue + "/board")
            let transitions = venue + "/orders/\(order)/transitions"
            let accepted = try await world.stranger.post(
                transitions, #"{"from":"placed","to":"accepted","promisedAt":"2027-03-11T12:45"}"#)
            let same = try await world.stranger.post(transitions, #"{"from":"placed","to":"accepted"}"#)
            let stale = try await world.stranger.post(transitions, #"{"from":"placed","to":"ready"}"#)
            let group = try await world.leila.get(lunch + "/order")
            for (from, to) in [("accepted", "preparing"), ("preparing", "ready"), ("ready", "handed_over")] {
                let answer = try await world.stranger.post(
                    transitions, #"{"from":"\#(from)","to":"\#(to)"}"#)
                #expect(answer["state"].text == to)
            }

            #expect(board["orders"][0]["number"].number == 1)
            #expect(board["orders"][0]["lines"][0]["person"].text == "Tom")
            #expect(board["portions"][0]["portions"].number == 1)
            #expect(accepted["promisedAt"].text?.contains("12:45") == true && same.status == .ok)
            #expect(stale.code == "order_state" && stale["state"].text == "accepted")
            #expect(group["state"].text == "accepted" && group["number"].number == 1)
            #expect(try await world.stranger.get(venue + "/board")["orders"].elements == [])
            #expect(try await world.stranger.get(venue + "/orders")["items"].elements.count == 1)
            #expect(
                try await world.news(of: lunch).suffix(4) == [
                    "order_promised", "order_preparing", "order_ready", "order_handed_over",
                ])
            #expect(try await world.isSound("orders", "venues"))
        }
    }

    @Test func `the venue alone answers, and the group takes the order back until it has`() async throws {
        try await withPlacedOrder { world, lunch, venue, order in
            let own = try await world.move("placed", "accepted", by: world.leila, on: lunch)
            let back = try await world.move("placed", "locked", by: world.leila, on: lunch)
            let gone = try await world.stranger.get(venue + "/board")
            let late = try await world.stranger.post(
                venue + "/orders/\(order)/transitions", #"{"from":"placed","to":"accepted"}"#)
            let direct = try await world.move("locked", "accepted", by: world.leila, on: lunch)

            #expect(own.code == "venue_answers" && back.status == .ok)
            #expect(gone["orders"].elements == [] && late.code == "not_found")
            #expect(direct.code == "venue_answers")
        }
    }

    @Test func `a rejected order goes back to the group with the venue's words`() async throws {
        try await withPlacedOrder { world, lunch, venue, order in
            let transitions = venue + "/orders/\(order)/transitions"
            let silent = try await world.stranger.post(transitions, #"{"from":"placed","to":"rejected"}"#)
            let rejected = try await world.stranger.post(
                transitions, #"{"from":"placed","to":"rejected","reason":"The oven is broken"}"#)
            let group = try await world.leila.get(lunch + "/order")
            let again = try await world.move("locked", "placed", by: world.leila, on: lunch)

            #expect(silent["errors"][0]["code"].text == "reason_missing" && rejected.status == .ok)
            #expect(group["state"].text == "locked" && group["rejection"].text == "The oven is broken")
            #expect(group["lines"].elements.count == 1)
            #expect(again["rejection"] == .null && again["number"].number != nil)
            #expect(try await world.news(of: lunch).contains("order_rejected"))
        }
    }

    @Test func `45 of a venue that accepts and a host who cancels, one wins, and the other hears the state`()
        async throws
    {
        try await withPlacedOrder { world, lunch, venue, order in
            async let accepting = world.stranger.post(
                venue + "/orders/\(order)/transitions", #"{"from":"placed","to":"accepted"}"#)
            async let cancelling = world.move("placed", "cancelled", by: world.leila, on: lunch)
            let answers = try await [accepting, cancelling]

            let state = try await world.state(of: lunch)
            let late = try #require(answers.first { $0.status != .ok })
            #expect(answers.count { $0.status == .ok } == 1)
            #expect(late.status == .conflict && late.code == "order_state")
            #expect(late["state"].text == state && ["accepted", "cancelled"].contains(state))
            #expect(try await world.isSound("orders", "venues"))
        }
    }

    @Test func `44 an order that two coordinators place gets one number`() async throws {
        try await withPlacedOrder { world, _, venue, _ in
            let lunch = try await world.order(
                at: ThaiMenu.restaurant, #""closesBefore":60,"coordinatorId":"\#(world.cast.tom.id)""#)
            _ = try await world.choose(ThaiMenu.curry, by: world.tom, on: lunch)
            _ = try await world.move("open", "locked", by: world.leila, on: lunch)

            async let first = world.move("locked", "placed", by: world.leila, on: lunch)
            async let second = world.move("locked", "placed", by: world.tom, on: lunch)
            for answer in try await [first, second] {
                #expect(answer.status == .ok && answer["number"].number == 2)
            }

            let orders = try await world.stranger.get(venue + "/orders")["items"].elements
            #expect(orders.compactMap { $0["number"].number }.sorted() == [1, 2])
            let placed: [Int] = try await world.all(
                "SELECT count(*) FROM order_event WHERE kind = 'placed' GROUP BY order_id")
            #expect(placed == [1, 1])
            #expect(try await world.isSound("orders", "venues"))
        }
    }

    @Test func `85 an outing that no one shared stays while a place makes its order`() async throws {
        try await withPlacedOrder { world, _, venue, _ in
            let (alone, order) = try await world.placedAlone()
            let transitions = venue + "/orders/\(order)/transitions"
            _ = try await world.stranger.post(transitions, #"{"from":"placed","to":"accepted"}"#)

            let refused = try await world.leila.delete(alone)
            let state = try await world.state(of: alone)
            for (from, to) in [("accepted", "preparing"), ("preparing", "ready"), ("ready", "handed_over")] {
                _ = try await world.stranger.post(transitions, #"{"from":"\#(from)","to":"\#(to)"}"#)
            }
            let deleted = try await world.leila.delete(alone)

            #expect(refused.status == .conflict && refused.code == "order_placed" && state == "accepted")
            #expect(deleted.status == .noContent)
            #expect(try await world.isSound("orders", "venues"))
        }
    }

    @Test(arguments: [
        (["placed"], "cancelled"), (["placed", "accepted"], "cancelled"),
        (["placed", "accepted", "preparing"], "preparing"),
    ])
    func `85 an erased host's order is cancelled on the board, or stays if the place prepares it`(
        states: [String], end: String
    ) async throws {
        try await withPlacedOrder { world, _, venue, shared in
            let (_, alone) = try await world.placedAlone()
            for order in [shared, alone] {
                for (from, to) in zip(states, states.dropFirst()) {
                    let moved = try await world.stranger.post(
                        venue + "/orders/\(order)/transitions", #"{"from":"\#(from)","to":"\#(to)"}"#)
                    #expect(moved.status == .ok)
                }
            }

            try await world.database.transaction { transaction in
                try await OutingPersonalData(record: world.record).erase(world.cast.leila.id, in: transaction)
            }

            let board = try await world.stranger.get(venue + "/board")["orders"].elements
            for order in [shared, alone] {
                #expect(board.first { $0["id"].text == order }?["state"].text == end)
            }
            #expect(try await world.isSound("orders", "venues"))
        }
    }

    @Test func `84 the words of a venue stay text, whatever links and markup they have`() async throws {
        try await withPlacedOrder { world, lunch, venue, order in
            let words = #"<a href="https://x.example">Pay here</a> https://y.example"#
            let body =
                #"{"from":"placed","to":"rejected","reason":"\#(words.replacing("\"", with: "\\\""))"}"#

            _ = try await world.stranger.post(venue + "/orders/\(order)/transitions", body)

            #expect(try await world.leila.get(lunch + "/order")["rejection"].text == words)
            let news: [String] = try await world.all(
                """
                SELECT change ->> 'words' FROM outing_change, jsonb_array_elements(patch) AS change
                 WHERE change ->> 'kind' = 'order_rejected'
                """)
            #expect(news == [words])
        }
    }

    @Test func `those who run an order are asked once to call an open venue that does not answer`()
        async throws
    {
        try await withPlacedOrder { world, lunch, venue, order in
            let alone = try await world.placedAlone().path
            func report(_ minutes: Int, after hours: String?) async throws -> Int {
                try await world.run("UPDATE restaurant SET opening_hours = \(hours), phone = '+358912345'")
                try await world.run(
                    """
                    UPDATE group_order SET placed_at = now() - make_interval(mins => \(minutes)::int)
                     WHERE state = 'placed'
                    """)
                return try await world.orderClock.unansweredOrders.runDue()
            }
            let accepted = try await world.stranger.post(
                venue + "/orders/\(order)/transitions", #"{"from":"placed","to":"accepted"}"#)

            let early = try await report(2, after: nil)
            let closed = try await report(4, after: "off")
            let open = try await report(4, after: "24/7")
            let again = try await world.orderClock.unansweredOrders.runDue()

            #expect(accepted.status == .ok)
            #expect(early == 0 && closed == 0 && open == 1 && again == 0)
            #expect(try await world.news(of: lunch).contains("order_unanswered") == false)
            #expect(try await world.news(of: alone).last == "order_unanswered")
            let phone: String = try await world.one(
                """
                SELECT change ->> 'phone' FROM outing_change, jsonb_array_elements(patch) AS change
                 WHERE change ->> 'kind' = 'order_unanswered'
                """)
            #expect(phone == "+358912345")
            #expect(try await world.isSound("orders", "venues"))
        }
    }

    @Test func `only those who run an order are asked to call its venue, until it has answered`() {
        let (leila, tom, mei) = (PersonID.make(), PersonID.make(), PersonID.make())
        let change = OrderUnansweredChange(order: .make(), coordinator: tom, place: "Thai Garden", phone: nil)
        func isNews(_ person: PersonID, _ role: AttendanceRole) -> Bool {
            let standing = Standing(role: role, status: .attending)
            return change.isNews(to: NewsReader(person, standing), as: standing, among: [:])
        }
        let rejected = OrderRejectionChange(
            order: change.order, coordinator: tom, place: "Thai Garden", words: "The oven is broken")

        #expect(isNews(tom, .invitee) && isNews(leila, .host) && !isNews(mei, .invitee))
        #expect(change.isOutdated(by: Change(rejected)))
    }

    @Test func `a dish that changed is unseen until someone has seen it`() async throws {
        try await withPlacedOrder { world, lunch, venue, order in
            let line = try await world.leila.get(lunch + "/order")["lines"][0]["id"].text ?? ""
            _ = try await world.leila.patch(
                lunch + "/order/lines/\(line)", #"{"quantity":2}"#, ifMatch: "*")

            let changed = try await world.stranger.get(venue + "/board")["orders"][0]
            let seen = try await world.stranger.put(
                venue + "/orders/\(order)/seen",
                #"{"revision":\#(Int(changed["revision"].number ?? 0))}"#)

            #expect(changed["hasUnseenChanges"] == .boolean(true))
            #expect(changed["lines"][0]["isUnseen"] == .boolean(true))
            #expect(seen["hasUnseenChanges"] == .boolean(false))
        }
    }

    @Test func `a venue sees no orders of another, and members of the group no board`() async throws {
        try await withPlacedOrder { world, _, venue, order in
            try await world.run(
                """
                INSERT INTO venue (restaurant_id, state, verified_at)
                VALUES (\(RestaurantID(ThaiMenu.harbour)), 'verified', now())
                """)
            try await world.run(
                """
                INSERT INTO venue_person (restaurant_id, person_id, role)
                VALUES (\(RestaurantID(ThaiMenu.harbour)), \(world.cast.mei.id), 'owner')
                """)
            let others = "/v1/venues/\(ThaiMenu.harbour)"

            #expect(try await world.leila.get(venue + "/board").code == "not_found")
            #expect(try await world.mei.get(venue + "/board").code == "not_found")
            let answer = try await world.mei.post(
                others + "/orders/\(order)/transitions", #"{"from":"placed","to":"accepted"}"#)
            #expect(answer.code == "not_found")
        }
    }

    @Test func `an item that is off cannot be picked, and comes back`() async throws {
        try await withPlacedOrder { world, lunch, venue, _ in
            let item = venue + "/items/green-curry/availability"
            let other = try await world.order(at: ThaiMenu.restaurant)
            let off = try await world.stranger.put(item, #"{"state":"off"}"#)
            let refused = try await world.choose(ThaiMenu.curry, by: world.tom, on: other)
            let on = try await world.stranger.put(item, #"{"state":"on"}"#)
            let chosen = try await world.choose(ThaiMenu.curry, by: world.tom, on: other)
            let unknown = try await world.stranger.put(
                venue + "/items/nothing/availability", #"{"state":"off"}"#)

            #expect(off.status == .noContent && refused.code == "item_off")
            #expect(on.status == .noContent && chosen.status == .created)
            #expect(unknown.code == "not_found")
            #expect(try await world.tom.put(item, #"{"state":"off"}"#).code == "not_found")
            #expect(try await world.leila.get(lunch + "/order")["lines"].elements.count == 1)
        }
    }

    @Test func `a ready order is recalled, and people who know that it was ready are notified`() async throws
    {
        try await withPlacedOrder { world, lunch, venue, order in
            let transitions = venue + "/orders/\(order)/transitions"
            for (from, to) in [("placed", "accepted"), ("accepted", "ready"), ("ready", "preparing")] {
                let answer = try await world.stranger.post(
                    transitions, #"{"from":"\#(from)","to":"\#(to)"}"#)
                #expect(answer["state"].text == to)
            }
            let recalled = try await world.stranger.get(venue + "/board")["orders"][0]
            let kinds = try await world.leila.get(lunch + "/order/events")["items"].elements.compactMap(
                \.["kind"].text)

            #expect(recalled["state"].text == "preparing" && recalled["readyAt"] == .null)
            #expect(kinds.prefix(2) == ["recalled", "ready"])
            #expect(try await world.news(of: lunch).suffix(2) == ["order_ready", "order_preparing"])
            #expect(try await world.isSound("orders", "venues"))
        }
    }

    @Test func `the board is in the order of the time, promised or wanted, then of the numbers`() async throws
    {
        try await withPlacedOrder { world, _, venue, first in
            var orders = [first]
            for _ in 0..<3 {
                let lunch = try await world.order(at: ThaiMenu.restaurant)
                _ = try await world.choose(ThaiMenu.curry, by: world.tom, on: lunch)
                _ = try await world.move("open", "locked", by: world.leila, on: lunch)
                orders.append(
                    try await world.move("locked", "placed", by: world.leila, on: lunch)["id"].text ?? "")
            }
            try await world.run(
                "UPDATE group_order SET due_at = due_at - interval '1 hour' WHERE id = \(GroupOrderID(orders[3]))"
            )
            let promised = try await world.stranger.post(
                venue + "/orders/\(orders[1])/transitions",
                #"{"from":"placed","to":"accepted","promisedAt":"2027-03-11T13:45"}"#)

            let board = try await world.stranger.get(venue + "/board")["orders"].elements

            #expect(promised.status == .ok)
            #expect(board.compactMap(\.["id"].text) == [orders[3], orders[0], orders[2], orders[1]])
            #expect(board.compactMap(\.["number"].number) == [4, 1, 3, 2])
        }
    }
}
