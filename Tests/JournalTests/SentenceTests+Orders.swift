import Foundation
import JSON
import Journal
import NoonishAPI

import struct TestSupport.SeededChance

extension SentenceTests {
    /// The news of orders, as they are stored.
    static let orders: [Example] = [
        order(from: nil, to: "open", "orders are open: choose your dish"),
        order(
            from: nil, to: "open", closing: true,
            "orders are open until Thursday 11 March, 12:30: choose your dish"),
        order(from: "locked", to: "open", "orders are open again"),
        order(
            from: "locked", to: "open", closing: true,
            "orders are open again until Thursday 11 March, 12:30"),
        order(from: "open", to: "open", closing: true, "you can now order until Thursday 11 March, 12:30"),
        order(from: "open", to: "locked", "orders are closed: 3 portions"),
        order(from: "placed", to: "locked", "the order was taken back from Thai Garden"),
        order(from: "locked", to: "placed", "the order has been placed with Thai Garden"),
        order(
            from: "placed", to: "accepted", promising: true,
            "Thai Garden promised the food for Thursday 11 March, 12:30"),
        order(from: "accepted", to: "preparing", "Thai Garden is preparing the order"),
        order(from: "preparing", to: "ready", "the food is ready at Thai Garden"),
        order(from: "ready", to: "handed_over", "Thai Garden has handed over the food"),
        order(from: "open", to: "cancelled", "the order was cancelled"),
        order(
            from: "open", to: "cancelled", empty: true,
            "the order was cancelled because no one chose a dish"),
        Example(
            stored(["kind": "order_wanted", "current": .null, "missing": .array([])]),
            "you haven’t chosen a dish yet"),
        Example(
            stored(["kind": "order_wanted", "current": moment, "missing": .array([])]),
            "you haven’t chosen a dish yet: order by Thursday 11 March, 12:30"),
        Example(line("line_set_for_you", from: .null, to: "Soup"), "someone ordered Soup for you"),
        Example(line("line_struck", from: "Soup", to: .null), "someone took Soup off your order"),
        Example(
            stored([
                "kind": "line_given", "line": id, "former": id,
                "person": "0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d06",
                "giver": id, "dish": "Soup",
            ]), "someone gave Soup to someone"),
        Example(
            line("line_changed_for_you", from: "Soup", to: "Rice, hot"),
            "someone changed Soup on your order to Rice, hot"),
        Example(
            stored(["kind": "order_coordinator", "order": id, "person": id]), "you’re running the order now"),
        Example(
            stored([
                "kind": "order_due_differs", "order": id, "coordinator": id, "due": moment,
                "previous": moment, "current": .null,
            ]), "the outing has moved, but the food is still ordered for Thursday 11 March, 12:30"),
        Example(
            stored([
                "kind": "line_gone", "line": id, "eaters": .array([id]), "coordinator": id, "dish": "Soup",
            ]), "the place no longer has Soup: choose another dish"),
        Example(
            stored([
                "kind": "line_gone", "line": id, "eaters": .array([id]), "coordinator": id, "dish": "Soup",
                "takenOffBy": "Thai Garden",
            ]), "Thai Garden has too few portions and took Soup off the order"),
        Example(
            stored([
                "kind": "order_portions_released", "order": id, "coordinator": id, "place": "Thai Garden",
            ]), "Thai Garden no longer holds portions for the order: place it soon"),
        Example(
            stored([
                "kind": "order_minimum_missed", "order": id, "coordinator": id, "place": "Thai Garden",
                "currency": "EUR", "missing": 950, "obstacles": .array(["below_minimum"]),
            ]),
            "the order has closed but wasn’t placed, because it’s €9.50 below Thai Garden’s minimum: reopen it, call them or cancel it"
        ),
        Example(
            stored([
                "kind": "order_not_placed", "order": id, "coordinator": id, "place": "Thai Garden",
                "currency": "EUR", "missing": .null, "obstacles": .null,
            ]), "the order has closed but wasn’t placed with Thai Garden: check what’s missing"),
        Example(
            stored([
                "kind": "order_not_placed", "order": id, "coordinator": id, "place": "Thai Garden",
                "currency": "EUR", "missing": .null, "obstacles": .array(["sold_out", "price_unknown"]),
            ]),
            "the order has closed but wasn’t placed with Thai Garden, because a dish is sold out and a dish has no price"
        ),
        Example(
            stored(["kind": "order_deadline_passed", "order": id, "coordinator": id]),
            "the deadline for orders has passed, and people can still choose: close the order when everyone’s ready"
        ),
        Example(
            stored([
                "kind": "order_unanswered", "order": id, "coordinator": id, "place": "Thai Garden",
                "phone": .null,
            ]), "Thai Garden hasn’t answered the order yet: call them"),
        Example(
            stored([
                "kind": "order_unanswered", "order": id, "coordinator": id, "place": "Thai Garden",
                "phone": "+358912345",
            ]), "Thai Garden hasn’t answered the order yet: call +358912345"),
        Example(
            stored([
                "kind": "order_rejected", "order": id, "coordinator": id, "place": "Thai Garden",
                "words": "The oven is broken",
            ]), "Thai Garden can’t make the order: “The oven is broken”"),
        Example(
            repetition(of: ["Soup", "Rice"], skipping: []),
            "your dishes from last time are on the order: Soup and Rice"),
        Example(
            repetition(of: ["Soup"], skipping: ["Rice"]),
            "your dishes from last time are on the order: Soup, but not Rice"),
        Example(
            repetition(of: [], skipping: ["Rice"]),
            "your dishes from last time have changed and weren’t ordered: Rice"),
        Example(price(from: .null, to: 1_100), "someone set the price of Soup to €11.00"),
        Example(price(from: 950, to: 1_100), "someone changed the price of Soup from €9.50 to €11.00"),
    ]

    private static let moment: JSONValue = "2027-03-11T10:30:00Z"
    private static let id: JSONValue = "0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05"

    static func stored(_ value: JSONValue) -> Change {
        guard let change = Change(value) else { preconditionFailure("\(value) is no change") }
        return change
    }

    private static func line(_ kind: JSONValue, from old: JSONValue, to new: JSONValue) -> Change {
        stored(["kind": kind, "line": id, "person": id, "coordinator": id, "previous": old, "current": new])
    }

    private static func repetition(of dishes: [String], skipping skipped: [String]) -> Change {
        stored([
            "kind": "order_repeated", "order": id, "person": id, "dishes": .array(dishes.map { .string($0) }),
            "skipped": .array(skipped.map { .string($0) }),
        ])
    }

    private static func price(from old: JSONValue, to new: JSONValue) -> Change {
        stored([
            "kind": "line_repriced", "line": id, "eaters": .array([id]), "coordinator": id, "dish": "Soup",
            "currency": "EUR", "previous": old, "current": new,
        ])
    }

    private static func order(
        from old: String?, to new: String, closing: Bool = false, promising: Bool = false,
        empty: Bool = false,
        _ says: String
    ) -> Example {
        func snapshot(_ state: String, isNew: Bool) -> JSONValue {
            [
                "state": .string(state), "place": "Thai Garden",
                "closesAt": isNew && closing ? moment : .null,
                "promisedAt": isNew && promising ? moment : .null, "portions": 3,
                "empty": .boolean(isNew && empty),
            ]
        }
        return Example(
            stored([
                "kind": "order_opened", "order": id, "eaters": .array([]),
                "previous": old.map { snapshot($0, isNew: false) } ?? .null,
                "current": snapshot(new, isNew: true),
            ]), says)
    }
}
