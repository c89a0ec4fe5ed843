import HTTPKit
package import NoonishAPI
package import Postgres

extension Transaction {
    /// Makes an order hold the portions that its dishes need, and releases what it no longer needs. The caller has locked the
    /// order.
    ///
    /// - Parameter items: The keys of the items of which it may get more; `nil` for all of them.
    /// - Throws: 409 `sold_out` or `stock_needs_deadline`.
    package func holdStock(
        for order: GroupOrderID, of outing: OutingID, raising items: [String]?
    ) async throws {
        do {
            try await execute(.holdStock(for: order, of: outing, raising: items))
        } catch {
            throw error.stockProblem ?? error
        }
    }
}

extension Command {
    package static func holdStock(
        for order: GroupOrderID, of outing: OutingID, raising items: [String]?
    ) -> Command {
        Command("stock.hold", "SELECT hold_stock(\(outing), \(order), \(items))")
    }

    /// Releases everything that an order holds, before it moves to another restaurant.
    package static func releaseStock(of order: GroupOrderID, of outing: OutingID) -> Command {
        Command(
            "stock.release_order",
            """
            INSERT INTO stock_move (restaurant_id, id, item_key, day, kind, quantity, outing_id, order_id)
            SELECT h.restaurant_id, gen_random_uuid(), h.item_key, h.day, 'release', h.quantity, \(outing), \(order)
              FROM (SELECT m.restaurant_id, m.item_key, m.day,
                           sum(CASE m.kind WHEN 'hold' THEN m.quantity ELSE -m.quantity END) AS quantity
                      FROM stock_move AS m
                     WHERE m.outing_id = \(outing) AND m.order_id = \(order) AND m.kind IN ('hold', 'release')
                     GROUP BY m.restaurant_id, m.item_key, m.day) AS h
             WHERE h.quantity > 0
             ORDER BY h.item_key, h.day
            """)
    }

    /// Releases what orders hold for the dishes of a person that were struck.
    package static func releaseStock(ofStruckLinesOf person: PersonID) -> Command {
        Command(
            "stock.release_struck",
            """
            SELECT hold_stock(o.outing_id, o.id, '{}')
              FROM group_order AS o
             WHERE o.state = 'open' AND o.restaurant_id IS NOT NULL
               AND EXISTS (SELECT FROM order_line AS l
                            WHERE l.outing_id = o.outing_id AND l.order_id = o.id
                              AND l.person_id = \(person) AND l.struck_at IS NOT NULL)
             ORDER BY o.outing_id, o.id
            """)
    }
}

extension PostgresError {
    /// What the functions of the stock's migration report by codes of their own.
    var stockProblem: Problem? {
        guard case .server(let error) = self, let detail = error.detail else { return nil }
        let words = detail.split(separator: " ")
        guard words.count == 2, let number = Int(words[1]) else { return nil }
        return switch error.sqlState {
        case "NS001": StockProblems.soldOut(String(words[0]), left: number)
        case "NS002": StockProblems.belowHeld(number)
        case "NS003": StockProblems.needsDeadline
        default: nil
        }
    }
}
