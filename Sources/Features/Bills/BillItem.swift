import Money
import NoonishAPI
import Orders

/// An item of a bill: what was served, and what it is called.
struct BillItem: Sendable {
    let line: BillLine
    var label: String?
    /// The line of the order that it is; `nil` if it was typed.
    var orderLine: OrderLineID?
}

extension BillItem {
    /// - Parameter unit: The price of one, in minor units.
    init(_ dish: OrderedDishes.Dish, unit: Int64) {
        let count = dish.quantity == 1 ? "" : "\(dish.quantity) × "
        let text = (count + dish.name + (dish.options.map { ", \($0)" } ?? "")).unicodeScalars
        line = BillLine(
            amount: unit * Int64(dish.quantity),
            sharers: dish.sharers.sorted { $0.key < $1.key }.map {
                Sharer($0.key.uuid, weight: Int64($0.value))
            },
            visitor: dish.visitor, tax: dish.tax)
        label = String(String.UnicodeScalarView(text.prefix(BillLimits.label.upperBound)))
        orderLine = dish.line
    }
}
