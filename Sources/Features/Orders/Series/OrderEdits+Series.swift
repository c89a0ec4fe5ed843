import Access
import Foundation
import HTTPKit
import Journal
import NoonishAPI
import Outings
import Postgres

/// What happens to the orders of a series by itself.
extension OrderEdits {
    /// Opens the order of an outing as its series says, unless the outing has or had one. The host runs it, until
    /// ``nameCoordinator(of:host:in:)``: most people have not answered yet.
    ///
    /// - Returns: Whether this call did.
    func openForSeries(_ id: OutingID, in transaction: Transaction) async throws -> Bool {
        guard let outing = try await transaction.locked(id, for: nil), outing.state.cancellation == nil,
            let place = outing.state.place, let due = outing.state.time?.startsAt,
            let series = try await transaction.first(.seriesOrder(ofUnordered: id))
        else { return false }
        var fields = OrderFields(
            coordinator: outing.host, restaurant: place.restaurant, place: place.name,
            currency: series.currency, fulfilment: series.fulfilment, address: series.address,
            note: series.note, zone: outing.state.zone, closesBefore: series.closesBefore, due: due,
            dueFollows: true, limitPerHead: series.limitPerHead, linesVisible: series.linesVisible)
        try fields.followDue()
        guard let closes = fields.closes, closes.instant > outing.now else { return false }
        let changes = try await insert(fields, on: outing, by: nil, in: transaction)
        _ = try await record.record(changes, of: id, by: nil, in: transaction)
        return true
    }

    /// Names the person whose turn it is, if the host still runs an order of a series whose people take turns.
    ///
    /// - Returns: Whether it named another person.
    func nameCoordinator(of order: OrderRow, host: PersonID, in transaction: Transaction) async throws -> Bool
    {
        guard order.coordinator.id == host,
            let person = try await transaction.first(.coordinatorInTurn(for: order.outing)), person != host
        else { return false }
        let change = try await Self.hand(order, to: person, in: transaction)
        _ = try await record.record([change], of: order.outing, by: nil, in: transaction)
        return true
    }

    /// Makes another person run an order.
    ///
    /// - Returns: The change to record.
    static func hand(
        _ order: OrderRow, to person: PersonID, in transaction: Transaction
    ) async throws -> Change {
        try await transaction.execute(.setCoordinator(person, of: order))
        try await transaction.execute(
            .append(.coordinatorNamed, to: order.id, of: order.outing, by: nil))
        return .orderCoordinator(person, of: order.id)
    }

    /// Orders again what people with a standing order had the last time, for some of those who come and have nothing yet. Each
    /// person is handled once an order.
    ///
    /// - Returns: Whether there was anyone to handle.
    func repeatStandingOrders(on id: OutingID, in transaction: Transaction) async throws -> Bool {
        let order = try await transaction.lockedOrder(of: id)
        let people =
            if let order { try await transaction.all(.peopleToRepeat(for: order)) } else { [PersonID]() }
        guard let order, !people.isEmpty else {
            // The others do not come any more, have chosen themselves, or are too late.
            try await transaction.execute(.endWaitingRepetitions(on: id))
            return false
        }
        let lines = OrderLineEdits(orders: self)
        var changes: [Change] = []
        for repeated in try await lines.repeatUnchanged(for: people, on: order, in: transaction) {
            let skipped = repeated.skipped
            try await transaction.execute(
                .set(
                    OrderRepetition(added: repeated.dishes.count, skipped: skipped), for: repeated.person,
                    on: order))
            guard !repeated.dishes.isEmpty || !skipped.isEmpty else { continue }
            changes.append(
                Change(
                    OrderRepetitionChange(
                        order: order.id, eater: repeated.person, dishes: repeated.dishes,
                        skipped: skipped.map(\.name))))
        }
        if !changes.isEmpty {
            _ = try await record.record(changes, of: id, by: nil, in: transaction)
        }
        return true
    }
}
