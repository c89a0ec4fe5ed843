import Foundation
package import Jobs
import Journal
package import NoonishAPI
import Outings
import Postgres
import Stock

/// Dishes that the place no longer has, and portions that it no longer keeps.
extension OrderClock {
    /// Lets go what orders hold that were locked two hours ago and not placed; those that are placed at their deadline, two
    /// hours after it. Placing holds it again, if it is still there.
    package var endedHolds: DueWork<OutingID> {
        work("orders.end_holds", every: .seconds(30), due: .dueForRelease) { outing, transaction in
            guard let order = try await transaction.lockedOrder(of: outing), order.state == .locked,
                let lockedAt = order.lockedAt,
                try await transaction.takeSlot(of: "order_portions:\(order.id)", at: lockedAt)
            else { return false }
            try await transaction.holdStock(for: order.id, of: outing, raising: [])
            _ = try await edits.record.record(
                [.orderPortionsReleased(order)], of: outing, by: nil, in: transaction)
            return true
        }
    }

    /// Notices dishes of orders that are not placed yet which the menu lost or which are sold out, and notifies the people
    /// who eat them, also of those that could not be put back after an answer. No one is notified of dishes that are back.
    package var goneDishes: DueWork<OutingID> {
        work("orders.find_gone_dishes", every: .seconds(30), due: .withGoneDishes) { outing, transaction in
            guard let order = try await transaction.lockedOrder(of: outing),
                order.state == .open || order.state == .locked
            else { return false }
            let struck = try await transaction.all(.linesStruckAsSoldOut(on: order))
            let lines = try await transaction.all(.lines(of: order)).live + struck
            let gone = Set(try await transaction.all(.goneLines(of: order)) + struck.map(\.id))
            let changed = lines.filter { ($0.goneAt != nil) != gone.contains($0.id) }
            guard !changed.isEmpty else { return false }
            try await transaction.execute(.markGone(gone, among: changed.map(\.id), on: order))
            let news = changed.filter { gone.contains($0.id) }.map {
                Change.orderLineGone(
                    $0.id, of: $0.eaters, run: order.coordinator.id, $0.fields.label)
            }
            _ = try await edits.record.record(news, of: outing, by: nil, in: transaction)
            return true
        }
    }
}

extension Transaction {
    /// Locks an outing and its live order.
    func lockedOrder(of outing: OutingID) async throws -> OrderRow? {
        guard try await locked(outing, for: nil) != nil else { return nil }
        return try await all(.liveOrder(of: outing), after: [.lockOrder(of: outing)]).first
    }
}

extension Query where Row == OutingID {
    fileprivate static var dueForRelease: Self {
        Query(
            "orders.list_ended_holds",
            """
            SELECT o.outing_id
              FROM group_order AS o
             WHERE o.state = 'locked' AND o.restaurant_id IS NOT NULL
               AND o.locked_at > now() - interval '30 days'
               AND CASE WHEN o.at_deadline = 'place' THEN greatest(o.locked_at, o.closes_at) ELSE o.locked_at END
                   <= now() - interval '2 hours'
               AND EXISTS (SELECT FROM stock_move AS m
                            WHERE m.outing_id = o.outing_id AND m.order_id = o.id AND m.kind = 'hold')
               AND NOT EXISTS (SELECT FROM cron_slot AS s
                                WHERE s.name = 'order_portions:' || o.id AND s.slot = o.locked_at)
             ORDER BY o.locked_at
             LIMIT \(OrderLimits.clockBatch)
            """)
    }

    fileprivate static var withGoneDishes: Self {
        Query(
            "orders.list_orders_with_gone_dishes",
            """
            SELECT DISTINCT o.outing_id
              FROM group_order AS o
              JOIN order_line AS l ON l.outing_id = o.outing_id AND l.order_id = o.id
             WHERE o.state IN ('open', 'locked') AND o.created_at > now() - interval '30 days'
               AND l.pick IS NOT NULL
               AND CASE WHEN l.struck_at IS NULL THEN (l.gone_at IS NOT NULL) <> (\(fragment: isGone))
                        ELSE l.struck_why = 'sold_out' AND l.gone_at IS NULL END
             LIMIT \(OrderLimits.clockBatch)
            """)
    }
}

extension Query where Row == OrderLineID {
    /// Returns the lines that the place cannot make any more: the newest menu lacks the dish or a part of the combo, or fewer
    /// portions are left than the order still needs.
    static func goneLines(of order: OrderRow) -> Self {
        Query(
            "orders.list_gone_lines",
            """
            SELECT l.id
              FROM group_order AS o
              JOIN order_line AS l ON l.outing_id = o.outing_id AND l.order_id = o.id
             WHERE o.outing_id = \(order.outing) AND o.id = \(order.id)
               AND l.struck_at IS NULL AND l.pick IS NOT NULL
               AND (\(fragment: isGone))
            """)
    }
}

extension Command {
    static func markGone(
        _ lines: Set<OrderLineID>, among changed: [OrderLineID], on order: OrderRow
    ) -> Command {
        Command(
            "orders.mark_gone_lines",
            """
            UPDATE order_line
               SET gone_at = CASE WHEN id = ANY (\(lines.sorted())) THEN now() END
             WHERE outing_id = \(order.outing) AND order_id = \(order.id)
               AND id = ANY (\(changed))
            """)
    }
}

/// Whether the place cannot make line `l` of order `o` any more.
private let isGone: SQL = """
    NOT EXISTS (SELECT FROM dish AS d
                 WHERE d.restaurant_id = o.restaurant_id AND d.item_key = l.pick ->> 'item' AND d.is_offered)
    OR EXISTS (
       SELECT FROM order_part AS p
        WHERE p.outing_id = l.outing_id AND p.order_id = l.order_id AND p.line_id = l.id
          AND (NOT EXISTS (SELECT FROM dish AS d
                            WHERE d.restaurant_id = o.restaurant_id AND d.item_key = p.item_key AND d.is_offered)
               OR l.quantity > (SELECT s.counted - s.held - s.sold
                                  FROM stock AS s
                                 WHERE s.restaurant_id = o.restaurant_id AND s.item_key = p.item_key AND s.is_tracked
                                   AND s.day IN ((coalesce(o.due_at, o.closes_at) AT TIME ZONE o.time_zone)::date,
                                                 '-infinity')
                                 ORDER BY s.day DESC
                                 LIMIT 1)
                  AND coalesce((SELECT sum(CASE m.kind WHEN 'hold' THEN m.quantity ELSE -m.quantity END)
                                  FROM stock_move AS m
                                 WHERE m.outing_id = o.outing_id AND m.order_id = o.id AND m.item_key = p.item_key
                                   AND m.kind IN ('hold', 'release')), 0) = 0))
    """
