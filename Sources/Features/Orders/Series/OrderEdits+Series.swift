import Access
import Foundation
import HTTPKit
import Journal
import NoonishAPI
import Outings
import Postgres

/// What happens to the orders of a series by itself.
extension OrderEdits {
    /// Opens the order of an outing as its series says, unless the outing has or had one.
    ///
    /// - Returns: Whether this call did.
    func openForSeries(_ id: OutingID, in transaction: Transaction) async throws -> Bool {
        guard let outing = try await transaction.locked(id, for: nil), outing.state.cancellation == nil,
            let place = outing.state.place, let due = outing.state.time?.startsAt,
            let series = try await transaction.first(.seriesOrder(ofUnordered: id))
        else { return false }
        let next = series.rotates ? try await transaction.first(.nextCoordinator(of: id)) : nil
        var fields = OrderFields(
            coordinator: next ?? outing.host, restaurant: place.restaurant, place: place.name,
            currency: series.currency, fulfilment: series.fulfilment, address: series.address,
            note: series.note, zone: outing.state.zone, closesBefore: series.closesBefore, due: due,
            dueFollows: true, limitPerHead: series.limitPerHead, linesVisible: series.linesVisible)
        try fields.followDue()
        guard let closes = fields.closes, closes.instant > outing.now else { return false }
        let changes = try await insert(fields, on: outing, by: nil, in: transaction)
        _ = try await record.record(changes, of: id, by: nil, in: transaction)
        return true
    }

    /// Orders again what people with a standing order had the last time, for those who come and have nothing yet. Each person is
    /// handled once an order.
    ///
    /// - Returns: Whether there was anyone to handle.
    func repeatStandingOrders(on id: OutingID, in transaction: Transaction) async throws -> Bool {
        guard let order = try await transaction.lockedOrder(of: id), order.takesPicks else { return false }
        let people = try await transaction.all(.peopleToRepeat(for: order))
        let lines = OrderLineEdits(orders: self)
        var changes: [Change] = []
        for person in people {
            let (repetition, dishes) = try await lines.repeatUnchanged(
                for: person, on: order, in: transaction)
            try await transaction.execute(.insert(repetition, for: person, on: order))
            guard !dishes.isEmpty || !repetition.skipped.isEmpty else { continue }
            changes.append(
                Change(
                    OrderRepetitionChange(
                        order: order.id, eater: person, dishes: dishes,
                        skipped: repetition.skipped.map(\.name))))
        }
        if !changes.isEmpty {
            _ = try await record.record(changes, of: id, by: nil, in: transaction)
        }
        return !people.isEmpty
    }
}
