import Foundation
import HTTPKit
package import Jobs
package import NoonishAPI
import Postgres
import Stock

/// Orders that are placed at their deadline.
extension OrderClock {
    /// Places orders that were locked by hand before a deadline at which they are to be placed, and those of a process that
    /// stopped between locking and placing.
    package var placements: DueWork<OutingID> {
        DueWork(
            "orders.place_orders", every: .seconds(30), batch: OrderLimits.clockBatch, in: database,
            due: .dueForPlacing
        ) { outing in try await place(outing) }
    }

    /// Places a locked order whose deadline has passed, in a transaction of its own: what goes wrong here leaves the order
    /// locked, and other orders alone. Those who run it are notified of what keeps it from being placed.
    ///
    /// - Returns: Whether there was anything to do.
    func place(_ outing: OutingID) async throws -> Bool {
        let failure: any Error
        do {
            return try await database.transaction { transaction in
                try await edits.placeIfDue(outing, in: transaction)
            }
        } catch let error where !error.isWorthRepeating {
            failure = error
        }
        let obstacle = failure.obstacle
        let isReported = try await database.transaction { transaction in
            try await edits.reportUnplaced(outing, because: obstacle, in: transaction)
        }
        if obstacle == .failed { throw PlacingFailure(cause: failure) }
        return isReported
    }
}

/// The service could not place an order. Those who run it know; the log gets the cause.
private struct PlacingFailure: Error {
    let cause: any Error
}

extension Error {
    /// Whether the next attempt may succeed without any change: the database did not answer, or the process stops.
    fileprivate var isWorthRepeating: Bool {
        guard let error = self as? PostgresError else { return self is CancellationError }
        return switch error {
        // A lock that was not given in time, and a server that is being stopped, pass too.
        case .server(let fault):
            error.mayPass || error.isRetryable || fault.sqlState == "55P03"
                || fault.sqlState.hasPrefix("57P")
        case .decode, .rowCount: false
        default: true
        }
    }

    fileprivate var obstacle: PlacingObstacle {
        (self as? Problem)?.code == StockProblems.soldOutCode ? .soldOut : .failed
    }
}

extension Query where Row == OutingID {
    /// Orders to place that were not tried yet.
    fileprivate static var dueForPlacing: Self {
        Query(
            "orders.list_orders_to_place",
            """
            SELECT o.outing_id
              FROM group_order AS o
             WHERE \(fragment: isToPlace)
               AND NOT EXISTS (SELECT FROM cron_slot AS s
                                WHERE s.name = 'order_placing:' || o.id AND s.slot = o.closes_at)
             ORDER BY o.closes_at
             LIMIT \(OrderLimits.clockBatch)
            """)
    }

    /// Returns the outing if the order is to be placed now.
    static func dueForPlacing(_ order: OrderRow) -> Self {
        Query(
            "orders.check_order_to_place",
            """
            SELECT o.outing_id
              FROM group_order AS o
             WHERE o.outing_id = \(order.outing) AND o.id = \(order.id) AND \(fragment: isToPlace)
            """)
    }
}

/// Whether order `o` is locked, is to be placed at a deadline that has passed within a day, and neither its venue nor the
/// group took it back since then.
private let isToPlace: SQL = """
    o.state = 'locked' AND o.at_deadline = 'place' AND o.closes_at <= now() AND o.rejection IS NULL
    AND o.closes_at > now() - interval '1 day'
    AND NOT EXISTS (SELECT FROM order_event AS t
                     WHERE t.outing_id = o.outing_id AND t.order_id = o.id AND t.kind = 'taken_back'
                       AND t.at >= o.closes_at)
    """
