package import Access
import Journal
package import NoonishAPI
import Outings
package import Postgres
import Stock

extension OrderEdits: DishRemover {
    package func takeOff(
        _ portions: Int, of item: String, from holders: [StockHolder], at venue: Capability<RestaurantID>,
        in transaction: Transaction
    ) async throws {
        var orders: [GroupOrderID: OrderRow] = [:]
        var held: [GroupOrderID: Int] = [:]
        var needed: [GroupOrderID: Int] = [:]
        var dishes: [(order: GroupOrderID, line: OrderLineRow)] = []
        for outing in try await transaction.all(.outings(of: holders.map(\.order), at: venue)) {
            guard let order = try await transaction.lockedOrder(of: outing), order.restaurant == venue.object,
                let holder = holders.first(where: { $0.order == order.id }),
                order.state == .open || order.takesAmendments
            else { continue }
            let lines = try await transaction.all(.lines(of: order)).live
            orders[order.id] = order
            held[order.id] = holder.held
            needed[order.id] = lines.reduce(0) { $0 + ($1.fields.cookedCounts[item] ?? 0) }
            dishes += lines.filter { $0.fields.cookedCounts[item] != nil }.map { (order.id, $0) }
        }
        var missing = portions
        var struck: [GroupOrderID: [OrderLineRow]] = [:]
        for dish in dishes.sorted(by: { $0.line.id > $1.line.id }) where missing > 0 {
            let holds = held[dish.order] ?? 0
            let before = needed[dish.order] ?? 0
            let after = before - (dish.line.fields.cookedCounts[item] ?? 0)
            needed[dish.order] = after
            missing -= min(holds, before) - min(holds, after)
            struck[dish.order, default: []].append(dish.line)
        }
        for (id, lines) in struck.sorted(by: { $0.key < $1.key }) {
            guard let order = orders[id] else { continue }
            try await takeOff(lines, order, by: venue.actor.person, in: transaction)
        }
    }

    /// Strikes dishes of which the place has too few portions, and notifies the people who eat them and the coordinator.
    private func takeOff(
        _ lines: [OrderLineRow], _ order: OrderRow, by person: PersonID?, in transaction: Transaction
    ) async throws {
        for line in lines {
            try await transaction.execute(
                .strike(line.id, why: .soldOut, by: person, amendedRev: order.amendedRev, in: order))
            try await transaction.execute(
                .append(.lineStruck, line: line.id, to: order.id, of: order.outing, by: person))
        }
        let ids = lines.map(\.id)
        try await transaction.execute(.markGone(Set(ids), among: ids, on: order))
        try await transaction.holdStock(for: order.id, of: order.outing, raising: [])
        let news = lines.map {
            Change(
                OrderLineGoneChange(
                    line: $0.id, eaters: $0.eaters, coordinator: order.coordinator.id, dish: $0.fields.label,
                    takenOffBy: order.place))
        }
        _ = try await record.record(news, of: order.outing, by: nil, urgent: true, in: transaction)
        if order.boardNumber != nil { wakeBoard(of: order, after: transaction) }
    }
}

extension Query where Row == OutingID {
    /// Returns the outings of orders at a venue, in the order in which they are locked.
    fileprivate static func outings(of orders: [GroupOrderID], at venue: Capability<RestaurantID>) -> Self {
        Query(
            "orders.list_outings_of_orders",
            """
            SELECT o.outing_id
              FROM group_order AS o
             WHERE o.restaurant_id = \(venue.object) AND o.id = ANY (\(orders))
             ORDER BY o.outing_id
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}
