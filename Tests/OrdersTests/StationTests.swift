import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Orders

/// The stations of a venue's kitchen, and what they make of an order.
struct StationTests {
    private static let grillAndBar =
        #"{"stations":[{"key":"grill","name":"Grill","sections":["curries"]},{"key":"bar","name":"Bar","items":["water"]}]}"#

    /// Names a grill for the main courses and a bar for the water, and adds a bottle and a typed dish to the order.
    private func withStations(
        _ test:
            @escaping @Sendable (TestWorld, _ lunch: String, _ venue: String, _ order: String)
            async throws -> Void
    ) async throws {
        try await withPlacedOrder { world, lunch, venue, order in
            let stored = try await world.stranger.put(venue + "/stations", Self.grillAndBar)
            guard stored.status == .ok else { throw TestWorld.Unexpected(stored) }
            for dish in [ThaiMenu.pick("water"), #""name":"Rice","price":"2.00""#] {
                let added = try await world.choose(dish, by: world.leila, on: lunch)
                guard added.status == .created else { throw TestWorld.Unexpected(added) }
            }
            let accepted = try await world.stranger.post(
                venue + "/orders/\(order)/transitions", #"{"from":"placed","to":"accepted"}"#)
            guard accepted.status == .ok else { throw TestWorld.Unexpected(accepted) }
            try await test(world, lunch, venue, order)
        }
    }

    private func set(
        _ station: String, _ state: String, seen revision: Int = 1_000, _ order: String, at venue: String,
        by visitor: Visitor
    ) async throws -> TestSupport.Answer {
        try await visitor.put(
            venue + "/orders/\(order)/stations/\(station)",
            #"{"state":"\#(state)","revision":\#(revision)}"#)
    }

    @Test func `the dishes of an order are divided between the stations`() async throws {
        try await withStations { world, _, venue, _ in
            let board = try await world.stranger.get(venue + "/board")
            let order = board["orders"][0]
            let parts = order["lines"].elements.map { line in
                "\(line["name"].text ?? ""): \(line["parts"][0]["station"].text ?? "")"
            }

            #expect(board["stations"].elements.compactMap(\.["name"].text) == ["Grill", "Bar"])
            #expect(order["stations"].elements.compactMap(\.["station"].text) == ["grill", "bar", "other"])
            #expect(order["stations"].elements.allSatisfy { $0["isDone"] == .boolean(false) })
            #expect(parts.map { $0.split(separator: ":").last ?? "" } == [" grill", " bar", " other"])
        }
    }

    @Test func `the first part begins the preparation, and the last one makes the order ready`() async throws
    {
        try await withStations { world, lunch, venue, order in
            let staff = world.stranger
            let first = try await set("grill", "done", order, at: venue, by: staff)
            let same = try await set("grill", "done", order, at: venue, by: staff)
            let second = try await set("bar", "done", order, at: venue, by: staff)
            let last = try await set("other", "done", order, at: venue, by: staff)
            let kinds = try await world.leila.get(lunch + "/order/events")["items"].elements.compactMap(
                \.["kind"].text)

            #expect(first["state"].text == "preparing" && first["stations"][0]["isDone"] == .boolean(true))
            #expect(first["stations"][0]["doneAt"].text != nil)
            #expect(same["revision"].number == first["revision"].number)
            #expect(second["state"].text == "preparing" && last["state"].text == "ready")
            #expect(kinds.prefix(5) == ["ready", "bumped", "bumped", "preparing", "bumped"])
            #expect(try await world.news(of: lunch).last == "order_ready")
            #expect(try await world.isSound("orders", "venues"))
        }
    }

    @Test func `a recalled part opens the order again, and the others stay done`() async throws {
        try await withStations { world, lunch, venue, order in
            let staff = world.stranger
            for station in ["grill", "bar", "other"] {
                _ = try await set(station, "done", order, at: venue, by: staff)
            }
            let recalled = try await set("bar", "open", order, at: venue, by: staff)
            let again = try await set("bar", "done", order, at: venue, by: staff)
            let whole = try await staff.post(
                venue + "/orders/\(order)/transitions", #"{"from":"ready","to":"preparing"}"#)

            #expect(recalled["state"].text == "preparing")
            #expect(
                recalled["stations"].elements.map { $0["isDone"] }
                    == [.boolean(true), .boolean(false), .boolean(true)])
            #expect(again["state"].text == "ready")
            #expect(whole["stations"].elements.allSatisfy { $0["isDone"] == .boolean(false) })
            #expect(try await world.isSound("orders", "venues"))
        }
    }

    @Test func `a dish that moves to a station which has finished is still to be made there`() async throws {
        try await withStations { world, _, venue, order in
            let staff = world.stranger
            _ = try await set("bar", "done", order, at: venue, by: staff)
            let stored = try await staff.put(
                venue + "/stations",
                #"{"stations":[{"key":"grill","name":"Grill"},{"key":"bar","name":"Bar","sections":["curries"],"items":["water"]}]}"#
            )
            let moved = try await staff.get(venue + "/board")["orders"][0]["stations"].elements
            let made = try await set("bar", "done", order, at: venue, by: staff)
            // What moves away is no reason to make the rest again.
            _ = try await staff.put(venue + "/stations", Self.grillAndBar)
            let back = try await staff.get(venue + "/board")["orders"][0]["stations"].elements

            #expect(stored.status == .ok)
            #expect(moved.map { $0["station"].text } == ["bar", "other"])
            #expect(moved.map { $0["isDone"] } == [.boolean(false), .boolean(false)])
            #expect(made["stations"][0]["isDone"] == .boolean(true))
            #expect(back.map { $0["station"].text } == ["grill", "bar", "other"])
            #expect(back.map { $0["isDone"] } == [.boolean(false), .boolean(true), .boolean(false)])
            #expect(try await world.isSound("orders", "venues"))
        }
    }

    @Test func `recalling a part of an order that was marked as ready leaves the others done`() async throws {
        try await withStations { world, _, venue, order in
            let staff = world.stranger
            _ = try await staff.post(
                venue + "/orders/\(order)/transitions", #"{"from":"accepted","to":"ready"}"#)
            let recalled = try await set("grill", "open", order, at: venue, by: staff)

            #expect(recalled["state"].text == "preparing")
            #expect(
                recalled["stations"].elements.map { $0["isDone"] }
                    == [.boolean(false), .boolean(true), .boolean(true)])
        }
    }

    @Test
    func `a change after the bump opens the station's part, and a tap on what was shown before is refused`()
        async throws
    {
        try await withPlacedOrder { world, lunch, venue, order in
            _ = try await world.stranger.put(
                venue + "/stations", #"{"stations":[{"key":"grill","name":"Grill","sections":["curries"]}]}"#)
            _ = try await world.choose(ThaiMenu.pick("water"), by: world.leila, on: lunch)
            let accepted = try await world.stranger.post(
                venue + "/orders/\(order)/transitions", #"{"from":"placed","to":"accepted"}"#)
            let seen = Int(accepted["revision"].number ?? 0)
            let line = try await world.leila.get(lunch + "/order")["lines"][1]["id"].text ?? ""
            _ = try await world.leila.patch(
                lunch + "/order/lines/\(line)", #"{"quantity":2}"#, ifMatch: "*")

            let late = try await set("grill", "done", seen: seen, order, at: venue, by: world.stranger)
            let other = try await set("other", "done", seen: seen, order, at: venue, by: world.stranger)
            let grill = try await set("grill", "done", seen: seen + 1, order, at: venue, by: world.stranger)

            #expect(late.status == .conflict && late.code == "changed_since")
            #expect(other["state"].text == "preparing")
            #expect(grill["state"].text == "ready")
        }
    }

    @Test
    func `a part cannot be done before the order is accepted, or by a station that makes nothing of it`()
        async throws
    {
        try await withPlacedOrder { world, _, venue, order in
            let none = try await set("other", "done", order, at: venue, by: world.stranger)
            _ = try await world.stranger.put(venue + "/stations", Self.grillAndBar)
            let early = try await set("grill", "done", order, at: venue, by: world.stranger)
            let empty = try await set("bar", "done", order, at: venue, by: world.stranger)
            let stranger = try await set("grill", "done", order, at: venue, by: world.leila)

            #expect(none.code == "not_found" && empty.code == "not_found" && stranger.code == "not_found")
            #expect(early.code == "order_state" && early["state"].text == "placed")
        }
    }

    @Test func `stations are replaced by owners, and faults change nothing`() async throws {
        try await withPlacedOrder { world, _, venue, _ in
            let path = venue + "/stations"
            _ = try await world.stranger.put(path, Self.grillAndBar)
            let twice = try await world.stranger.put(
                path,
                #"{"stations":[{"key":"other","name":"A"},{"key":"b","name":"B","items":["water"]},{"key":"b","name":"","items":["water"]}]}"#
            )
            let missing = try await world.stranger.put(path, "{}")
            let kept = try await world.stranger.get(path)["items"].elements
            let emptied = try await world.stranger.put(path, #"{"stations":[]}"#)
            let board = try await world.stranger.get(venue + "/board")

            #expect(twice.status == .unprocessableContent)
            #expect(
                twice["errors"].elements.compactMap(\.["pointer"].text).sorted() == [
                    "/stations/0/key", "/stations/2/items/0", "/stations/2/key", "/stations/2/name",
                ])
            #expect(missing.status == .unprocessableContent)
            #expect(kept.compactMap(\.["key"].text) == ["grill", "bar"])
            #expect(emptied.status == .ok && board["stations"].elements == [])
            #expect(board["orders"][0]["stations"].elements == [])
            #expect(try await world.leila.get(path).code == "not_found")
        }
    }
}
