import Foundation
import HTTPKit
import JSON
package import Journal
package import NoonishAPI
import Outings
package import Postgres
import Stock

/// Updates orders after edits of the outing: its cancellation or another place cancels the order, another branch takes it
/// over, another start moves its times, and the dishes of people who leave while it is open are struck.
package struct OrderUpdater: JournalFollower {
    package init() {}

    package func isConcerned(by changes: [Change]) -> Bool {
        changes.contains { $0.concernsOrder || $0.isArrival }
    }

    /// - Throws: 409 `order_placed` if a person moves the outing to another place while a place works on the order.
    package func follow(
        _ changes: [Change], of outing: OutingID, by actor: PersonID?, in transaction: Transaction
    ) async throws -> [Change] {
        if changes.contains(where: \.isArrival) {
            try await transaction.execute(.awaitRepetitions(on: outing))
        }
        guard changes.contains(where: \.concernsOrder),
            var order = try await transaction.all(.liveOrder(of: outing), after: [.lockOrder(of: outing)])
                .first,
            order.state != .handedOver, let row = try await transaction.first(.outing(outing, for: nil))
        else { return [] }
        let lines = try await transaction.all(.lines(of: order)).live
        if changes.contains(where: \.kind.endsOuting) {
            return try await cancel(order, lines, because: "outing_cancelled", in: transaction)
        }
        var isCarried = false
        if changes.contains(where: { $0.is(PlaceChange.self) }), !order.isFor(row.state.place) {
            if order.state == .open || order.state == .locked {
                guard let moved = try await carry(order, to: row.state.place, by: actor, in: transaction)
                else { return try await cancel(order, lines, because: "place_changed", in: transaction) }
                (order, isCarried) = (moved, true)
            } else if actor != nil {
                // A poll that closes by itself would fail at every attempt.
                throw OutingProblems.orderPlaced
            }
        }
        var news: [Change] = []
        if let time = changes.lazy.compactMap({ $0.as(TimeChange.self) }).first {
            if order.dueFollows {
                try await follow(order.time(row.state.time?.startsAt.instant), order, in: transaction)
            } else {
                news += try await compare(order, with: time, in: transaction)
            }
        }
        for departure in changes.compactMap(\.departure) {
            try await strikeDishes(of: departure, order, lines, by: actor, in: transaction)
        }
        if isCarried {
            try await holdEachItem(of: lines, order, in: transaction)
        } else if order.restaurant != nil {
            try await transaction.holdStock(for: order.id, of: outing, raising: [])
        }
        for person in changes.compactMap(\.returnee) where order.takesPicks {
            try await restore(person, order, in: transaction)
        }
        if let person = try await successor(of: order.coordinator.id, after: changes, row, in: transaction) {
            news.append(try await OrderEdits.hand(order, to: person, in: transaction))
        }
        return news
    }

    /// Cancels an outing's order before the outing is deleted, so that what it holds is released.
    ///
    /// - Throws: 409 `order_placed` while a place has the order, whose ticket would vanish from the kitchen.
    package func prepareDeletion(of outing: OutingID, in transaction: Transaction) async throws {
        guard
            let order = try await transaction.all(.liveOrder(of: outing), after: [.lockOrder(of: outing)])
                .first, order.state != .handedOver
        else { return }
        guard order.state == .open || order.state == .locked else { throw OutingProblems.orderPlaced }
        let lines = try await transaction.all(.lines(of: order)).live
        _ = try await cancel(order, lines, because: "outing_cancelled", in: transaction)
    }

    /// Returns the person who runs an order from now on: of a series whose people take turns the next one, otherwise the host.
    /// A coordinator chosen by a person can run an order for others and not come.
    private func successor(
        of coordinator: PersonID, after changes: [Change], _ outing: OutingRow, in transaction: Transaction
    ) async throws -> PersonID? {
        let departures = changes.compactMap(\.departure).filter { $0.person == coordinator }
        let isGone =
            departures.contains { $0.why == .removed }
            || changes.compactMap(\.formerHost).contains(coordinator)
        guard isGone || !departures.isEmpty else { return nil }
        let next = try await transaction.first(.coordinatorInTurn(for: outing.id))
        return [next, isGone ? outing.host : nil].compactMap(\.self).first { $0 != coordinator }
    }

    /// Records that the outing's start and the order's time differ now, or agree again.
    private func compare(
        _ order: OrderRow, with time: TimeChange, in transaction: Transaction
    ) async throws -> [Change] {
        let (old, start) = (time.old?.startsAt.instant, time.new?.startsAt.instant)
        guard old != start, let due = order.promisedAt ?? order.dueAt else { return [] }
        try await transaction.execute(.setStartMoved(start != due, order))
        try await transaction.execute(
            .append(.edited, .fields(["startMovedAt"]), to: order.id, of: order.outing, by: nil))
        return [
            Change(
                OrderDueChange(
                    order: order.id, coordinator: order.coordinator.id, due: due, old: old, new: start))
        ]
    }

    /// Cancels an order that no place is working on yet.
    private func cancel(
        _ order: OrderRow, _ lines: [OrderLineRow], because reason: String, in transaction: Transaction
    ) async throws -> [Change] {
        guard order.state.event(movingTo: .cancelled) != nil else { return [] }
        return [
            try await OrderEdits.move(
                .cancelled, order, to: .cancelled, lines, reason: reason, by: nil, in: transaction)
        ]
    }

    /// Carries an order over to another branch of its restaurant. The dishes stay at their prices: readers see what the
    /// branch does not serve, or sells at another price.
    ///
    /// - Returns: The order as it is then, which holds no portions; `nil` if the place is no such branch.
    private func carry(
        _ order: OrderRow, to place: OutingPlace?, by actor: PersonID?, in transaction: Transaction
    ) async throws -> OrderRow? {
        guard let former = order.restaurant, let place, let branch = place.restaurant,
            try await transaction.one(.shareMenu(former, branch))
        else { return nil }
        return try await transaction.all(
            .liveOrder(of: order.outing),
            after: [
                .releaseStock(of: order.id, of: order.outing), .setPlace(branch, place.name, of: order),
                .append(.edited, .fields(["place"]), to: order.id, of: order.outing, by: actor),
            ]
        ).first
    }

    /// Holds what the dishes of an order that was carried over need, item by item. What the branch has too few portions of
    /// stays on the order without them, as a dish that sold out.
    private func holdEachItem(
        of lines: [OrderLineRow], _ order: OrderRow, in transaction: Transaction
    ) async throws {
        for item in Set(lines.flatMap(\.fields.cookedItems)).sorted() {
            try await transaction.execute(.beginHolding)
            do {
                try await transaction.holdStock(for: order.id, of: order.outing, raising: [item])
            } catch is Problem {
                try await transaction.execute(.undoHolding)
            }
            try await transaction.execute(.endHolding)
        }
    }

    /// Moves the time when the food is due, and a deadline that follows it. A deadline of its own that would be later is
    /// brought forward.
    private func follow(_ start: ZonedTime?, _ order: OrderRow, in transaction: Transaction) async throws {
        var fields = order.fields
        fields.due = start
        if start == nil {
            if fields.closesBefore != nil { (fields.closes, fields.closesBefore) = (nil, nil) }
        } else {
            try fields.followDue()
        }
        if let closes = fields.closes, let start, closes.instant > start.instant { fields.closes = start }
        guard fields != order.fields else { return }
        try await transaction.execute(
            .setTimes(order, closes: fields.closes, before: fields.closesBefore, due: fields.due))
        let names = fields.changedNames(from: order.fields)
        try await transaction.execute(
            .append(
                .edited, .fields(names), to: order.id, of: order.outing, by: nil))
    }

    /// Strikes the dishes of a person who leaves while the order is open, and takes them off what they share. Afterwards the
    /// dishes stay, and the person owes them.
    private func strikeDishes(
        of departure: Departure, _ order: OrderRow, _ lines: [OrderLineRow], by actor: PersonID?,
        in transaction: Transaction
    ) async throws {
        guard order.state == .open else { return }
        for line in lines where line.person.id == departure.person {
            try await transaction.execute(
                .strike(line.id, why: departure.why, by: actor, amendedRev: nil, in: order))
            try await transaction.execute(
                .append(.lineStruck, line: line.id, to: order.id, of: order.outing, by: actor))
        }
        for line in lines
        where line.person.id != departure.person
            && line.sharers.contains(where: { $0.id == departure.person })
        {
            for command in OrderLineEdits.departure(of: departure.person, from: line, of: order, by: actor) {
                try await transaction.execute(command)
            }
        }
    }

    /// Puts the dishes of a person back who declined a few minutes ago and now comes after all. Those of which the place has
    /// too few portions stay struck: an answer never fails because of a dish. ``OrderClock/goneDishes`` notifies the person.
    private func restore(_ person: PersonID, _ order: OrderRow, in transaction: Transaction) async throws {
        let lines = try await transaction.all(.linesStruckLately(of: person, on: order))
        // By item, as all orders hold them.
        for line in lines.sorted(by: {
            ($0.fields.cookedItems.min() ?? "") < ($1.fields.cookedItems.min() ?? "")
        }) {
            try await transaction.execute(.beginHolding)
            do {
                try await restore(line, order, in: transaction)
            } catch is Problem {
                try await transaction.execute(.undoHolding)
                try await transaction.execute(.markSoldOut(line, in: order))
            }
            try await transaction.execute(.endHolding)
        }
    }

    /// - Throws: 409 `sold_out` or `stock_needs_deadline`.
    private func restore(_ line: OrderLineRow, _ order: OrderRow, in transaction: Transaction) async throws {
        let equal = try await transaction.first(.line(like: line.fields, of: order))
        try await transaction.execute(
            .restore(
                line,
                content: equal == nil ? line.content : line.fields.content(of: line.id, isOnly: false),
                amendedRev: nil, in: order))
        try await transaction.execute(
            .append(.lineRestored, line: line.id, to: order.id, of: order.outing, by: line.person.id))
        let items = line.fields.cookedItems
        guard !items.isEmpty else { return }
        try await transaction.holdStock(for: order.id, of: order.outing, raising: items)
    }
}

extension Command {
    fileprivate static var beginHolding: Command {
        Command("orders.begin_holding", "SAVEPOINT holding")
    }
    fileprivate static var undoHolding: Command {
        Command("orders.undo_holding", "ROLLBACK TO SAVEPOINT holding")
    }
    fileprivate static var endHolding: Command {
        Command("orders.end_holding", "RELEASE SAVEPOINT holding")
    }

    /// Records that a struck line was not put back, because its portions could not be held.
    fileprivate static func markSoldOut(_ line: OrderLineRow, in order: OrderRow) -> Command {
        Command(
            "orders.mark_sold_out_line",
            """
            UPDATE order_line SET struck_why = \(OrderStrikeReason.soldOut.rawValue), gone_at = NULL, version = version + 1
             WHERE outing_id = \(order.outing) AND order_id = \(order.id) AND id = \(line.id)
            """)
    }
}

/// A person who declined or is no longer on the list.
private struct Departure {
    let person: PersonID
    let why: OrderStrikeReason
}

extension Change {
    /// Whether it may change the order or its dishes.
    fileprivate var concernsOrder: Bool {
        kind.endsOuting || `is`(TimeChange.self) || `is`(PlaceChange.self) || departure != nil
            || formerHost != nil || returnee != nil
    }

    /// Whether a person comes who did not before.
    fileprivate var isArrival: Bool {
        guard let change = self.as(AttendeeChange.self) else { return false }
        return change.new?.status == .attending && change.old?.status != .attending
    }

    fileprivate var departure: Departure? {
        if case .left(let person)? = kind.membership { return Departure(person: person, why: .removed) }
        guard let change = self.as(AttendeeChange.self), change.new?.status == .declined else { return nil }
        return Departure(person: change.attendee, why: .left)
    }

    /// The person who had declined and now comes, or may come.
    fileprivate var returnee: PersonID? {
        guard let change = self.as(AttendeeChange.self), change.old?.status == .declined,
            change.new?.status == .attending || change.new?.status == .maybe
        else { return nil }
        return change.attendee
    }

    /// The person who was the host before this change.
    fileprivate var formerHost: PersonID? {
        guard let change = self.as(AttendeeChange.self), change.old?.role == .host, change.new?.role != .host
        else { return nil }
        return change.attendee
    }
}
