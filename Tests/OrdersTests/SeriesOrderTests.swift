import Access
import Foundation
import HTTPTypes
import JSON
import Jobs
import NoonishAPI
import Postgres
import Privacy
import TestSupport
import Testing

@testable import Orders

/// Orders that the dates of a series open by themselves.
struct SeriesOrderTests {
    @Test func `each date opens its order by itself, with the deadline, budget and place of the series`()
        async throws
    {
        try await withSeriesOrders { world in
            let series = try await world.dailySeries(
                order: #""limitPerHead":"15","fulfilment":"pick_up","note":"No bags""#)
            let lunch = try await series.outing()
            let before = try await world.leila.get(lunch + "/order").status

            async let first = world.orderClock.seriesOrders.runDue()
            async let second = world.orderClock.seriesOrders.runDue()
            let opened = try await first + second

            #expect(before == .notFound)
            #expect(opened == 2)
            let order = try await world.leila.get(lunch + "/order")
            #expect(order["state"].text == "open" && order["place"].text == "Thai Garden")
            #expect(order["closesAt"].text == "\(try await series.date())T10:00:00+00:00")
            #expect(order["closesBefore"].number == 120 && order["limitPerHeadMinor"].number == 1_500)
            #expect(order["fulfilment"].text == "pick_up" && order["note"].text == "No bags")
            #expect(order["coordinator"]["id"].text == "\(world.cast.leila.id)")
            #expect(try await world.news(of: lunch) == ["order_opened"])
            let events = try await world.leila.get(lunch + "/order/events")["items"].elements
            #expect(events.map { $0["actor"] } == [.null])
            #expect(try await world.isSound("orders", "series"))
        }
    }

    @Test func `an order opens six days before, and not again once it was cancelled`() async throws {
        try await withSeriesOrders { world in
            let series = try await world.dailySeries()
            let lunch = try await series.outing()
            let id = world.outing(of: lunch)
            try await world.run(
                """
                UPDATE outing SET starts_at = now() + interval '6 days 1 hour',
                                  starts_wall = (now() + interval '6 days 1 hour') AT TIME ZONE time_zone
                """)

            let early = try await world.orderClock.seriesOrders.runDue()
            try await world.run(
                """
                UPDATE outing SET starts_at = now() + interval '6 days',
                                  starts_wall = (now() + interval '6 days') AT TIME ZONE time_zone
                 WHERE id = \(id)
                """)
            let due = try await world.orderClock.seriesOrders.runDue()
            let cancelled = try await world.move("open", "cancelled", by: world.leila, on: lunch)
            let after = try await world.orderClock.seriesOrders.runDue()

            #expect(early == 0 && due == 1 && after == 0)
            #expect(cancelled["state"].text == "cancelled")
        }
    }

    @Test func `no order opens after its deadline, without a place, or for a cancelled date`() async throws {
        try await withSeriesOrders { world in
            let series = try await world.dailySeries(at: #""note":"Somewhere""#)
            let unplaced = try await world.orderClock.seriesOrders.runDue()
            try await world.run(
                """
                UPDATE outing SET place_name = 'Pier', starts_at = now() + interval '119 minutes',
                                  starts_wall = (now() + interval '119 minutes') AT TIME ZONE time_zone
                """)
            let late = try await world.orderClock.seriesOrders.runDue()
            try await world.run(
                """
                UPDATE outing SET cancelled_at = now(), cancelled_by = host_id, starts_at = now() + interval '2 days',
                                  starts_wall = (now() + interval '2 days') AT TIME ZONE time_zone
                """)
            let cancelled = try await world.orderClock.seriesOrders.runDue()
            let removed = try await world.leila.delete(series.path + "/order")
            try await world.run("UPDATE outing SET cancelled_at = NULL, cancelled_by = NULL")
            let none = try await world.orderClock.seriesOrders.runDue()

            #expect(unplaced == 0 && late == 0 && cancelled == 0 && none == 0)
            #expect(removed.status == .noContent)
        }
    }

    @Test func `people who answered later run the orders in turn, each named shortly before picks end`()
        async throws
    {
        try await withSeriesOrders { world in
            let series = try await world.dailySeries(order: #""rotates":true"#)
            let lunches = [try await series.outing(0), try await series.outing(1)]
            try await world.orderClock.seriesOrders.runDue()
            for lunch in lunches { try await series.attend(world.tom, lunch) }
            try await world.orderClock.requests.runDue()
            let before = [
                try await world.coordinator(of: lunches[0]), try await world.coordinator(of: lunches[1]),
            ]

            var named: [PersonID] = []
            for lunch in lunches {
                try await world.closeSoon(lunch)
                try await world.orderClock.requests.runDue()
                named.append(try await world.coordinator(of: lunch))
            }

            #expect(before == [world.cast.leila.id, world.cast.leila.id])
            #expect(Set(named) == [world.cast.leila.id, world.cast.tom.id])
            let toms = try #require(named.firstIndex(of: world.cast.tom.id))
            #expect(try await world.news(of: lunches[toms]).contains("order_coordinator"))
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `an order that opened late has its coordinator too, and one named by the host stays`()
        async throws
    {
        try await withSeriesOrders { world in
            let series = try await world.dailySeries(order: #""rotates":true"#)
            let lunches = [try await series.outing(0), try await series.outing(1)]
            for lunch in lunches {
                for visitor in [world.tom, world.mei] { try await series.attend(visitor, lunch) }
            }
            try await world.orderClock.seriesOrders.runDue()
            _ = try await world.leila.patch(
                lunches[0] + "/order", #"{"coordinatorId":"\#(world.cast.mei.id)"}"#, ifMatch: "*")
            try await world.closeSoon(lunches[0])
            try await world.orderClock.requests.runDue()
            let chosen = try await world.coordinator(of: lunches[0])
            _ = try await world.leila.patch(
                lunches[0] + "/order", #"{"coordinatorId":"\#(world.cast.leila.id)"}"#, ifMatch: "*")
            try await world.closeSoon(lunches[1], openedAgo: "1 minute")

            try await world.orderClock.requests.runDue()

            #expect(chosen == world.cast.mei.id)
            #expect(try await world.coordinator(of: lunches[1]) != world.cast.leila.id)
            #expect(try await !world.news(of: lunches[1]).contains("order_wanted"))
        }
    }

    @Test func `the next person runs the order of a coordinator who declines or leaves`() async throws {
        try await withSeriesOrders { world in
            let (tom, mei) = (world.cast.tom.id, world.cast.mei.id)
            let series = try await world.dailySeries(order: #""rotates":true"#)
            let (first, lunch) = (try await series.outing(0), try await series.outing(1))
            for visitor in [world.tom, world.mei] { try await series.attend(visitor, lunch) }
            try await world.orderClock.seriesOrders.runDue()
            try await world.run(
                "UPDATE group_order SET coordinator_id = \(tom) WHERE outing_id = \(world.outing(of: lunch))")

            _ = try await world.tom.put(lunch + "/attendance", #"{"status":"declined"}"#)
            let afterDeclining = try await world.coordinator(of: lunch)
            _ = try await world.leila.delete(lunch + "/attendees/\(mei)")
            let afterLeaving = try await world.coordinator(of: lunch)
            try await series.attend(world.tom, first)
            try await world.run(
                "UPDATE group_order SET coordinator_id = \(tom) WHERE outing_id = \(world.outing(of: first))")
            try await world.database.batch(OrderPersonalData().erasure(of: tom))

            // Leila runs the order of the date before.
            #expect(afterDeclining == mei)
            #expect(afterLeaving == world.cast.leila.id)
            #expect(try await world.coordinator(of: first) == world.cast.leila.id)
            #expect(
                try await world.news(of: lunch).filter { $0 == "order_coordinator" }.count == 2)
        }
    }

    @Test func `an order that was cancelled with its date or place opens again`() async throws {
        try await withSeriesOrders { world in
            let series = try await world.dailySeries()
            let lunch = try await series.outing()
            try await world.orderClock.seriesOrders.runDue()

            let moved = try await world.leila.patch(series.path, #"{"place":"Pier"}"#, ifMatch: "*")
            let cancelled = try await world.state(of: lunch)
            let elsewhere = try await world.orderClock.seriesOrders.runDue()
            let place = try await world.leila.get(lunch + "/order")["place"].text
            let date = try await series.date()
            let skipped = try await world.leila.post(series.path + "/skips", #"{"date":"\#(date)"}"#)
            let none = try await world.orderClock.seriesOrders.runDue()
            _ = try await world.leila.delete(series.path + "/skips/\(date)")
            let reinstated = try await world.orderClock.seriesOrders.runDue()

            #expect(moved.status == .ok && cancelled == "cancelled" && skipped.status.code < 300)
            #expect(elsewhere == 2 && place == "Pier")
            #expect(none == 0 && reinstated == 1)
            #expect(try await world.state(of: lunch) == "open")
            #expect(try await world.isSound("orders", "series"))
        }
    }

    @Test func `no order opens for a series that ended, or for a date of another host`() async throws {
        try await withSeriesOrders { world in
            let ended = try await world.dailySeries()
            let given = try await world.dailySeries()
            let id = given.path.split(separator: "/").last.map(String.init)
            try await world.run(
                "UPDATE series SET host_id = \(world.cast.tom.id) WHERE id = \(id)::text::uuid")

            #expect(try await world.leila.delete(ended.path).status == .noContent)
            #expect(try await world.orderClock.seriesOrders.runDue() == 0)
        }
    }

    @Test func `the order of a series is deleted 30 days after the series is over`()
        async throws
    {
        try await withSeriesOrders { world in
            let series = try await world.dailySeries(order: #""address":"Kaisaniemenkatu 1""#)
            let removal = try #require(Retention.orderTexts.removal)
            try await world.database.execute(removal(Date() + 60 * 86_400))
            let active: Int = try await world.one("SELECT count(*) FROM series_order")
            _ = try await world.leila.delete(series.path)
            try await world.database.execute(removal(Date() + 20 * 86_400))
            let kept: Int = try await world.one("SELECT count(*) FROM series_order")

            try await world.database.execute(removal(Date() + 60 * 86_400))

            #expect(active == 1 && kept == 1)
            #expect(try await world.one("SELECT count(*) FROM series_order") == 0)
        }
    }

    @Test func `a standing order repeats what is as it was, and says what is not`() async throws {
        try await withSeriesOrders { world in
            let before = try await world.lunchFromMenu()
            _ = try await world.choose(ThaiMenu.curry, by: world.tom, on: before)
            _ = try await world.choose(ThaiMenu.pick("water"), by: world.tom, on: before)
            let shared =
                #""price":"9.50","sharedWith":[{"personId":"\#(world.cast.mei.id)"},{"personId":"\#(world.cast.tom.id)"}]"#
            try await world.pick("Platter", shared, by: world.tom, on: before)
            // The curry is on the menu for a month of 2027 only.
            try await world.publishMenu(
                (#""priceMinor": 200, "tax": "drink""#, #""priceMinor": 250, "tax": "drink""#),
                (#", "firstDay": "2027-03-11", "lastDay": "2027-04-11""#, ""))
            let series = try await world.dailySeries(at: #""restaurantId":"\#(ThaiMenu.restaurant)""#)
            let lunch = try await series.outing()
            try await series.attend(world.tom, lunch)
            let set = try await world.tom.put(series.path + "/order/standing", #"{"repeats":true}"#)

            try await world.orderClock.seriesOrders.runDue()
            let handled = try await world.orderClock.standingOrders.runDue()
            let order = try await world.tom.get(lunch + "/order")

            #expect(set["repeats"] == .boolean(true) && handled == 1)
            #expect(order["lines"].elements.compactMap { $0["name"].text } == ["Green curry"])
            #expect(order["lines"][0]["unitMinor"].number == 1_840 && order["lines"][0]["setBy"] == .null)
            let skipped = order["repetition"]["skipped"].elements
            #expect(order["repetition"]["added"].number == 1)
            #expect(skipped.compactMap { $0["name"].text } == ["Water", "Platter"])
            #expect(skipped.compactMap { $0["why"].text } == ["price_moved", "shared"])
            #expect(skipped[0]["previousUnitMinor"].number == 200 && skipped[0]["unitMinor"].number == 250)
            #expect(try await world.mei.get(lunch + "/order")["repetition"] == .null)
            #expect(try await world.news(of: lunch).suffix(1) == ["order_repeated"])

            // What a person takes off stays off.
            let line = try #require(order["lines"][0]["id"].text)
            let struck = try await world.tom.delete(
                lunch + "/order/lines/\(line)", headers: [.ifMatch: "*"])
            #expect(struck.status == .noContent)
            #expect(try await world.orderClock.standingOrders.runDue() == 0)
            #expect(try await world.tom.get(lunch + "/order")["lines"].elements.isEmpty)
            #expect(try await world.isSound("orders", "stock"))
        }
    }

    @Test func `a dish that the menu lost is left out and named`() async throws {
        try await withSeriesOrders { world in
            let before = try await world.lunchFromMenu()
            _ = try await world.choose(ThaiMenu.pick("water"), by: world.tom, on: before)
            try await world.publishMenu(
                (#""key": "water""#, #""key": "still-water""#),
                (#""item": "water""#, #""item": "still-water""#))
            let series = try await world.dailySeries(at: #""restaurantId":"\#(ThaiMenu.restaurant)""#)
            let lunch = try await series.outing()
            try await series.attend(world.tom, lunch)
            _ = try await world.tom.put(series.path + "/order/standing", #"{"repeats":true}"#)

            try await world.orderClock.seriesOrders.runDue()
            try await world.orderClock.standingOrders.runDue()

            let order = try await world.tom.get(lunch + "/order")
            #expect(order["lines"].elements.isEmpty && order["repetition"]["added"].number == 0)
            #expect(order["repetition"]["skipped"][0]["why"].text == "not_served")
            #expect(try await world.orderClock.standingOrders.runDue() == 0)
        }
    }

    @Test func `people who answer later get their dishes then, and others none`() async throws {
        try await withSeriesOrders { world in
            let before = try await world.lunchWithOrder()
            try await world.pick("Soup", by: world.tom, on: before)
            try await world.pick("Rice", by: world.mei, on: before)
            let series = try await world.dailySeries()
            let lunch = try await series.outing()
            for visitor in [world.tom, world.mei] {
                _ = try await visitor.put(series.path + "/order/standing", #"{"repeats":true}"#)
            }
            try await world.orderClock.seriesOrders.runDue()
            let unanswered = try await world.orderClock.standingOrders.runDue()
            try await series.attend(world.tom, lunch)
            _ = try await world.mei.put(series.path + "/order/standing", #"{"repeats":false}"#)
            try await series.attend(world.mei, lunch)

            async let first = world.orderClock.standingOrders.runDue()
            async let second = world.orderClock.standingOrders.runDue()
            let answered = try await first + second

            #expect(unanswered == 0 && answered == 1)
            let names = try await world.leila.get(lunch + "/order")["lines"].elements.map { $0["name"].text }
            #expect(names == ["Soup"])
            #expect(try await world.mei.get(series.path + "/order")["repeats"] == .boolean(false))
        }
    }

    @Test func `a dish that is sold out is left out alone`() async throws {
        try await withSeriesOrders { world in
            let before = try await world.lunchFromMenu()
            for item in ["tofu", "water"] {
                _ = try await world.choose(ThaiMenu.pick(item), by: world.tom, on: before)
            }
            try await world.pick("Soup", by: world.tom, on: before)
            let series = try await world.dailySeries(at: #""restaurantId":"\#(ThaiMenu.restaurant)""#)
            let lunch = try await series.outing()
            try await world.count(0, of: "water")
            try await world.orderClock.seriesOrders.runDue()
            try await series.attend(world.tom, lunch)
            _ = try await world.tom.put(series.path + "/order/standing", #"{"repeats":true}"#)

            try await world.orderClock.standingOrders.runDue()

            let order = try await world.tom.get(lunch + "/order")
            let names = order["lines"].elements.compactMap { $0["name"].text }
            let skipped = order["repetition"]["skipped"].elements
            #expect(Set(names) == ["Fried tofu", "Soup"] && names.count == 2)
            #expect(skipped.compactMap { $0["name"].text } == ["Water"])
            #expect(skipped.compactMap { $0["why"].text } == ["sold_out"])
            #expect(order["repetition"]["added"].number == 2)
            #expect(try await world.isSound("orders", "stock"))
        }
    }

    @Test func `a dish that was typed is ordered again whatever the menu has become`() async throws {
        try await withSeriesOrders { world in
            let before = try await world.lunchFromMenu()
            _ = try await world.choose(ThaiMenu.pick("water"), by: world.tom, on: before)
            try await world.pick("Soup", by: world.tom, on: before)
            try await world.publishMenu((#""currency": "EUR""#, #""currency": "SEK""#))
            let series = try await world.dailySeries(at: #""restaurantId":"\#(ThaiMenu.restaurant)""#)
            let lunches = [try await series.outing(0), try await series.outing(1)]
            _ = try await world.tom.put(series.path + "/order/standing", #"{"repeats":true}"#)
            try await series.attend(world.tom, lunches[0])
            try await world.orderClock.seriesOrders.runDue()
            try await world.orderClock.standingOrders.runDue()
            try await series.attend(world.tom, lunches[1])

            let order = try await world.tom.get(lunches[0] + "/order")
            let again = try await world.tom.post(lunches[1] + "/order/lines/again")

            #expect(order["lines"].elements.compactMap { $0["name"].text } == ["Soup"])
            #expect(order["repetition"]["skipped"][0]["why"].text == "another_currency")
            #expect(again.status.code < 300 && again["added"].elements.count == 1)
        }
    }

    @Test func `an order without a deadline has standing orders too`() async throws {
        try await withSeriesOrders { world in
            let before = try await world.lunchWithOrder()
            try await world.pick("Soup", by: world.tom, on: before)
            let series = try await world.dailySeries()
            let lunch = try await series.outing()
            _ = try await world.tom.put(series.path + "/order/standing", #"{"repeats":true}"#)
            try await world.orderClock.seriesOrders.runDue()
            _ = try await world.leila.patch(lunch + "/order", #"{"closesAt":null}"#, ifMatch: "*")
            try await series.attend(world.tom, lunch)

            try await world.orderClock.standingOrders.runDue()

            let order = try await world.tom.get(lunch + "/order")
            #expect(order["closesAt"] == .null && order["lines"].elements.count == 1)
        }
    }

    @Test func `the dishes of a crowd are ordered in one run`() async throws {
        try await withSeriesOrders { world in
            let series = try await world.dailySeries()
            let lunch = try await series.outing()
            let crowd = OrderLimits.repetitionBatch + 1
            for number in 1...crowd {
                let person = try await Cast.member("Person \(number)", in: world.database).id
                try await world.run(
                    """
                    WITH standing AS (
                         INSERT INTO series_order_person (series_id, person_id)
                         SELECT series_id, \(person) FROM outing WHERE id = \(world.outing(of: lunch)))
                    INSERT INTO attendance (outing_id, person_id, id, role, status, responded_at)
                    VALUES (\(world.outing(of: lunch)), \(person), gen_random_uuid(), 'invitee', 'attending', now())
                    """)
            }
            try await world.orderClock.seriesOrders.runDue()

            let handled = try await world.orderClock.standingOrders.runDue()

            #expect(handled == 1)
            #expect(
                try await world.one("SELECT count(*) FROM order_repetition WHERE result IS NOT NULL") == crowd
            )
        }
    }

    @Test func `leaving a series ends the standing order`() async throws {
        try await withSeriesOrders { world in
            let series = try await world.dailySeries()
            _ = try await world.tom.put(series.path + "/order/standing", #"{"repeats":true}"#)

            let left = try await world.tom.delete(series.path + "/people/\(world.cast.tom.id)")
            _ = try await world.leila.post(series.path + "/people", #"{"people":["\#(world.cast.tom.id)"]}"#)

            #expect(left.status == .noContent)
            #expect(try await world.one("SELECT count(*) FROM series_order_person") == 0)
        }
    }

    @Test func `only the host sets the order, and what is wrong changes nothing`() async throws {
        try await withSeriesOrders { world in
            let series = try await world.dailySeries(order: nil)
            let path = series.path + "/order"
            let faults = [
                #"{"currency":"EUR"}"#, #"{"closesBefore":60}"#, #"{"closesBefore":7201,"currency":"EUR"}"#,
                #"{"closesBefore":60,"currency":"XXY"}"#,
                #"{"closesBefore":60,"currency":"EUR","limitPerHead":"0"}"#,
                #"{"closesBefore":60,"currency":"EUR","limitPerHead":"-1"}"#,
                #"{"closesBefore":60,"currency":"EUR","rotates":"yes"}"#,
                #"{"closesBefore":60,"currency":"EUR","every":1}"#,
            ]
            for fault in faults {
                let refused = try await world.leila.put(path, fault)
                #expect([.badRequest, .unprocessableContent].contains(refused.status), "\(fault)")
            }
            let good = #"{"closesBefore":60,"currency":"EUR"}"#

            #expect(try await world.tom.put(path, good).status == .forbidden)
            #expect(try await world.stranger.put(path, good).status == .notFound)
            #expect(try await world.stranger.get(path).status == .notFound)
            #expect(
                try await world.stranger.put(path + "/standing", #"{"repeats":true}"#).status == .notFound)
            #expect(try await world.tom.get(path)["order"] == .null)
            #expect(try await world.leila.delete(series.path).status == .noContent)
            #expect(try await world.leila.put(path, good).code == "series_ended")
            #expect(try await world.one("SELECT count(*) FROM series_order") == 0)
        }
    }

    @Test func `erasing a person removes their standing orders and what these did`() async throws {
        try await withSeriesOrders { world in
            let before = try await world.lunchWithOrder()
            try await world.pick("Soup", by: world.tom, on: before)
            let series = try await world.dailySeries()
            try await series.attend(world.tom, try await series.outing())
            _ = try await world.tom.put(series.path + "/order/standing", #"{"repeats":true}"#)
            try await world.orderClock.seriesOrders.runDue()
            try await world.orderClock.standingOrders.runDue()
            let kept: Int = try await world.one("SELECT count(*) FROM order_repetition")

            try await world.database.batch(OrderPersonalData().erasure(of: world.cast.tom.id))

            #expect(kept == 1)
            #expect(try await world.one("SELECT count(*) FROM order_repetition") == 0)
            #expect(try await world.one("SELECT count(*) FROM series_order_person") == 0)
        }
    }
}

/// Receipts of one order, and of a series in a period.
struct ReceiptTests {
    /// Tom orders for 14.50 with his part of a plate, Mei for 2.50, of a budget of 10.00.
    private func placed(_ world: TestWorld) async throws -> (series: OrderedSeries, lunch: String) {
        let series = try await world.dailySeries(order: #""limitPerHead":"10""#)
        let lunch = try await series.outing()
        for visitor in [world.tom, world.mei] { try await series.attend(visitor, lunch) }
        try await world.orderClock.seriesOrders.runDue()
        try await world.pick("Pad Thai", #""price":"12.00""#, by: world.tom, on: lunch)
        let people = [world.cast.mei.id, world.cast.tom.id].map { #"{"personId":"\#($0)"}"# }
        try await world.pick(
            "=Rice", #""price":"5.00","sharedWith":[\#(people.joined(separator: ","))]"#, by: world.mei,
            on: lunch)
        _ = try await world.move("open", "locked", by: world.leila, on: lunch)
        let order = try await world.move(
            "locked", "placed", #""despite":["over_limit"]"#, by: world.leila, on: lunch)
        guard order.status == .ok else { throw TestWorld.Unexpected(order) }
        return (series, lunch)
    }

    @Test func `a receipt has each person’s part, and invitees read their own`() async throws {
        try await withSeriesOrders { world in
            let (_, lunch) = try await placed(world)

            let receipt = try await world.leila.get(lunch + "/order/receipt")
            let own = try await world.mei.get(lunch + "/order/receipt")
            let csv = try await world.leila.get(lunch + "/order/receipt?format=csv")

            #expect(receipt["people"].elements.compactMap { $0["person"]["name"].text } == ["Mei", "Tom"])
            #expect(receipt["people"].elements.compactMap { $0["totalMinor"].number } == [250, 1_450])
            #expect(receipt["people"].elements.compactMap { $0["aboveLimitMinor"].number } == [0, 450])
            #expect(receipt["totalMinor"].number == 1_700 && receipt["unpriced"].number == 0)
            #expect(receipt["people"][0]["dishes"][0]["sharers"].number == 2)
            #expect(own["people"].elements.compactMap { $0["person"]["name"].text } == ["Mei"])
            #expect(own["totalMinor"].number == 250)
            let rows = csv.text.split(separator: "\r\n").map(String.init)
            #expect(csv.headers[.contentType] == "text/csv; charset=utf-8")
            #expect(
                rows.first == "\u{feff}place,person,visitor,quantity,name,options,sharers,amount,currency")
            #expect(rows.contains("Thai Garden,Tom,,1,Pad Thai,,1,12.00,EUR"))
            #expect(rows.contains("Thai Garden,Mei,,1,'=Rice,,2,2.50,EUR"))
            #expect(try await world.stranger.get(lunch + "/order/receipt").status == .notFound)
        }
    }

    @Test func `the budget counts a person’s parts of shared plates, before an order is placed too`()
        async throws
    {
        try await withSeriesOrders { world in
            let series = try await world.dailySeries(order: #""limitPerHead":"10""#)
            let lunch = try await series.outing()
            for visitor in [world.tom, world.mei] { try await series.attend(visitor, lunch) }
            try await world.orderClock.seriesOrders.runDue()
            let people = [world.cast.mei.id, world.cast.tom.id].map { #"{"personId":"\#($0)"}"# }
            try await world.pick(
                "Platter", #""price":"12.00","sharedWith":[\#(people.joined(separator: ","))]"#,
                by: world.mei,
                on: lunch)
            let within = try await world.leila.get(lunch + "/order")["blockers"].elements
            try await world.pick("Rice", #""price":"4.50""#, by: world.tom, on: lunch)

            let above = try await world.leila.get(lunch + "/order")["blockers"].elements

            #expect(within.isEmpty && above.compactMap(\.text) == ["over_limit"])
        }
    }

    @Test func `a guest without a name is on the host’s receipts without their address`() async throws {
        try await withSeriesOrders { world in
            let series = try await world.dailySeries()
            let lunch = try await series.outing()
            try await world.orderClock.seriesOrders.runDue()
            _ = try await world.invite("ada@example.org", to: lunch)
            let guest: PersonID = try await world.one(
                "SELECT person_id FROM invitation WHERE address = 'ada@example.org'")
            try await world.run(
                "UPDATE attendance SET status = 'attending', responded_at = now() WHERE person_id = \(guest)")
            try await series.attend(world.tom, lunch)
            try await world.pick(
                "Platter", #""price":"12.00","sharedWith":[{"personId":"\#(guest)"}]"#, by: world.tom,
                on: lunch)
            _ = try await world.move("open", "locked", by: world.leila, on: lunch)
            _ = try await world.move("locked", "placed", by: world.leila, on: lunch)

            let receipts = try await world.leila.get(
                series.path + "/receipts?from=\(world.day(0))&to=\(world.day(30))")

            let names = receipts["rows"].elements.compactMap { $0["person"]["name"].text }
            #expect(Set(names) == ["ada", world.cast.tom.name])
        }
    }

    @Test func `the host reads a period with the sums of each person above the budget`() async throws {
        try await withSeriesOrders { world in
            let (series, lunch) = try await placed(world)
            let date = try await series.date()
            let period = "?from=\(world.day(0))&to=\(world.day(30))"

            let receipts = try await world.leila.get(series.path + "/receipts" + period)
            let csv = try await world.leila.get(series.path + "/receipts" + period + "&format=csv")

            // The order of the second date is open, so it is on no receipt.
            #expect(
                receipts["rows"].elements.compactMap { $0["outing"].text }
                    == [lunch, lunch].map { String($0.dropFirst("/v1/outings/".count)) })
            #expect(receipts["rows"].elements.compactMap { $0["date"].text } == [date, date])
            let sums = receipts["sums"].elements
            #expect(sums.map { $0["person"]["name"].text } == ["Mei", "Tom", nil])
            #expect(sums.compactMap { $0["totalMinor"].number } == [250, 1_450, 1_700])
            #expect(sums.compactMap { $0["aboveLimitMinor"].number } == [0, 450, 450])
            #expect(sums.compactMap { $0["orders"].number } == [1, 1, 1])
            #expect(csv.text.contains("\(date),Thai Garden,Tom,14.50,4.50,0,EUR\r\n"))
            #expect(try await world.leila.get(series.path + "/receipts")["rows"].elements.isEmpty)
            #expect(try await world.tom.get(series.path + "/receipts").status == .forbidden)
            #expect(try await world.stranger.get(series.path + "/receipts").status == .notFound)
            let long = try await world.leila.get(series.path + "/receipts?from=2020-01-01&to=2027-01-01")
            #expect(long.code == "period_too_long")
        }
    }
}
