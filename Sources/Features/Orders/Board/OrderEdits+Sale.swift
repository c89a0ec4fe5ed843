import Foundation
import Menus
import Money
import NoonishAPI
import Postgres
import Records

extension OrderEdits {
    /// Records what a venue sells with an order that it hands over, in the words and at the prices of the order and without
    /// anyone's name. A dish without a price counts zero.
    func recordSale(
        of order: OrderRow, _ lines: [OrderLineRow], at moment: Date?, by person: PersonID?,
        in transaction: Transaction
    ) async throws {
        guard let venue = order.restaurant, let number = order.boardNumber else { return }
        let menu = try await menus.newest(of: venue, from: transaction)?.menu
        let dishes = lines.map { line in
            let pick = line.pick?.pick
            return SoldDish(
                item: pick?.item, madeOf: pick?.cookedItems ?? [], name: line.name, options: line.options,
                category: pick.flatMap { menu?.locate($0.item)?.section.name }, quantity: line.quantity,
                unitMinor: line.unitMinor ?? 0,
                tax: line.taxPPM.flatMap { Percentage(partsPerMillion: Int64($0)) },
                includesTax: line.includesTax)
        }
        try await transaction.record(
            NewSale(
                at: venue, dishes, in: order.money,
                of: NewSale.Order(order.id, of: order.outing, number: number), by: person, zone: order.zone,
                at: moment))
    }
}
