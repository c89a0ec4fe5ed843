package import Access
package import NoonishAPI
package import Postgres

/// Takes dishes off orders that hold portions which their venue does not have. The room of orders does it.
package protocol DishRemover: Sendable {
    /// Strikes the dishes with an item that were ordered last, until the orders hold so many portions less, and notifies their
    /// people. Dishes that the place already makes stay.
    ///
    /// - Parameter holders: The only orders that it may change.
    func takeOff(
        _ portions: Int, of item: String, from holders: [StockHolder], at venue: Capability<RestaurantID>,
        in transaction: Transaction
    ) async throws
}

extension NewStockMove {
    /// Returns the portions that orders can hold after the move.
    func available(after level: StockLevel) -> Int {
        switch kind {
        case .count: quantity
        case .receipt, .correction: level.counted - level.sold + quantity
        case .waste: level.counted - level.sold - quantity
        case .stop: level.held
        }
    }
}

extension Query where Row == StockHolder {
    /// Returns the orders that hold portions of an item, in the order of their numbers.
    static func holders(of item: String, on day: String?, at venue: Capability<RestaurantID>) -> Self {
        Query(
            "stock.list_holders", on: .slow,
            """
            SELECT o.id, o.board_number, o.state, h.held
              FROM group_order AS o
             CROSS JOIN LATERAL (
                   SELECT sum(CASE m.kind WHEN 'hold' THEN m.quantity ELSE -m.quantity END)::bigint AS held
                     FROM stock_move AS m
                    WHERE m.outing_id = o.outing_id AND m.order_id = o.id AND m.restaurant_id = o.restaurant_id
                      AND m.item_key = \(item) AND m.day = coalesce(\(day)::text::date, '-infinity')
                      AND m.kind IN ('hold', 'release')) AS h
             WHERE o.restaurant_id = \(venue.object) AND o.state NOT IN ('cancelled', 'handed_over') AND h.held > 0
             ORDER BY o.board_day, o.board_number, o.id
             LIMIT \(StockLimits.holders)
            """
        ) { row throws(PostgresError) in
            let order: GroupOrderID = try row.next()
            let number: Int? = try row.next()
            let state: String = try row.next()
            guard let known = GroupOrder.State(rawValue: state) else {
                throw .decode("\(state) is no state of an order")
            }
            return StockHolder(order: order, number: number, state: known, held: try row.next())
        }
    }
}
