import Access
import Foundation
import HTTPKit
import Menus
import Money
import NoonishAPI
import Outings

/// The dish of a new line: typed, or chosen from the menu.
enum DishInput: Sendable {
    case typed(name: String, options: String?, price: AmountInput?)
    /// - Parameter expected: The price of one that the person saw; `nil` to accept any.
    case chosen(MenuPick, expected: AmountInput?)

    /// Reads a pick, or else a name with options and a price. Returns `nil` after recording a fault.
    init?(_ body: inout ObjectReader) {
        if body.isStated("pick") {
            let pick = body.pick("pick")
            let expected = body.optional("expectedPrice", .amount("expectedPrice"))
            guard let pick else { return nil }
            self = .chosen(pick.sorted, expected: expected)
        } else {
            let name = body.required("name", .text(OrderLimits.name))
            let options = body.optional("options", .text(OrderLimits.options))
            let price = body.optional("price", .amount("price"))
            guard let name else { return nil }
            self = .typed(name: name, options: options, price: price)
        }
    }
}

/// A validated line.
struct NewOrderLine: Sendable {
    let dish: DishInput
    let note: String?
    let quantity: Int
    /// `nil` for the caller.
    let person: PersonID?
    let visitor: String?
    let tellsKitchen: String?
    let sharers: [PersonID: Int]

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        let dish = DishInput(&body)
        note = body.optional("note", .text(OrderLimits.note, multiline: true))
        quantity = body.optional("quantity", .integer(OrderLimits.quantity)) ?? 1
        person = body.optional("personId", .id())
        visitor = body.optional("forName", .text(OrderLimits.visitor))
        tellsKitchen = body.optional("tellsKitchen", .text(OrderLimits.tellsKitchen))
        sharers = body.sharers()
        self.dish = try body.finish(dish)
    }
}

/// A validated merge patch of a line (RFC 7396).
struct OrderLinePatch: Sendable {
    let name: String?
    let options: PatchField<String>
    let note: PatchField<String>
    let quantity: Int?
    let price: PatchField<AmountInput>
    let visitor: PatchField<String>
    let tellsKitchen: PatchField<String>
    /// `nil` leaves them; an empty list gives the plate to its person alone.
    let sharers: [PersonID: Int]?
    /// Another choice from the menu.
    let pick: DishInput?
    /// The person whose dish it becomes.
    let person: PersonID?

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        pick = body.isStated("pick") ? DishInput(&body) : nil
        // Another choice has words and a price of its own.
        name = pick == nil ? body.optional("name", .text(OrderLimits.name)) : nil
        options = pick == nil ? body.field("options", .text(OrderLimits.options)) : .absent
        note = body.field("note", .text(OrderLimits.note, multiline: true))
        quantity = body.optional("quantity", .integer(OrderLimits.quantity))
        price = pick == nil ? body.field("price", .amount("price")) : .absent
        visitor = body.field("forName", .text(OrderLimits.visitor))
        tellsKitchen = body.field("tellsKitchen", .text(OrderLimits.tellsKitchen))
        sharers = body.has("sharedWith") ? body.sharers() : nil
        person = body.optional("personId", .id())
        try body.finish()
    }

    /// Returns the fields of `line` with this patch applied.
    func applied(
        to line: OrderLineRow, currency: Currency, locale: Locale
    ) throws(Problem) -> OrderLineFields {
        var fields = line.fields
        if let name { fields.name = name }
        fields.options = options.merged(over: line.options)
        fields.note = note.merged(over: line.note)
        if let quantity { fields.quantity = quantity }
        switch price {
        case .absent: break
        case .null: fields.unitMinor = nil
        case .value(let price):
            fields.unitMinor = try price.read(
                in: currency, locale: locale, most: OrderLimits.unitMinor)
        }
        fields.visitor = visitor.merged(over: line.visitor)
        fields.tellsKitchen = tellsKitchen.merged(over: line.tellsKitchen)
        if let sharers { fields.sharers = sharers }
        if let person { fields.person = person }
        return fields
    }
}

extension OrderLineRow {
    var fields: OrderLineFields {
        OrderLineFields(
            person: person.id, setBy: setBy?.id, visitor: visitor, name: name, options: options, note: note,
            quantity: quantity, unitMinor: unitMinor, tellsKitchen: tellsKitchen, menuItem: menuItem,
            sharers: Dictionary(uniqueKeysWithValues: zip(sharers.map(\.id), weights)))
    }
}

extension ObjectReader {
    fileprivate mutating func sharers() -> [PersonID: Int] {
        var sharers: [PersonID: Int] = [:]
        _ = objects("sharedWith", max: OrderLimits.sharers) { sharer -> Bool? in
            let person: PersonID? = sharer.required("personId", .id())
            let weight = sharer.optional("weight", .integer(OrderLimits.weight)) ?? 1
            guard let person else { return nil }
            if sharers.updateValue(weight, forKey: person) != nil {
                sharer.refuse("personId", "same_person", "Each person can appear only once.")
            }
            return true
        }
        return sharers
    }
}
