import JSON
import NIOCore
import NoonishAPI
import Outings
import Postgres
import Synchronization

/// The live lines of an order, with the JSON that most readers get.
final class OrderLines: Sendable {
    let rows: [OrderLineRow]
    /// The JSON of each line for readers whose line it is not and who do not run the order.
    let json: [[UInt8]]
    /// Whether they name a guest who has no name.
    let nameGuests: Bool
    fileprivate let order: GroupOrderID
    fileprivate let version: [UInt8]
    /// The order's revision when it was placed: lines that changed later are marked.
    fileprivate let placedRev: Int?

    fileprivate init(_ rows: [OrderLineRow], _ version: [UInt8], of order: OrderRow) {
        self.rows = rows
        self.version = version
        self.order = order.id
        placedRev = order.placedRev
        json = rows.map { row in
            var writer = JSONWriter(capacity: 512)
            row.wire(for: nil, runs: false, in: order).encode(to: &writer)
            return Array(writer.finish().readableBytesView)
        }
        nameGuests = rows.contains { row in
            (row.sharers + [row.person, row.setBy].compactMap(\.self)).contains(where: \.isUnnamedGuest)
        }
    }

    /// Whether the order was read when these were its lines.
    func isSameState(as seen: ReaderOrder) -> Bool { rows.isEmpty || version == seen.linesVersion }

    /// The bytes of the JSON with its commas.
    var size: Int { json.reduce(0) { $0 + $1.count + 1 } }

    /// An estimate of the memory in bytes: a row takes about 700.
    fileprivate var cost: Int { size + rows.count * 700 + 512 }

    /// What the lines of order `o` are made of, as a hash: their versions, those of their sharers, and the names of all
    /// people, whose rows change with every news in their inboxes. After a failover, numbers of transactions are
    /// assigned anew.
    static let version: SQL = """
        (SELECT sha256(convert_to(concat_ws(
                    chr(31), pg_postmaster_start_time(), coalesce(dishes.versions, ''), coalesce(plates.versions, ''),
                    (SELECT string_agg(p.name, chr(31) ORDER BY p.id)
                       FROM person AS p
                      WHERE p.id = ANY (dishes.people || plates.people))), 'UTF8'))
           FROM (SELECT string_agg(l.xmin::text, ' ' ORDER BY l.id) AS versions,
                        coalesce(array_agg(l.person_id) || array_agg(l.set_by_id), '{}') AS people
                   FROM order_line AS l
                  WHERE l.outing_id = o.outing_id AND l.order_id = o.id) AS dishes
          CROSS JOIN (
                SELECT string_agg(w.xmin::text, ' ' ORDER BY w.line_id, w.person_id) AS versions,
                       coalesce(array_agg(w.person_id), '{}') AS people
                  FROM order_sharer AS w
                 WHERE w.outing_id = o.outing_id AND w.order_id = o.id) AS plates)
        """
}

/// The lines of recently read orders, in a bounded number of bytes.
///
/// It checks no permissions and is not invalidated: the statement that reads an order says what a reader may see, and the
/// version of its lines. An entry with another version is not used. See docs/performance.md, "The cache of orders".
final class OrderLineCache: Sendable {
    /// Entries in two generations of half the size each; the older is dropped when the newer is full.
    private struct State {
        var recent: [GroupOrderID: OrderLines] = [:]
        var former: [GroupOrderID: OrderLines] = [:]
        var size = 0
    }

    private let generationSize: Int
    private let state = Mutex(State())

    /// - Parameter bytes: The estimated size up to which it grows.
    init(bytes: Int) { generationSize = bytes / 2 }

    /// Returns the live lines of an order: those that are kept, if they are still right, or as they are in the database.
    ///
    /// - Parameter database: Not a transaction, whose own changes have no version yet.
    func lines(of seen: ReaderOrder, from database: PostgresClient) async throws -> OrderLines {
        if let found = find(seen) { return found }
        let rows = try await database.all(.versionedLines(of: seen.order))
        let lines = OrderLines(rows.map(\.line), rows.first?.version ?? [], of: seen.order)
        if !rows.isEmpty { insert(lines) }
        return lines
    }

    private func find(_ seen: ReaderOrder) -> OrderLines? {
        state.withLock { state in
            guard let entry = state.recent[seen.order.id] ?? state.former[seen.order.id],
                entry.version == seen.linesVersion, entry.placedRev == seen.order.placedRev
            else { return nil }
            if state.recent[seen.order.id] == nil { insert(entry, into: &state) }
            return entry
        }
    }

    private func insert(_ entry: OrderLines) { state.withLock { insert(entry, into: &$0) } }

    private func insert(_ entry: OrderLines, into state: inout State) {
        guard entry.cost <= generationSize else { return }
        if state.size + entry.cost > generationSize {
            state.former = state.recent
            state.recent = [:]
            state.size = 0
        }
        state.former[entry.order] = nil
        let replaced = state.recent.updateValue(entry, forKey: entry.order)
        state.size += entry.cost - (replaced?.cost ?? 0)
    }
}

/// A line with the version of all lines of its order, of one snapshot.
@Row
struct VersionedOrderLine: PostgresRow {
    @Column("v.version") let version: [UInt8]
    @Column(OrderLineRow.self) let line: OrderLineRow
}

extension Query where Row == VersionedOrderLine {
    /// Returns an order's live lines, oldest first.
    fileprivate static func versionedLines(of order: OrderRow) -> Self {
        Query(
            "orders.list_versioned_lines",
            """
            WITH v AS MATERIALIZED (
                 SELECT \(fragment: OrderLines.version) AS version
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
