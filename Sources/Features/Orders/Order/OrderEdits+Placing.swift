import Foundation
import Jobs
import Journal
import NoonishAPI
import Outings
import Postgres

extension OrderEdits {
    /// Places a locked order whose deadline has passed, if it was to be placed then, its venue takes orders and nothing is
    /// missing. Otherwise notifies those who run it.
    ///
    /// - Returns: Whether there was anything to do.
    /// - Throws: 409 `sold_out`.
    func placeIfDue(_ id: OutingID, in transaction: Transaction) async throws -> Bool {
        guard let order = try await claimPlacing(of: id, in: transaction) else { return false }
        let lines = try await transaction.all(.lines(of: order)).live
        let (blockers, check) = try await assessForPlacing(order, lines, in: transaction)
        var obstacles = blockers.compactMap { PlacingObstacle(rawValue: $0.rawValue) }
        if lines.isEmpty { obstacles.append(.empty) }
        // After an outage; the deadline may be the time at which the food is due.
        if let due = order.dueAt, order.now.timeIntervalSince(due) > OrderLimits.mostPlacingDelay,
            !obstacles.contains(.leadTime)
        {
            obstacles.append(.leadTime)
        }
        if obstacles.isEmpty {
            if try await Self.putOnBoard(order, in: transaction) {
                try await apply(.placed, to: order, as: .placed, lines, reason: nil, by: nil, in: transaction)
                wakeBoard(of: order, after: transaction)
                return true
            }
            obstacles = [.noBoard]
        }
        try await report(obstacles, of: order, missing: check?.belowMinimumMinor, in: transaction)
        return true
    }

    /// Notifies those who run an order that it was not placed, after an attempt that failed.
    func reportUnplaced(
        _ id: OutingID, because obstacle: PlacingObstacle, in transaction: Transaction
    ) async throws -> Bool {
        guard let order = try await claimPlacing(of: id, in: transaction) else { return false }
        try await report([obstacle], of: order, missing: nil, in: transaction)
        return true
    }

    /// Locks an order that is to be placed now, and claims the attempt: there is one for each deadline.
    private func claimPlacing(of id: OutingID, in transaction: Transaction) async throws -> OrderRow? {
        guard let order = try await transaction.lockedOrder(of: id), let closesAt = order.closesAt,
            try await transaction.first(.dueForPlacing(order)) != nil,
            try await transaction.takeSlot(of: "order_placing:\(order.id)", at: closesAt)
        else { return nil }
        return order
    }

    private func report(
        _ obstacles: [PlacingObstacle], of order: OrderRow, missing: Int?, in transaction: Transaction
    ) async throws {
        let change = OrderNotPlacedChange(
            order: order.id, coordinator: order.coordinator.id, place: order.place, currency: order.money,
            missing: missing, obstacles: obstacles.map(\.rawValue))
        _ = try await record.record(
            [Change(change)], of: order.outing, by: nil, urgent: true, in: transaction)
    }
}
