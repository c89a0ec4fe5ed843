import Foundation
import HTTPKit
import JSON
import Menus
import Money
import NoonishAPI
import Outings
import Postgres
import Restaurants

/// The fields of an order that people set.
struct OrderFields: Hashable, Sendable {
    var coordinator: PersonID
    var restaurant: RestaurantID?
    var place: String
    var currency: String
    var fulfilment: GroupOrder.Fulfilment
    var address: String?
    var note: String?
    /// The tzdata name of the zone of its times.
    var zone: String
    var closes: ZonedTime?
    /// Minutes between ``closes`` and ``due``; `nil` for a deadline of its own, or none.
    var closesBefore: Int?
    var due: ZonedTime?
    /// Whether ``due`` is the outing's start.
    var dueFollows: Bool
    var limitPerHead: Int?
    var linesVisible: Bool
    var atDeadline = GroupOrder.DeadlineAction.lock

    /// Sets the deadline that follows the time when the food is due.
    ///
    /// - Throws: 422 `no_due_time`.
    mutating func followDue() throws(Problem) {
        guard let closesBefore else { return }
        guard let due, let zone = TimeZone(identifier: zone) else { throw OrderProblems.notDue }
        closes = ZonedTime(due.instant - Double(closesBefore) * 60, in: zone)
    }

    /// Checks the deadline.
    ///
    /// - Throws: 422 `deadline_past` or `after_due`.
    func check(now: Date) throws(Problem) {
        guard let closes else { return }
        guard closes.instant > now else { throw OrderProblems.deadlinePassed }
        if let due, closes.instant > due.instant { throw OrderProblems.deadlineAfterDue }
    }

    /// Returns the names of the fields that differ, for the history.
    func changedNames(from old: OrderFields) -> [String] {
        var names: [String] = []
        if coordinator != old.coordinator { names.append("coordinator") }
        if fulfilment != old.fulfilment { names.append("fulfilment") }
        if address != old.address { names.append("address") }
        if note != old.note { names.append("note") }
        if closes != old.closes || closesBefore != old.closesBefore { names.append("closesAt") }
        if due != old.due || dueFollows != old.dueFollows { names.append("dueAt") }
        if limitPerHead != old.limitPerHead { names.append("limitPerHead") }
        if linesVisible != old.linesVisible { names.append("linesVisible") }
        if atDeadline != old.atDeadline { names.append("atDeadline") }
        return names
    }
}

extension OrderRow {
    /// - Precondition: The currency was checked when the order was opened.
    var money: Currency {
        guard let currency = Currency(currency) else {
            preconditionFailure("\(currency) was a currency when the order was opened")
        }
        return currency
    }

    var fields: OrderFields {
        OrderFields(
            coordinator: coordinator.id, restaurant: restaurant, place: place, currency: currency,
            fulfilment: fulfilment, address: address, note: note, zone: zone, closes: time(closesAt),
            closesBefore: closesBefore, due: time(dueAt), dueFollows: dueFollows, limitPerHead: limitPerHead,
            linesVisible: linesVisible, atDeadline: atDeadline)
    }

    /// Returns an instant in the order's zone; `nil` without one.
    func time(_ instant: Date?) -> ZonedTime? {
        guard let instant, let zone = TimeZone(identifier: zone) else { return nil }
        return ZonedTime(instant, in: zone)
    }

    /// What the coordinator should look at before placing the order, and how it fits its place until it is placed.
    func assess(
        _ lines: [OrderLineRow], _ menus: PublishedMenus, _ hours: HoursPatterns, from database: any Database
    ) async throws -> (blockers: [GroupOrder.Blocker], place: OrderPlaceCheck?) {
        var blockers: [GroupOrder.Blocker] = []
        if lines.contains(where: { $0.unitMinor == nil }) { blockers.append(.priceUnknown) }
        if limitPerHead != nil,
            try OrderReceipt(self, lines).people.contains(where: { $0.aboveLimitMinor > 0 })
        {
            blockers.append(.overLimit)
        }
        if try await hasUnserved(lines, menus, from: database) { blockers.append(.itemOff) }
        guard state == .open || state == .locked, let restaurant,
            let place = try await database.first(.orderedPlace(restaurant))
        else { return (blockers, nil) }
        let check = place.check(self, lines, hours)
        return (blockers + check.blockers, check)
    }
}

extension OrderRow {
    /// Whether the place no longer has one of the dishes that were chosen from its menu, or does not serve it when the food is
    /// due. Once the order is placed, the place decides that.
    private func hasUnserved(
        _ lines: [OrderLineRow], _ menus: PublishedMenus, from database: any Database
    ) async throws -> Bool {
        guard state == .open || state == .locked, let restaurant, lines.contains(where: { $0.pick != nil })
        else { return false }
        guard try await database.all(.goneLines(of: self)).isEmpty else { return true }
        let absences = try await ItemAbsences.read(of: restaurant, from: database)
        let picks = lines.compactMap { $0.pick?.pick }
        if picks.contains(where: { $0.itemCounts.keys.contains { absences.includes($0, at: dueAt ?? now) } })
        {
            return true
        }
        guard let dueAt, let zone = TimeZone(identifier: zone),
            let menu = try await menus.newest(of: restaurant, from: database)?.menu
        else { return false }
        return picks.contains { !menu.serves($0, at: dueAt, in: zone) }
    }
}

extension JSONObject {
    /// The names of the fields that an event changed.
    static func fields(_ names: [String]) -> JSONObject {
        JSONObject(members: [Member(name: "fields", value: .array(names.map(JSONValue.string)))])
    }
}

extension [OrderLineRow] {
    /// The lines that were not struck.
    var live: [OrderLineRow] { filter { $0.struckAt == nil } }

    var portions: Int { reduce(0) { $0 + $1.quantity } }

    /// Everyone who has a dish, sorted.
    var eaters: [PersonID] { Set(flatMap(\.eaters)).sorted() }
}

extension GroupOrder.State {
    /// Returns the event that moves an order from this state to another; `nil` if it cannot move there.
    func event(movingTo state: GroupOrder.State) -> OrderEventKind? {
        switch (self, state) {
        case (.open, .locked): .locked
        case (.locked, .open): .reopened
        case (.locked, .placed), (.locked, .accepted): .placed
        case (.placed, .locked), (.accepted, .locked): .takenBack
        case (.placed, .accepted): .accepted
        case (.accepted, .accepted): .promised
        case (.placed, .preparing), (.accepted, .preparing): .preparing
        case (.placed, .ready), (.accepted, .ready), (.preparing, .ready): .ready
        case (.placed, .handedOver), (.accepted, .handedOver), (.preparing, .handedOver),
            (.ready, .handedOver):
            .handedOver
        case (.open, .cancelled), (.locked, .cancelled), (.placed, .cancelled), (.accepted, .cancelled):
            .cancelled
        default: nil
        }
    }
}
