import Access
import Accounts
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import NoonishAPI
import Postgres

extension OrderRoutes {
    /// Lists what the caller ordered, newest first: the source of "as last time".
    func listOwn(_ call: Call) async throws -> Response {
        var query = call.query
        let limit = query.limit(default: OrderLimits.ownOrders)
        let before = query.cursor { GroupOrderID($0) }
        try query.finish()
        let me = try call.oneself(.readOwnOrders).object
        let rows = try await database.all(.ownOrders(of: me, before: before, limit: limit + 1))
        let orders = Array(rows.prefix(limit))
        let dishes = Dictionary(
            grouping: try await database.all(.ownDishes(of: me, in: orders.map(\.id))), by: \.order)
        let next = rows.count > limit ? orders.last.map { $0.id.description } : nil
        return .json(
            .ok, Page(items: orders.map { $0.wire(dishes[$0.id] ?? []) }, next: next), etag: .content,
            headers: call.link(toNext: next))
    }
}

/// An order, `o` in its columns, in which a person has a dish.
@Row
struct OwnOrderRow: PostgresRow {
    @Column("o.id") let id: GroupOrderID
    @Column("o.outing_id") let outing: OutingID
    @Column("o.state") let state: GroupOrder.State
    @Column("o.restaurant_id") let restaurant: RestaurantID?
    @Column("o.place_name") let place: String
    @Column("o.currency") let currency: String
    @Column("o.created_at") let createdAt: Date

    func wire(_ dishes: [OwnDishRow]) -> OwnOrder {
        OwnOrder(
            id: id, outing: outing, state: state, restaurant: restaurant, place: place, currency: currency,
            createdAt: createdAt,
            dishes: dishes.map {
                .init(
                    line: $0.line, name: $0.name, options: $0.options, visitor: $0.visitor,
                    quantity: $0.quantity, unitMinor: $0.unitMinor)
            },
            totalMinor: dishes.reduce(0) { $0 + ($1.unitMinor ?? 0) * $1.quantity })
    }
}

/// A dish of a person, `l` in its columns.
@Row
struct OwnDishRow: PostgresRow {
    @Column("l.order_id") let order: GroupOrderID
    @Column("l.id") let line: OrderLineID
    @Column("l.name") let name: String
    @Column("l.options") let options: String?
    @Column("l.visitor") let visitor: String?
    @Column("l.quantity") let quantity: Int
    @Column("l.unit_minor") let unitMinor: Int?
}

extension Query where Row == OwnOrderRow {
    /// Returns the orders in which a person has a dish, newest first. Identifiers are in the order of time.
    static func ownOrders(of person: PersonID, before: GroupOrderID?, limit: Int) -> Self {
        Query(
            "orders.list_own_orders",
            """
            SELECT \(fragment: OwnOrderRow.columns)
              FROM group_order AS o
             WHERE (o.outing_id, o.id) IN
                   (SELECT l.outing_id, l.order_id
                      FROM order_line AS l
                     WHERE l.person_id = \(person) AND l.struck_at IS NULL)
               AND (\(before)::uuid IS NULL OR o.id < \(before))
             ORDER BY o.id DESC
             LIMIT \(limit)
            """)
    }
}

extension Query where Row == OwnDishRow {
    static func ownDishes(of person: PersonID, in orders: [GroupOrderID]) -> Self {
        Query(
            "orders.list_own_dishes",
            """
            SELECT \(fragment: OwnDishRow.columns)
              FROM order_line AS l
             WHERE l.person_id = \(person) AND l.order_id = ANY (\(orders)) AND l.struck_at IS NULL
             ORDER BY l.id
            """)
    }
}
