import Access
import Foundation
import HTTPKit
import Menus
import Money
import NoonishAPI

/// A validated sale that is entered by hand.
struct SaleInput: Sendable {
    let lines: [SaleLineInput]
    let tip: AmountInput?
    /// `nil` for that of the menu.
    let currency: Currency?
    let fulfilment: GroupOrder.Fulfilment
    let customer: CustomerID?

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        var index = -1
        lines = body.objects("lines", max: RecordLimits.lines) { line in
            index += 1
            return SaleLineInput(&line, at: "lines/\(index)")
        }
        tip = body.optional("tip", .amount("tip"))
        currency = body.optional("currency", .currency)
        fulfilment = body.optional("fulfilment", .oneOf(GroupOrder.Fulfilment.self)) ?? .dineIn
        customer = body.optional("customerId", .customerID)
        if index < 0 { body.refuse("lines", "missing", "Enter at least one dish.") }
        try body.finish()
    }

    /// Returns the dishes with their prices.
    ///
    /// - Parameter menu: The newest menu of the venue; `nil` if it has none.
    /// - Throws: 409 `item_not_on_menu`; 422 by pointer.
    func dishes(
        from menu: RestaurantMenu?, in currency: Currency, locale: Locale
    ) throws(Problem) -> [SoldDish] {
        var dishes: [SoldDish] = []
        for line in lines {
            dishes.append(
                try line.dish(from: menu, for: fulfilment, in: currency, locale: locale))
        }
        return dishes
    }

    /// Returns the currency of the sale.
    ///
    /// - Throws: 422 `another_currency` or `missing`.
    func currency(of menu: RestaurantMenu?) throws(Problem) -> Currency {
        let own = menu.flatMap { Currency($0.currency) }
        guard let chosen = currency ?? own else {
            throw .unprocessable("missing", "Required.", pointer: "/currency")
        }
        if let own, chosen != own, lines.contains(where: \.isFromMenu) {
            throw RecordProblems.wrongCurrency(own.code)
        }
        return chosen
    }
}

/// A dish of a sale: chosen from the menu, or typed with its price.
struct SaleLineInput: Sendable {
    private enum Dish: Sendable {
        case chosen(MenuPick)
        case typed(name: String, options: String?, price: AmountInput, tax: Percentage?)
    }

    private let dish: Dish
    private let quantity: Int
    private let pointer: String

    var isFromMenu: Bool { if case .chosen = dish { true } else { false } }

    /// Returns `nil` after recording a fault.
    ///
    /// - Parameter path: The place in the body, without a leading slash.
    init?(_ body: inout ObjectReader, at path: String) {
        quantity = body.optional("quantity", .integer(RecordLimits.quantity)) ?? 1
        pointer = "/" + path
        if body.isStated("pick") {
            guard let pick = body.pick("pick") else { return nil }
            dish = .chosen(pick.sorted)
        } else {
            let name = body.required("name", .text(RecordLimits.name))
            let options = body.optional("options", .text(RecordLimits.options))
            let price = body.required("price", .amount(path + "/price"))
            let tax = body.optional("taxPercent", .percentage)
            guard let name, let price else { return nil }
            dish = .typed(name: name, options: options, price: price, tax: tax)
        }
    }

    func dish(
        from menu: RestaurantMenu?, for fulfilment: GroupOrder.Fulfilment, in currency: Currency,
        locale: Locale
    ) throws(Problem) -> SoldDish {
        switch dish {
        case .typed(let name, let options, let price, let tax):
            return SoldDish(
                item: nil, madeOf: [], name: name, options: options, category: nil, quantity: quantity,
                unitMinor: try price.read(in: currency, locale: locale, most: RecordLimits.unitMinor),
                tax: tax, includesTax: true)
        case .chosen(let pick):
            guard let menu else { throw RecordProblems.notOnMenu }
            let priced: PricedPick
            do throws(MenuPickError) {
                priced = try menu.priced(pick, for: fulfilment)
            } catch {
                throw error.problem(at: pointer + "/pick", orMissing: RecordProblems.notOnMenu)
            }
            guard priced.unitMinor <= RecordLimits.unitMinor,
                priced.options?.unicodeScalars.count ?? 0 <= RecordLimits.chosenOptions
            else { throw RecordProblems.tooManyOptions(at: pointer + "/pick/options") }
            return SoldDish(
                item: pick.item, madeOf: pick.cookedItems, name: priced.name, options: priced.options,
                category: menu.locate(pick.item)?.section.name, quantity: quantity,
                unitMinor: priced.unitMinor, tax: priced.tax,
                includesTax: menu.pricesIncludeTax || priced.tax == nil)
        }
    }
}
