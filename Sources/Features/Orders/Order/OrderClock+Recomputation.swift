import CivilTime
import Foundation
import JSON
import Journal
import NoonishAPI
import Outings
import Postgres
import Stock

/// Corrections after updates of tzdata.
extension OrderClock {
    /// Recomputes the instants of orders that are not over from their wall times, which are what was agreed, and corrects
    /// those that a new version of tzdata has moved. No one is notified, since the displayed time is unchanged.
    ///
    /// - Returns: The number of corrected orders.
    @discardableResult
    package func recompute() async throws -> Int {
        var corrected = 0
        for order in try await database.all(.dated()) where order.correction != nil {
            corrected += try await correct(order.outing)
        }
        return corrected
    }

    private func correct(_ outing: OutingID) async throws -> Int {
        try await database.transaction { transaction in
            guard let order = try await transaction.lockedOrder(of: outing),
                let times = try await transaction.first(.dated(outing))?.correction
            else { return 0 }
            try await transaction.execute(
                .setTimes(order, closes: times.closes, before: order.closesBefore, due: times.due))
            if order.restaurant != nil {
                try await transaction.holdStock(for: order.id, of: outing, raising: [])
            }
            try await transaction.execute(
                .append(.edited, .fields(["closesAt", "dueAt"]), to: order.id, of: outing, by: nil))
            _ = try await edits.record.record([], of: outing, by: nil, in: transaction)
            return 1
        }
    }
}

/// The stored times of an order, `o` in its columns.
@Row
struct DatedOrder: PostgresRow {
    @Column("o.outing_id") let outing: OutingID
    @Column("o.time_zone") let zone: String
    @Column("to_char(o.closes_wall, 'YYYY-MM-DD HH24:MI')") let closesWall: String?
    @Column("o.closes_at") let closesAt: Date?
    @Column("to_char(o.due_wall, 'YYYY-MM-DD HH24:MI')") let dueWall: String?
    @Column("o.due_at") let dueAt: Date?

    /// The times according to the present tzdata; `nil` if the stored ones are still correct.
    var correction: (closes: ZonedTime?, due: ZonedTime?)? {
        let (closes, due) = (time(closesWall, closesAt), time(dueWall, dueAt))
        let (newCloses, newDue) = (closes?.asOfToday, due?.asOfToday)
        return newCloses == closes && newDue == due ? nil : (newCloses, newDue)
    }

    private func time(_ wall: String?, _ instant: Date?) -> ZonedTime? {
        guard let wall = wall.flatMap({ WallTime(text: $0.replacing(" ", with: "T")) }), let instant else {
            return nil
        }
        return ZonedTime(wall: wall, zone: zone, instant: instant)
    }
}

extension Query where Row == DatedOrder {
    /// Returns orders whose times are not over.
    ///
    /// - Parameter outing: The only outing to look at; `nil` for all.
    fileprivate static func dated(_ outing: OutingID? = nil) -> Self {
        Query(
            "orders.list_dated_orders",
            """
            SELECT \(fragment: DatedOrder.columns)
              FROM group_order AS o
             WHERE o.state NOT IN ('handed_over', 'cancelled')
               AND (\(outing)::uuid IS NULL OR o.outing_id = \(outing))
               AND greatest(o.closes_at, o.due_at) > now() - interval '1 day'
             ORDER BY o.outing_id
            """)
    }
}
