package import Access
import HTTPKit
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
            try await execute(.sell(items, at: venue, zone: zone))
        } catch {
            guard let problem = error.stockProblem else { throw error }
            // Another counter was faster.
            throw problem.code == StockProblems.belowHeldCode && items.count == 1
                ? StockProblems.soldOut(items[0].key, left: 0) : problem
        }
    }

    /// Puts portions back that were not sold after all, where they were taken. A count since then has them already.
    ///
    /// - Parameter moment: When they were taken, to the microsecond.
    package func returnStock(
        soldAt moment: String, at venue: Capability<RestaurantID>
    ) async throws(PostgresError) {
        try await execute(.takeBackSale(at: moment, of: venue))
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
    fileprivate static func takeBackSale(at moment: String, of venue: Capability<RestaurantID>) -> Command {
        Command(
            "stock.take_back_sale",
            """
            INSERT INTO stock_move (restaurant_id, id, item_key, day, kind, quantity, actor_id)
            SELECT m.restaurant_id, gen_random_uuid(), m.item_key, m.day, 'correction', m.quantity, \(venue.actor.person)
              FROM stock_move AS m
              JOIN stock AS s
                ON s.restaurant_id = m.restaurant_id AND s.item_key = m.item_key AND s.day = m.day AND s.is_tracked
             WHERE m.restaurant_id = \(venue.object) AND m.at = \(moment)::text::timestamptz AND m.kind = 'sale'
               AND m.order_id IS NULL
               AND NOT EXISTS (SELECT FROM stock_move AS c
                                WHERE c.restaurant_id = m.restaurant_id AND c.item_key = m.item_key AND c.day = m.day
                                  AND c.kind = 'count' AND c.at > m.at)
             ORDER BY m.item_key
            """)
    }

    /// Takes portions of the items that are counted today, in the order of their keys.
    fileprivate static func sell(
        _ items: [(key: String, value: Int)], at venue: Capability<RestaurantID>, zone: String
    ) -> Command {
        Command(
            "stock.append_sale",
            """
            INSERT INTO stock_move (restaurant_id, id, item_key, day, kind, quantity, actor_id)
            SELECT \(venue.object), gen_random_uuid(), n.item, s.day, 'sale', n.quantity, \(venue.actor.person)
              FROM unnest(\(items.map(\.key))::text[], \(items.map(\.value))::bigint[]) AS n (item, quantity)
             CROSS JOIN LATERAL (
                   SELECT s.day
                     FROM stock AS s
                    WHERE s.restaurant_id = \(venue.object) AND s.item_key = n.item AND s.is_tracked
                      AND s.day IN ((now() AT TIME ZONE \(zone))::date, '-infinity')
                    ORDER BY s.day DESC
                    LIMIT 1) AS s
             ORDER BY n.item
            """)
    }
}
