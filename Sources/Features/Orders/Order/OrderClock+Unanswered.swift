import Foundation
package import Jobs
import Journal
package import NoonishAPI
import Outings
import Postgres

/// Orders that wait for their venue.
extension OrderClock {
    /// Asks those who run an order to call its venue, once, if no one there has answered for three minutes. A venue that is
    /// closed gets these minutes when it opens.
    package var unansweredOrders: DueWork<OutingID> {
        work("orders.report_unanswered", every: .seconds(30), due: .unanswered) { outing, transaction in
            guard let order = try await transaction.lockedOrder(of: outing), order.state == .placed,
                order.boardNumber != nil, let placedAt = order.placedAt,
                let restaurant = order.restaurant,
                let place = try await transaction.first(.orderedPlace(restaurant)),
                place.openState(at: order.now - OrderLimits.answerTime / .seconds(1), edits.hours)
                    != .closed,
                try await transaction.takeSlot(of: "order_unanswered:\(order.id)", at: placedAt)
            else { return false }
            let change = OrderUnansweredChange(
                order: order.id, coordinator: order.coordinator.id, place: order.place, phone: place.phone)
            _ = try await edits.record.record(
                [Change(change)], of: outing, by: nil, urgent: true, in: transaction)
            return true
        }
    }
}

extension Query where Row == OutingID {
    /// Orders that a venue has had for a while without an answer. Those of closed venues are found again and again, so the
    /// newest come first.
    fileprivate static var unanswered: Self {
        Query(
            "orders.list_unanswered_orders",
            """
            SELECT o.outing_id
              FROM group_order AS o
             WHERE o.state = 'placed' AND o.board_number IS NOT NULL
               AND o.placed_at <= now() - \(OrderLimits.answerTime)
               AND o.placed_at > now() - interval '2 days'
               AND NOT EXISTS (SELECT FROM cron_slot AS s
                                WHERE s.name = 'order_unanswered:' || o.id AND s.slot = o.placed_at)
             ORDER BY o.placed_at DESC
             LIMIT \(OrderLimits.clockBatch)
            """)
    }
}
