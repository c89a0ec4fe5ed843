import Access
import Foundation
import NoonishAPI
import Postgres

/// What the stations of a venue make of its orders, and what they have made.
struct StationWork: Sendable {
    let plan: StationPlan
    private let parts: [OrderLineID: [OrderPartRow]]
    private let bumps: [GroupOrderID: [BumpRow]]

    /// Reads what the stations make of orders. A venue without stations needs no query.
    static func read(
        of orders: [OrderRow], _ plan: StationPlan, from database: any Database
    ) async throws -> StationWork {
        guard !plan.keys.isEmpty, !orders.isEmpty else {
            return StationWork(plan: plan, parts: [:], bumps: [:])
        }
        let parts = try await database.all(.parts(of: orders))
        let bumps = try await database.all(.bumps(of: orders))
        return StationWork(
            plan: plan, parts: Dictionary(grouping: parts, by: \.line),
            bumps: Dictionary(grouping: bumps, by: \.order))
    }

    /// Returns what the stations make for one portion of a line. A dish that was typed belongs to none.
    func parts(of line: OrderLineRow) -> [VenueOrderPart] {
        guard !plan.keys.isEmpty else { return [] }
        guard let rows = parts[line.id] else {
            return [VenueOrderPart(name: line.name, options: line.options, station: VenueStation.otherKey)]
        }
        return rows.map {
            VenueOrderPart(name: $0.name, options: $0.options, station: plan.station(of: $0.item))
        }
    }

    /// Returns the stations that make something of an order, with what they have made of it.
    ///
    /// - Parameter lines: All of its lines, those that were struck included.
    func progress(of order: OrderRow, _ lines: [OrderLineRow]) -> [StationProgress] {
        let changes = lastChanges(of: lines.live)
        let items = items(of: lines.live)
        let isReady = order.state == .ready || order.state == .handedOver
        return plan.keys.compactMap { key in
            guard let change = changes[key] else { return nil }
            // A dish that moved here since then is still to be made.
            let bump = bumps[order.id]?.first { bump in
                bump.station == key && bump.rev >= change
                    && bump.items.map { items[key, default: []].isSubset(of: $0) } ?? true
            }
            return StationProgress(station: key, isDone: isReady || bump != nil, doneAt: bump?.at)
        }
    }

    /// Returns the keys of the items that each station makes. A dish that was typed has none, and never moves.
    func items(of lines: [OrderLineRow]) -> [String: Set<String>] {
        lines.flatMap { parts[$0.id] ?? [] }.reduce(into: [:]) { items, part in
            items[plan.station(of: part.item), default: []].insert(part.item)
        }
    }

    /// Returns the revision of the last change of what each station makes; 0 if nothing changed since the order was placed.
    func lastChanges(of lines: [OrderLineRow]) -> [String: Int] {
        var changes: [String: Int] = [:]
        for line in lines {
            for part in parts(of: line) {
                changes[part.station] = max(changes[part.station] ?? 0, line.amendedRev ?? 0)
            }
        }
        return changes
    }
}

/// Something that the kitchen makes for one portion of a line.
@Row
struct OrderPartRow: PostgresRow {
    let line: OrderLineID
    let item: String
    let name: String
    let options: String?
}

/// A station that has made its part of an order.
@Row
struct BumpRow: PostgresRow {
    let order: GroupOrderID
    let station: String
    /// The revision of the order up to which it is made.
    let rev: Int
    let at: Date
    /// The keys of the items that were its own then; `nil` if they were not stored.
    let items: [String]?
}

extension Query where Row == OrderPartRow {
    fileprivate static func parts(of orders: [OrderRow]) -> Self {
        Query(
            "orders.list_parts",
            """
            SELECT p.line_id, p.item_key, p.name, p.options
              FROM unnest(\(orders.map(\.outing)), \(orders.map(\.id))) AS o (outing_id, id)
              JOIN order_part AS p ON p.outing_id = o.outing_id AND p.order_id = o.id
             ORDER BY p.line_id, p.number
            """)
    }
}

extension Query where Row == BumpRow {
    fileprivate static func bumps(of orders: [OrderRow]) -> Self {
        Query(
            "orders.list_bumps",
            """
            SELECT b.order_id, b.station, b.rev, b.at, b.items
              FROM unnest(\(orders.map(\.outing)), \(orders.map(\.id))) AS o (outing_id, id)
              JOIN order_bump AS b ON b.outing_id = o.outing_id AND b.order_id = o.id
            """)
    }
}

extension Command {
    /// Records that stations have made their parts of an order as it is now.
    ///
    /// - Parameter items: The keys of the items that each station makes of it.
    static func bump(_ stations: [String], of order: OrderRow, items: [String: Set<String>]) -> Command {
        let made = stations.flatMap { station in items[station, default: []].sorted().map { (station, $0) } }
        return Command(
            "orders.store_bump",
            """
            INSERT INTO order_bump (outing_id, order_id, station, rev, items)
            SELECT o.outing_id, o.id, s.station, o.rev,
                   ARRAY (SELECT m.item FROM unnest(\(made.map(\.0)), \(made.map(\.1))) AS m (station, item)
                           WHERE m.station = s.station)
              FROM group_order AS o
             CROSS JOIN unnest(\(stations)) AS s (station)
             WHERE o.outing_id = \(order.outing) AND o.id = \(order.id)
                ON CONFLICT (outing_id, order_id, station)
                DO UPDATE SET rev = excluded.rev, at = now(), items = excluded.items
            """)
    }

    /// Removes the bumps of an order.
    ///
    /// - Parameter station: The only station whose bump to remove; `nil` for all of them.
    static func recall(_ station: String?, of order: OrderRow) -> Command {
        Command(
            "orders.remove_bumps",
            """
            DELETE FROM order_bump
             WHERE outing_id = \(order.outing) AND order_id = \(order.id) AND station = coalesce(\(station), station)
            """)
    }
}
