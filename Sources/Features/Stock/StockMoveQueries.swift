import Access
import Foundation
import NoonishAPI
import Postgres

extension Query where Row == StockMoveEntry {
    /// Lists what changed the portions of a venue, newest first.
    ///
    /// - Parameters:
    ///   - item: The only item to list; `nil` for all of them.
    ///   - move: The last one that the caller has.
    static func moves(
        of venue: Capability<RestaurantID>, item: String?, before move: UUID?, limit: Int
    ) -> Self {
        Query(
            "stock.list_moves", on: .slow,
            """
            SELECT m.id, m.item_key, nullif(m.day, '-infinity')::text, m.kind, m.quantity, m.found, o.board_number, p.id,
                   p.name, m.note, m.at
              FROM stock_move AS m
              LEFT JOIN group_order AS o ON o.outing_id = m.outing_id AND o.id = m.order_id
              LEFT JOIN person AS p ON p.id = m.actor_id
             WHERE m.restaurant_id = \(venue.object) AND m.item_key = coalesce(\(item), m.item_key)
               AND (\(move)::uuid IS NULL
                    OR (m.at, m.id) < (SELECT b.at, b.id FROM stock_move AS b
                                        WHERE b.restaurant_id = \(venue.object) AND b.id = \(move)))
             ORDER BY m.at DESC, m.id DESC
             LIMIT \(limit)
            """
        ) { row throws(PostgresError) in
            StockMoveEntry(
                id: try row.next(), item: try row.next(), day: try row.next(), kind: try row.next(),
                quantity: try row.next(), found: try row.next(), number: try row.next(),
                actor: try row.next(), note: try row.next(), at: try row.next())
        }
    }
}
