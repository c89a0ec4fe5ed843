import Access
import Foundation
import HTTPKit
import Menus
import Money
import NoonishAPI
import Outings
import Postgres

/// The newest menu of an order's restaurant, from which people choose.
struct OrderMenu: Sendable {
    let published: PublishedMenu
    let order: OrderRow
    /// What the venue has taken off for a time.
    let absences: ItemAbsences

    /// - Throws: 409 `no_menu` or `menu_currency`.
    init(of order: OrderRow, _ menus: PublishedMenus, from database: any Database) async throws {
        guard let restaurant = order.restaurant,
            let published = try await menus.newest(of: restaurant, from: database)
        else { throw OrderProblems.noMenu }
        guard published.menu.currency == order.currency else {
            throw OrderProblems.menuCurrency(published.menu.currency)
        }
        self.published = published
        self.order = order
        absences = try await ItemAbsences.read(of: restaurant, from: database)
    }

    /// Returns a pick with its price of today for the order's fulfilment.
    ///
    /// - Throws: 409 `item_off`; 422 with the faults of the pick by pointer.
    func priced(_ pick: MenuPick) throws(Problem) -> PricedPick {
        let priced: PricedPick
        do throws(MenuPickError) {
            priced = try published.menu.priced(pick, for: order.fulfilment)
        } catch {
            throw error.problem(at: "/pick", orMissing: OrderProblems.itemOff(nil))
        }
        try checkServed(pick, name: priced.name)
        guard Int64(priced.unitMinor) <= OrderLimits.unitMinor,
            OrderLimits.chosenOptions.contains(priced.options?.unicodeScalars.count ?? 0)
        else { throw OrderProblems.tooMuch }
        return priced
    }

    /// Checks that everything in a pick is served when the food is due.
    ///
    /// - Throws: 409 `item_off`.
    func checkServed(_ pick: MenuPick, name: String?) throws(Problem) {
        let isOff = pick.itemCounts.keys.contains { absences.includes($0, at: order.dueAt ?? order.now) }
        guard !isOff else { throw OrderProblems.itemOff(name) }
        guard let dueAt = order.dueAt, let zone = TimeZone(identifier: order.zone),
            !published.menu.serves(pick, at: dueAt, in: zone)
        else { return }
        throw OrderProblems.itemOff(name)
    }

    /// Returns the item of a pick and the parts of a combo whose number the restaurant limits, with how often each is in
    /// one portion.
    ///
    /// - Throws: 409 `item_off` if the menu no longer has one of them.
    func limitedItems(of pick: MenuPick, name: String?) throws(Problem) -> [LimitedItem] {
        var limited: [LimitedItem] = []
        for (key, count) in pick.itemCounts.sorted(by: { $0.key < $1.key }) {
            guard let item = published.menu.item(key) else { throw OrderProblems.itemOff(name) }
            guard key == pick.item || item.mostPerPerson != nil else { continue }
            limited.append(LimitedItem(key: key, mostPerPerson: item.mostPerPerson, count: count))
        }
        return limited
    }

    /// Returns what the kitchen makes for a dish of the menu; nothing for one that was typed.
    func parts(of line: OrderLineFields) -> [PickedPart] {
        line.menuItem.map { published.menu.parts(of: $0.pick.pick) } ?? []
    }

    /// Applies a pick to a line: its words, its price and what the line keeps of the menu.
    ///
    /// - Parameter expected: The price of one that the person saw, in minor units; `nil` to accept any.
    /// - Throws: As ``priced(_:)``, and 409 `price_moved`.
    /// - Returns: The items of which ``OrderLineEdits/checkCap(of:_:id:on:runs:in:)`` checks the number.
    func apply(
        _ pick: MenuPick, expected: Int?, to line: inout OrderLineFields
    ) throws(Problem) -> [LimitedItem] {
        let priced = try priced(pick)
        if let expected, expected != priced.unitMinor {
            throw OrderProblems.priceMoved(from: expected, to: priced.unitMinor, in: order.currency)
        }
        line.name = priced.name
        line.options = priced.options
        line.unitMinor = priced.unitMinor
        line.menuItem = OrderedMenuItem(
            pick: StoredPick(pick: pick), restaurant: published.restaurant, version: published.version,
            position: priced.position, taxPPM: priced.tax.map { Int($0.partsPerMillion) },
            includesTax: published.menu.pricesIncludeTax || priced.tax == nil)
        return try limitedItems(of: pick, name: priced.name)
    }
}

/// An item of which a person can have a limited number of portions.
struct LimitedItem: Hashable, Sendable {
    let key: String
    /// `nil` for the general limit.
    let mostPerPerson: Int?
    /// How often it is in one portion of what is ordered.
    let count: Int
}

extension OrderLineEdits {
    /// Sets the words and the price of a dish that was typed or chosen.
    ///
    /// - Parameters:
    ///   - line: The line as it is, or a new one.
    ///   - runs: Whether the caller runs the order, so that only the restaurant's own cap counts.
    /// - Returns: What the kitchen makes for it.
    func setDish(
        _ dish: DishInput, of line: inout OrderLineFields, id: OrderLineID?, on order: OrderRow, runs: Bool,
        locale: Locale, in transaction: Transaction
    ) async throws -> [PickedPart] {
        switch dish {
        case .typed(let name, let options, let price):
            line.name = name
            line.options = options
            line.unitMinor = try price?.read(in: order.money, locale: locale, most: OrderLimits.unitMinor)
            return []
        case .chosen(let pick, let expected):
            let expected = try expected?.read(in: order.money, locale: locale, most: OrderLimits.unitMinor)
            let menu = try await OrderMenu(of: order, orders.menus, from: transaction)
            let items = try menu.apply(pick, expected: expected, to: &line)
            try await checkCap(of: items, line, id: id, on: order, runs: runs, in: transaction)
            return menu.parts(of: line)
        }
    }

    /// Checks how many of each item a person has, by itself or as part of combos.
    ///
    /// - Throws: 422 `quantity_over_cap`.
    func checkCap(
        of items: [LimitedItem], _ line: OrderLineFields, id: OrderLineID?, on order: OrderRow, runs: Bool,
        in transaction: Transaction
    ) async throws {
        for item in items {
            let most =
                item.mostPerPerson
                ?? (runs ? OrderLimits.quantity.upperBound : OrderLimits.mostPerPerson)
            let others = try await transaction.one(
                .portions(of: item.key, for: line, besides: id, of: order))
            guard others + line.quantity * item.count <= most else { throw OrderProblems.aboveCap(of: most) }
        }
    }

    /// Checks a line of the menu that gets more portions: they keep its price, as long as the menu has the dish.
    ///
    /// - Throws: 409 `item_off`, 422 `quantity_over_cap`.
    func checkMore(
        of line: OrderLineFields, id: OrderLineID, on order: OrderRow, runs: Bool, in transaction: Transaction
    ) async throws {
        guard let pick = line.menuItem?.pick.pick else { return }
        let menu = try await OrderMenu(of: order, orders.menus, from: transaction)
        let items = try menu.limitedItems(of: pick, name: line.name)
        try menu.checkServed(pick, name: line.name)
        try await checkCap(of: items, line, id: id, on: order, runs: runs, in: transaction)
    }
}
