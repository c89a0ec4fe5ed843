package import Access
import HTTPKit
package import Money
package import NoonishAPI
package import Outings
package import Postgres

/// What an order says about its dishes, for those who charge for them.
package struct OrderedDishes: Sendable {
    /// A dish that was not struck.
    package struct Dish: Sendable {
        package let line: OrderLineID
        package let name: String
        package let options: String?
        package let visitor: String?
        package let quantity: Int
        /// The price of one in minor units; `nil` if it is not known.
        package let unitMinor: Int?
        /// The menu's tax; `nil` if it is not stated.
        package let tax: LineTax?
        /// The people who share it with their weights; its person alone if no one else does.
        package let sharers: [PersonID: Int]
    }

    package let currency: Currency
    /// Whether people can still change their dishes.
    package let isOpen: Bool
    /// Oldest first.
    package let dishes: [Dish]
}

extension Database {
    /// Returns the dishes of an outing's order; `nil` if it has no such order, or it was cancelled.
    ///
    /// - Throws: ``Denial`` for invitees if they see only their own dishes.
    package func dishes(
        of id: GroupOrderID, on outing: OutingRow, for actor: Actor
    ) async throws -> OrderedDishes? {
        guard let order = try await first(.liveOrder(of: outing.id)), order.id == id else { return nil }
        _ = try decide(
            actor, order.linesVisible ? .readOrder : .runOrder, outing.id,
            as: outing.relation(of: actor, to: order))
        return OrderedDishes(
            currency: order.money, isOpen: order.state == .open,
            dishes: try await all(.lines(of: order)).live.map { line in
                .init(
                    line: line.id, name: line.name, options: line.options, visitor: line.visitor,
                    quantity: line.quantity, unitMinor: line.unitMinor, tax: line.tax,
                    sharers: line.sharers.isEmpty ? [line.person.id: 1] : line.fields.sharers)
            })
    }
}

extension OrderLineRow {
    fileprivate var tax: LineTax? {
        taxPPM.flatMap { Percentage(partsPerMillion: Int64($0)) }.map { LineTax($0, isIncluded: includesTax) }
    }
}
