import Foundation
import Metrics
import NoonishAPI
import Postgres
import Synchronization

/// The lines of recently read orders, in a bounded number of bytes.
///
/// It checks no permissions and is not invalidated: the statement that reads an order says what a reader may see, the
/// version of its lines, and the names of their people. See docs/performance.md, "The cache of orders".
final class OrderLineCache: Sendable {
    /// Entries in two generations of half the size each; the older is dropped when the newer is full.
    private struct State {
        var recent: [OutingID: OrderLines] = [:]
        var former: [OutingID: OrderLines] = [:]
        var size = 0
        var formerSize = 0
    }

    private let generationSize: Int
    private let state = Mutex(State())
    private let hits = Counter(label: "order_cache_hits")
    private let misses = Counter(label: "order_cache_misses")
    private let size = Gauge(label: "order_cache_bytes")

    /// - Parameter bytes: The estimated size up to which it grows; 0 caches nothing.
    init(bytes: Int) { generationSize = bytes / 2 }

    /// Returns the lines that an outing's order had when it was last read.
    func entry(of outing: OutingID) -> OrderLines? {
        state.withLock { state in
            if let entry = state.recent[outing] { return entry }
            guard let entry = state.former[outing] else { return nil }
            insert(entry, into: &state)
            return entry
        }
    }

    /// Records whether an entry had the lines of an order that was read.
    func count(isHit: Bool) { (isHit ? hits : misses).increment() }

    func insert(_ entry: OrderLines) {
        let total = state.withLock { state in
            insert(entry, into: &state)
            return state.size + state.formerSize
        }
        size.record(total)
    }

    private func insert(_ entry: OrderLines, into state: inout State) {
        if let replaced = state.former.removeValue(forKey: entry.outing) { state.formerSize -= replaced.cost }
        if let replaced = state.recent.removeValue(forKey: entry.outing) { state.size -= replaced.cost }
        guard entry.cost <= generationSize else { return }
        if state.size + entry.cost > generationSize {
            (state.former, state.formerSize) = (state.recent, state.size)
            (state.recent, state.size) = ([:], 0)
        }
        state.recent[entry.outing] = entry
        state.size += entry.cost
    }
}

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
