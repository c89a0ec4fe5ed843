import Menus
import Money
import NoonishAPI
import Postgres

extension OrderEdits {
    /// Fixes the tax rates of the dishes of the menu, when the order is placed: the tax is the one that the dish had on the menu
    /// from which it was chosen, its rate that of today for the order's fulfilment. Prices stay as they are.
    func fixTaxRates(
        of lines: [OrderLineRow], on order: OrderRow, in transaction: Transaction
    ) async throws {
        guard let restaurant = order.restaurant, lines.contains(where: { $0.pick != nil }),
            let newest = try await menus.newest(of: restaurant, from: transaction)
        else { return }
        struct Version: Hashable {
            let restaurant: RestaurantID
            let number: Int
        }
        var versions = [Version(restaurant: restaurant, number: newest.version): newest.menu]
        var rates: [OrderLineID: Int] = [:]
        for line in lines {
            guard let chosen = line.menuItem else { continue }
            let version = Version(restaurant: chosen.restaurant, number: chosen.version)
            if versions[version] == nil {
                versions[version] =
                    try await menus.version(chosen.version, of: chosen.restaurant, from: transaction)?.menu
            }
            guard let tax = versions[version]?.item(chosen.pick.pick.item)?.tax,
                let rate = newest.menu.taxRate(tax, for: order.fulfilment)
            else { continue }
            let ppm = Int(rate.partsPerMillion)
            if ppm != line.taxPPM { rates[line.id] = ppm }
        }
        guard !rates.isEmpty else { return }
        try await transaction.execute(.setTaxRates(rates, on: order))
    }
}

extension Command {
    fileprivate static func setTaxRates(_ rates: [OrderLineID: Int], on order: OrderRow) -> Command {
        let lines = rates.keys.sorted()
        return Command(
            "orders.set_tax_rates",
            """
            UPDATE order_line AS l
               SET tax_ppm = given.ppm::int
              FROM unnest(\(lines), \(lines.compactMap { rates[$0] })) AS given (id, ppm)
             WHERE l.outing_id = \(order.outing) AND l.order_id = \(order.id) AND l.id = given.id
            """)
    }
}
