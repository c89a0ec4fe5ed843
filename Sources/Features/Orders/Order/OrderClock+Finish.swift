import Foundation
package import Jobs
package import NoonishAPI
import Outings
import Postgres

/// Orders that no one finished.
extension OrderClock {
    /// Moves orders on that no one has finished a day after the day of the meal, so that they hold no portions any more.
    ///
    /// An open order is locked, or cancelled if no one chose a dish; two hours later ``endedHolds`` releases its portions. An
    /// order that its venue never answered goes back to the group. Any other that was placed counts as handed over: people
    /// have most likely eaten, and its bill stays as it is. No one is notified of that.
    package var unfinishedOrders: DueWork<OutingID> {
        work("orders.finish_orders", every: OrderLimits.finishInterval, due: .unfinished) {
            outing, transaction in
            guard let order = try await transaction.lockedOrder(of: outing),
                try await transaction.first(.isUnfinished(outing)) != nil
            else { return false }
            if order.state == .open {
                try await edits.end(order, in: transaction)
                return true
            }
            let isUnanswered = order.state == .placed && order.boardNumber != nil
            let lines = try await transaction.all(.lines(of: order)).live
            try await edits.apply(
                isUnanswered ? .takenBack : .handedOver, to: order,
                as: isUnanswered ? .locked : .handedOver, lines,
                soldAt: order.readyAt ?? order.promisedAt ?? order.dueAt, reason: nil, by: nil,
                in: transaction)
            return true
        }
    }
}

extension Query where Row == OutingID {
    fileprivate static var unfinished: Self {
        Query(
            "orders.list_unfinished_orders",
            """
            SELECT o.outing_id
              FROM group_order AS o
              JOIN outing AS t ON t.id = o.outing_id
             WHERE \(fragment: isOverdue)
             ORDER BY o.created_at, o.outing_id
             LIMIT \(OrderLimits.clockBatch)
            """)
    }

    fileprivate static func isUnfinished(_ outing: OutingID) -> Self {
        Query(
            "orders.check_unfinished_order",
            """
            SELECT o.outing_id
              FROM group_order AS o
              JOIN outing AS t ON t.id = o.outing_id
             WHERE o.outing_id = \(outing) AND \(fragment: isOverdue)
            """)
    }
}

/// Whether order `o` of outing `t` is neither locked nor over a day after the day of its meal, in the order's zone. An order
/// without any time has its meal a week after it was placed, or else opened. One that was placed later counts from then.
private let isOverdue: SQL = """
    o.state IN ('open', 'placed', 'accepted', 'preparing', 'ready')
    AND (date_trunc('day',
                    greatest(o.created_at, o.placed_at,
                             coalesce(greatest(o.closes_at, o.due_at, o.promised_at, outing_end(t.starts_at, t.ends_at)),
                                      coalesce(o.placed_at, o.created_at) + interval '7 days'))
                    AT TIME ZONE o.time_zone) + interval '2 days') AT TIME ZONE o.time_zone <= now()
    """
