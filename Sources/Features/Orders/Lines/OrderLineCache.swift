import Caching
import Foundation
import NoonishAPI
import Postgres

/// The lines of recently read orders, in a bounded number of bytes.
///
/// It checks no permissions and is not invalidated: the statement that reads an order says what a reader may see, the
/// version of its lines, and the names of their people. See docs/performance.md, "The cache of orders".
typealias OrderLineCache = BoundedCache<OutingID, OrderLines>

extension PostgresClient {
    /// Reads an order's live lines. A transaction's own changes have no version yet, so it has no such method.
    ///
    /// - Returns: The lines, perhaps of a later version than that of the order.
    func lines(of seen: ReaderOrder) async throws -> OrderLines {
        let rows = try await all(.versionedLines(of: seen.order))
        return OrderLines(
            rows.map(\.line), rows.first?.version ?? seen.linesVersion.withoutLines, of: seen.order)
    }
}

/// A line with the version of all lines of its order, of one snapshot.
@Row
struct VersionedOrderLine: PostgresRow {
    @Column("v.server") let server: Date
    @Column("v.hash") let hash: Int
    @Column(OrderLineRow.self) let line: OrderLineRow

    var version: OrderLinesVersion { OrderLinesVersion(server: server, hash: hash) }
}

extension Query where Row == VersionedOrderLine {
    /// Returns an order's live lines, oldest first.
    fileprivate static func versionedLines(of order: OrderRow) -> Self {
        Query(
            "orders.list_versioned_lines",
            """
            WITH v (server, hash) AS MATERIALIZED (
                 SELECT \(fragment: OrderLinesVersion.columns)
                   FROM group_order AS o
                  WHERE o.outing_id = \(order.outing) AND o.id = \(order.id))
            SELECT \(fragment: VersionedOrderLine.columns)
              FROM v
             CROSS JOIN order_line AS l
              \(fragment: OrderLineRow.joins)
             WHERE l.outing_id = \(order.outing) AND l.order_id = \(order.id) AND l.struck_at IS NULL
             ORDER BY l.id
            """)
    }
}
