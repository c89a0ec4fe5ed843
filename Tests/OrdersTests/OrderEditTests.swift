import Access
import Foundation
import HTTPTypes
import JSON
import Jobs
import Journal
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import Orders

/// Edits of dishes by their person and by coordinators.
struct OrderEditTests {
    @Test func `a dish with the longest texts is stored, once for equal picks`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            func text(_ count: Int) -> String { String(repeating: "麺", count: count) }
            let members = #""options":"\#(text(500))","note":"\#(text(500))","price":"9.50""#

            let first = try await world.pick(text(200), members, by: world.tom, on: lunch)
            let second = try await world.pick(text(200), members, by: world.tom, on: lunch)

            #expect(first == second)
            #expect(try await world.tom.get(lunch + "/order")["portions"].number == 2)
        }
    }

    @Test func `the same dish at another price is a line of its own, and each price adds up`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            let cheap = try await world.pick("Soup", #""price":"9.00""#, by: world.tom, on: lunch)
            let dear = try await world.pick("Soup", #""price":"9.50""#, by: world.tom, on: lunch)
            let again = try await world.pick("Soup", #""price":"9.50""#, by: world.tom, on: lunch)
            let shared = #""price":"9.50","sharedWith":[{"personId":"\#(world.cast.mei.id)"}]"#
            let plate = try await world.pick("Soup", shared, by: world.tom, on: lunch)
            let own = try await world.pick("Soup", #""price":"9.50""#, by: world.tom, on: lunch)

            #expect(cheap != dear && again == dear && plate != dear && own == dear)
            let moved = try await world.leila.patch(
                lunch + "/order/lines/\(cheap)", #"{"price":"9.50"}"#, ifMatch: "*")
            #expect(moved.status == .ok && moved["unitMinor"].number == 950)
            #expect(try await world.tom.get(lunch + "/order")["totalMinor"].number == 5 * 950)
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `a coordinator who makes it another dish is news, and the history keeps both`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            let line = try await world.pick(
                "Soup", #""price":"9.50","options":"mild""#, by: world.tom, on: lunch)
            let path = lunch + "/order/lines/\(line)"

            let renamed = try await world.leila.patch(
                path, #"{"name":"Rice","options":"hot"}"#, ifMatch: "*")
            let noted = try await world.leila.patch(path, #"{"note":"Please"}"#, ifMatch: "*")
            let own = try await world.tom.patch(path, #"{"name":"Tea"}"#, ifMatch: "*")

            #expect(renamed.status == .ok && noted.status == .ok && own.status == .ok)
            #expect(try await world.news(of: lunch) == ["order_opened", "line_changed_for_you"])
            let events = try await world.tom.get(lunch + "/order/events")["items"].elements
            #expect(events.prefix(4).compactMap { $0["name"].text } == ["Tea", "Tea", "Rice", "Soup"])
            #expect(events[0]["previousName"].text == "Rice")
            #expect(events[2]["previousName"].text == "Soup" && events[2]["actor"]["name"].text == "Leila")
            #expect(events[2]["previousOptions"].text == "mild" && events[2]["options"].text == "hot")
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `43 both the eater and the host see who edited a line first`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder()
            let line = try await world.pick("Soup", by: world.tom, on: lunch)
            let path = lunch + "/order/lines/\(line)"

            _ = try await world.tom.patch(path, #"{"quantity":2}"#, ifMatch: #""1""#)
            let second = try await world.leila.patch(path, #"{"price":"8.00"}"#, ifMatch: #""1""#)

            #expect(second.status == .preconditionFailed && second["current"]["quantity"].number == 2)
            #expect(try await world.tom.get(lunch + "/order")["lines"][0]["unitMinor"].number == 950)
            for visitor in [world.tom, world.leila] {
                let event = try await visitor.get(lunch + "/order/events")["items"][0]
                #expect(event["actor"]["name"].text == "Tom" && event["kind"].text == "line_edited")
            }
        }
    }

    @Test func `a dish is put back although the menu has lost it, at its price`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchFromMenu()
            let line =
                try await world.choose(ThaiMenu.pick("water"), by: world.tom, on: lunch)["id"].text ?? ""
            _ = try await world.tom.delete(lunch + "/order/lines/\(line)", headers: [.ifMatch: "*"])
            try await world.publishMenu(
                (#""key": "water""#, #""key": "tap""#), (#""item": "water""#, #""item": "tap""#))
            let back = try await world.tom.post(lunch + "/order/lines/\(line)/restore")
            _ = try await world.tom.delete(lunch + "/order/lines/\(line)", headers: [.ifMatch: "*"])
            try await world.run("UPDATE group_order SET currency = 'SEK'")
            let foreign = try await world.tom.post(lunch + "/order/lines/\(line)/restore")

            #expect(back.status == .ok && back["unitMinor"].number == 200)
            #expect(foreign.status == .ok && foreign["name"].text == "Water")
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `the preview of as last time is what it then does, and stores nothing`() async throws {
        try await withOrders { world in
            let before = try await world.lunchFromMenu()
            let tom = world.cast.tom.id
            _ = try await world.choose(
                ThaiMenu.pick("water") + #","quantity":3,"tellsKitchen":"Nuts""#, by: world.tom, on: before)
            _ = try await world.choose(
                ThaiMenu.pick("water") + #","quantity":2,"note":"Cold""#, by: world.tom, on: before)
            _ = try await world.choose(
                ThaiMenu.pick("water") + #","note":"Ice","personId":"\#(tom)""#, by: world.leila, on: before)
            let shared = #""price":"9.50","sharedWith":[{"personId":"\#(world.cast.mei.id)"}]"#
            try await world.pick("Platter", shared, by: world.tom, on: before)
            let lunch = try await world.order(at: ThaiMenu.restaurant)
            let revision = try await world.tom.get(lunch + "/order")["revision"].number

            let preview = try await world.tom.post(lunch + "/order/lines/again", #"{"preview":true}"#)
            let untouched = try await world.tom.get(lunch + "/order")
            let done = try await world.tom.post(lunch + "/order/lines/again")

            #expect(untouched["lines"].elements.isEmpty && untouched["revision"].number == revision)
            for answer in [preview, done] {
                let added = answer["added"].elements
                #expect(added.compactMap { $0["name"].text } == ["Water", "Water", "Platter"])
                #expect(added.compactMap { $0["quantity"].number } == [3, 2, 1])
                #expect(added.allSatisfy { $0["tellsKitchen"] == .null && $0["setBy"] == .null })
                #expect(added.allSatisfy { $0["sharers"].elements.isEmpty })
                #expect(answer["skipped"][0]["why"].text == "over_cap")
            }
            #expect(try await world.isSound("orders"))
        }
    }
}

/// What moves an order, and who is notified at once.
struct OrderUrgencyTests {
    @Test func `a deadline that moves within two hours is urgent, a later one is not`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder("")
            let zone = try #require(TimeZone(identifier: "Europe/Helsinki"))
            func close(in hours: Double) async throws {
                let wall = ZonedTime(Date(timeIntervalSinceNow: hours * 3_600), in: zone).wall.text
                let moved = try await world.leila.patch(
                    lunch + "/order", #"{"closesAt":"\#(wall)"}"#, ifMatch: "*")
                #expect(moved.status == .ok)
            }

            try await close(in: 48)
            #expect(try await world.isUrgent(lunch) == false)
            try await close(in: 1)
            #expect(try await world.isUrgent(lunch))
        }
    }

    @Test func `a promised time is urgent once it moves by ten minutes`() async throws {
        try await withOrders { world in
            let lunch = try await world.placedOrder()
            func promise(_ clock: String, from state: String) async throws {
                let promised = try await world.move(
                    state, "accepted", #""promisedAt":"2027-03-11T\#(clock)""#, by: world.leila, on: lunch)
                #expect(promised.status == .ok)
            }

            try await promise("12:30", from: "placed")
            #expect(try await world.isUrgent(lunch) == false)
            try await promise("12:35", from: "accepted")
            #expect(try await world.isUrgent(lunch) == false)
            try await promise("12:45", from: "accepted")
            #expect(try await world.isUrgent(lunch))
        }
    }

    @Test func `24 an outing that moves away from its placed order is urgent news for those who run it`()
        async throws
    {
        try await withOrders { world in
            let lunch = try await world.placedOrder()
            let tom = world.cast.tom.id

            _ = try await world.leila.patch(lunch, #"{"startsAt":"2027-03-11T14:30"}"#, ifMatch: "*")
            let moved = try await world.tom.get(lunch + "/order")
            #expect(try await world.isUrgent(lunch))
            #expect(try await world.news(of: lunch).last == "order_due_differs")
            #expect(moved["startMovedAt"].text != nil && moved["dueAt"].text == "2027-03-11T12:30:00+02:00")

            _ = try await world.leila.patch(lunch, #"{"startsAt":"2027-03-11T12:30"}"#, ifMatch: "*")
            #expect(try await world.tom.get(lunch + "/order")["startMovedAt"] == .null)
            _ = try await world.leila.patch(lunch, #"{"startsAt":"2027-03-11T13:00"}"#, ifMatch: "*")
            _ = try await world.move(
                "placed", "accepted", #""promisedAt":"2027-03-11T13:00""#, by: world.leila, on: lunch)
            #expect(try await world.tom.get(lunch + "/order")["startMovedAt"] == .null)

            let due = Date(timeIntervalSince1970: 1_804_761_000)
            let change = OrderDueChange(
                order: .make(), coordinator: tom, due: due, old: due, new: due + 3_600)
            func isNews(_ person: PersonID, _ role: AttendanceRole) -> Bool {
                let standing = Standing(role: role, status: .attending)
                return change.isNews(to: NewsReader(person, standing), as: standing, among: [:])
            }
            #expect(isNews(tom, .invitee) && isNews(world.cast.leila.id, .host))
            #expect(!isNews(world.cast.mei.id, .invitee))
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `24 an order with a due time of its own differs too`() async throws {
        try await withOrders { world in
            let lunch = try await world.lunchWithOrder(#""dueAt":"2027-03-11T12:00""#)

            _ = try await world.leila.patch(lunch, #"{"startsAt":"2027-03-11T14:30"}"#, ifMatch: "*")
            let moved = try await world.leila.get(lunch + "/order")
            let followed = try await world.leila.patch(lunch + "/order", #"{"dueAt":null}"#, ifMatch: "*")

            #expect(moved["startMovedAt"].text != nil)
            #expect(followed["startMovedAt"] == .null)
            #expect(followed["dueAt"].text == "2027-03-11T14:30:00+02:00")
        }
    }

    @Test func `a person who ordered before they were notified is not asked to order`() {
        let (tom, standing) = (PersonID.make(), Standing(role: .invitee, status: .attending))
        let change = OrderWantedChange(deadline: nil, missing: [tom])
        func isNews(hasOrdered: Bool) -> Bool {
            change.isNews(to: NewsReader(tom, standing, hasOrdered: hasOrdered), as: standing, among: [:])
        }

        #expect(isNews(hasOrdered: false))
        #expect(!isNews(hasOrdered: true))
    }

    @Test func `36 a new coordinator is notified, in every way to become one`() async throws {
        try await withOrders { world in
            let tom = world.cast.tom.id
            let lunch = try await world.lunchWithOrder()
            try await world.makeCohost(world.cast.mei.id, of: lunch)

            _ = try await world.leila.patch(lunch + "/order", #"{"coordinatorId":"\#(tom)"}"#, ifMatch: "*")
            _ = try await world.mei.delete(lunch + "/attendees/\(tom)")

            let people: [String] = try await world.all(
                """
                SELECT e.change->>'person'
                  FROM outing_change AS c
                 CROSS JOIN LATERAL jsonb_array_elements(c.patch) AS e (change)
                 WHERE e.change->>'kind' = 'order_coordinator'
                 ORDER BY c.rev
                """)
            #expect(people == [tom.description, world.cast.leila.id.description])
            #expect(try await world.isSound("orders"))
        }
    }

    @Test func `9, 22 hosts are notified that an order was cancelled`() async throws {
        try await withOrders { world in
            let empty = try await world.lunchWithOrder()
            try await world.passDeadlines()
            try await world.orderClock.locks.runDue()
            let moved = try await world.lunchWithOrder()
            try await world.pick("Pad Thai", by: world.tom, on: moved)
            _ = try await world.leila.patch(moved, #"{"place":"Pier"}"#, ifMatch: "*")

            for lunch in [empty, moved] {
                let news: [String] = try await world.all(
                    """
                    SELECT e.change::text
                      FROM outing_change AS c
                     CROSS JOIN LATERAL jsonb_array_elements(c.patch) AS e (change)
                     WHERE c.outing_id = \(world.outing(of: lunch)) AND e.change->>'kind' = 'order_cancelled'
                    """)
                let stored = try JSONValue(parsing: try #require(news.first))
                let members = try #require(ChangeMembers(stored))
                let change = try #require(OrderChange(members))
                let host = Standing(role: .host, status: .attending)
                #expect(change.isNews(to: NewsReader(world.cast.leila.id, host), as: host, among: [:]))
                let other = Standing(role: .invitee, status: .attending)
                #expect(!change.isNews(to: NewsReader(world.cast.mei.id, other), as: other, among: [:]))
            }
        }
    }
}

extension TestWorld {
    /// Whether the newest revision of an outing is sent without waiting for further edits.
    func isUrgent(_ lunch: String) async throws -> Bool {
        let id = outing(of: lunch)
        return try await one("SELECT urgent FROM outbox WHERE outing_id = \(id) ORDER BY rev DESC LIMIT 1")
    }
}
