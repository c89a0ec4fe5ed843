import Foundation
import Initializers
package import Jobs
import Journal
package import NoonishAPI
import Outings
package import Postgres

/// The workers that lock and place orders at their deadline, ask people to pick before it, notice dishes that are gone, ask
/// for a call to venues that do not answer, finish orders that people forgot, and open those of series.
///
/// Idempotent, and safe in several processes at once: all but the first find the order locked, or its slot taken.
@MemberwiseInit
package struct OrderClock: Sendable {
    let database: PostgresClient
    let edits: OrderEdits

    package var loops: [WorkLoop] {
        [
            locks, placements, reminders, requests, endedHolds, goneDishes, unansweredOrders,
            unfinishedOrders,
            seriesOrders, standingOrders,
        ].map(\.loop)
    }

    package var workers: [AnyWorker] {
        [AnyWorker("orders.recompute_times", every: .seconds(86_400)) { try await recompute() }]
    }

    /// Returns work that handles each order that is due in a transaction of its own.
    func work(
        _ name: String, every interval: Duration, due: Query<OutingID>,
        _ handle: @escaping @Sendable (OutingID, Transaction) async throws -> Bool
    ) -> DueWork<OutingID> {
        DueWork(name, every: interval, batch: OrderLimits.clockBatch, in: database, due: due) { outing in
            try await database.transaction { transaction in try await handle(outing, transaction) }
        }
    }

    /// Locks orders whose deadline has passed. The edits refuse picks at the deadline by themselves, so a late worker lets
    /// no one in.
    package var locks: DueWork<OutingID> {
        DueWork(
            "orders.lock_orders", every: OrderLimits.lockInterval, batch: OrderLimits.clockBatch,
            in: database,
            due: .dueForLocking
        ) { outing in
            let isLocked = try await database.transaction { transaction in
                try await edits.lockIfDue(outing, in: transaction)
            }
            if isLocked { _ = try await place(outing) }
            return isLocked
        }
    }

    /// Reminds those who run an order that stays open at its deadline.
    package var reminders: DueWork<OutingID> {
        work("orders.remind_at_deadline", every: OrderLimits.lockInterval, due: .dueForReminder) {
            outing, transaction in
            guard let order = try await transaction.lockedOrder(of: outing), order.state == .open,
                order.atDeadline == .remind, order.isPastDeadline, let closesAt = order.closesAt,
                try await transaction.takeSlot(of: "order_deadline:\(order.id)", at: closesAt)
            else { return false }
            let change = OrderDeadlineChange(order: order.id, coordinator: order.coordinator.id)
            _ = try await edits.record.record(
                [Change(change)], of: outing, by: nil, urgent: true, in: transaction)
            return true
        }
    }

    /// Asks attendees who have not picked, some time before the deadline, and names the person whose turn it is to run the
    /// order. No one is asked about an order that opened only then.
    package var requests: DueWork<OutingID> {
        work("orders.ask_for_picks", every: .seconds(30), due: .dueForRequest) { outing, transaction in
            guard let row = try await transaction.locked(outing, for: nil),
                let order = try await transaction.all(
                    .liveOrder(of: outing), after: [.lockOrder(of: outing)]
                ).first,
                order.takesPicks, let closesAt = order.closesAt,
                try await transaction.takeSlot(of: "order_wanted:\(order.id)", at: closesAt)
            else { return false }
            let isNamed = try await edits.nameCoordinator(of: order, host: row.host, in: transaction)
            guard closesAt.timeIntervalSince(order.createdAt) >= OrderLimits.wantedLeadTime / .seconds(1)
            else { return isNamed }
            let missing = try await transaction.all(.missing(in: order))
            guard !missing.isEmpty else { return true }
            try await edits.remind(missing, order, by: nil, in: transaction)
            return true
        }
    }
}

extension Query where Row == OutingID {
    fileprivate static var dueForLocking: Self {
        Query(
            "orders.list_due_orders",
            """
            SELECT outing_id
              FROM group_order
             WHERE state = 'open' AND at_deadline <> 'remind' AND closes_at <= now() - \(OrderLimits.lockDelay)
             ORDER BY closes_at
             LIMIT \(OrderLimits.clockBatch)
            """)
    }

    fileprivate static var dueForReminder: Self {
        Query(
            "orders.list_passed_deadlines",
            """
            SELECT o.outing_id
              FROM group_order AS o
             WHERE o.state = 'open' AND o.at_deadline = 'remind' AND o.closes_at <= now()
               AND NOT EXISTS (SELECT FROM cron_slot AS s
                                WHERE s.name = 'order_deadline:' || o.id AND s.slot = o.closes_at)
             ORDER BY o.closes_at
             LIMIT \(OrderLimits.clockBatch)
            """)
    }

    /// Orders that close soon.
    fileprivate static var dueForRequest: Self {
        Query(
            "orders.list_closing_soon",
            """
            SELECT o.outing_id
              FROM group_order AS o
             WHERE o.state = 'open' AND o.closes_at > now()
               AND o.closes_at <= now() + \(OrderLimits.wantedLeadTime)
               AND NOT EXISTS (SELECT FROM cron_slot AS s
                                WHERE s.name = 'order_wanted:' || o.id AND s.slot = o.closes_at)
             ORDER BY o.closes_at
             LIMIT \(OrderLimits.clockBatch)
            """)
    }
}
