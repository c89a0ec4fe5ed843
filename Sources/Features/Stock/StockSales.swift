package import Access
package import NoonishAPI
package import Postgres

/// Portions that are sold without an order.
extension Transaction {
    /// Takes portions that are sold at the counter from what is left today. Items that are not counted have no limit.
    ///
    /// - Parameter zone: The venue's time zone, which says which day it is.
    /// - Throws: 409 `sold_out`, or `below_held` if orders took the portions meanwhile.
    package func sellStock(
        _ portions: [String: Int], at venue: Capability<RestaurantID>, zone: String
    ) async throws {
        guard !portions.isEmpty else { return }
        let items = portions.sorted { $0.key < $1.key }
        for level in try await all(.left(of: items.map(\.key), at: venue, zone: zone)) {
            guard level.left < portions[level.item] ?? 0 else { continue }
            throw StockProblems.soldOut(level.item, left: level.left)
        }
        do {
            try await execute(.move(items, as: "sale", on: nil, at: venue, zone: zone))
        } catch {
            throw error.stockProblem ?? error
        }
    }

    /// Puts portions back that were not sold after all.
    ///
    /// - Parameter day: The date on which they were sold.
    package func returnStock(
        _ portions: [String: Int], soldOn day: String, at venue: Capability<RestaurantID>, zone: String
    ) async throws(PostgresError) {
        guard !portions.isEmpty else { return }
        let items = portions.sorted { $0.key < $1.key }
        try await execute(.move(items, as: "correction", on: day, at: venue, zone: zone))
    }
}

/// What is left of an item.
@Row
struct PortionsLeft: PostgresRow {
    let item: String
    let left: Int
}

extension Query where Row == PortionsLeft {
    fileprivate static func left(
        of items: [String], at venue: Capability<RestaurantID>, zone: String
    ) -> Self {
        Query(
            "stock.list_left",
            """
            SELECT DISTINCT ON (s.item_key) s.item_key, (s.counted - s.held - s.sold)::bigint
              FROM stock AS s
             WHERE s.restaurant_id = \(venue.object) AND s.item_key = ANY (\(items)) AND s.is_tracked
               AND s.day IN ((now() AT TIME ZONE \(zone))::date, '-infinity')
             ORDER BY s.item_key, s.day DESC
            """)
    }
}

extension Command {
    /// Moves portions of the items that are counted, in the order of their keys.
    ///
    /// - Parameter day: `nil` for today.
    fileprivate static func move(
        _ items: [(key: String, value: Int)], as kind: String, on day: String?,
        at venue: Capability<RestaurantID>, zone: String
    ) -> Command {
        Command(
            "stock.append_sale",
            """
            INSERT INTO stock_move (restaurant_id, id, item_key, day, kind, quantity, actor_id)
            SELECT \(venue.object), gen_random_uuid(), n.item, s.day, \(kind), n.quantity, \(venue.actor.person)
              FROM unnest(\(items.map(\.key))::text[], \(items.map(\.value))::bigint[]) AS n (item, quantity)
             CROSS JOIN LATERAL (
                   SELECT s.day
                     FROM stock AS s
                    WHERE s.restaurant_id = \(venue.object) AND s.item_key = n.item AND s.is_tracked
                      AND s.day IN (coalesce(\(day)::text::date, (now() AT TIME ZONE \(zone))::date), '-infinity')
                    ORDER BY s.day DESC
                    LIMIT 1) AS s
             ORDER BY n.item
            """)
    }
}
