import Access
import HTTPKit
import JSON
import Localization
import Money
import NoonishAPI

/// The form for a dish on the page of a personal link, as it was typed.
struct DishForm: Sendable {
    /// The fields by the names of the API's members, so that its faults point to them.
    enum Field: String, Sendable, CaseIterable {
        case name, price, quantity, options, note, tellsKitchen, forName
    }

    private let texts: [Field: String]

    /// An empty form.
    init() { texts = [.quantity: "1"] }

    init(_ form: inout FormReader) {
        var texts: [Field: String] = [:]
        for field in Field.allCases where form.has(field.rawValue) {
            texts[field] = form.take(field.rawValue) ?? ""
        }
        self.texts = texts
    }

    /// The form of a dish that is on the order.
    init(_ line: OrderLineRow, in order: OrderRow, _ language: Language) {
        texts = [
            .name: line.name, .quantity: String(line.quantity), .options: line.options ?? "",
            .price: line.unitMinor.map { language.amount(Money(Int64($0), order.money)) } ?? "",
            .note: line.note ?? "", .tellsKitchen: line.tellsKitchen ?? "", .forName: line.visitor ?? "",
        ].filter { line.editable.contains($0.key) }
    }

    subscript(field: Field) -> String { texts[field] ?? "" }

    /// The new dish.
    ///
    /// - Throws: 422 with a fault for each field.
    var newLine: NewOrderLine {
        get throws(Problem) {
            try NewOrderLine(body(of: Field.allCases.filter { !self[$0].isEmpty }))
        }
    }

    /// What the form changes: an empty field clears, and one that it does not have stays.
    ///
    /// - Throws: 422 with a fault for each field.
    var patch: OrderLinePatch {
        get throws(Problem) { try OrderLinePatch(body(of: Field.allCases.filter { texts[$0] != nil })) }
    }

    private func body(of fields: [Field]) throws(Problem) -> ObjectReader {
        try ObjectReader(
            .object(JSONObject(members: fields.map { .init(name: $0.rawValue, value: value(of: $0)) })))
    }

    private func value(of field: Field) -> JSONValue {
        switch field {
        case .name: .string(self[field])
        case .quantity: Int(self[field]).map(JSONValue.integer) ?? .string(self[field])
        default: self[field].isEmpty ? .null : .string(self[field])
        }
    }
}

extension DishForm {
    /// The fields as values of the template `order-fields`.
    ///
    /// - Parameters:
    ///   - id: Keeps the fields of several forms apart.
    ///   - faults: What is wrong, by field.
    func values(
        _ fields: [Field], id: String, in order: OrderRow, _ language: Language,
        faults: [Field: String] = [:]
    ) -> [[String: any Sendable]] {
        fields.map { field in
            var values: [String: any Sendable] = [
                "id": "\(id)-\(field.rawValue)", "field": field.rawValue, "text": self[field],
                "most": field.longest, "isRequired": field == .name, "isLong": field == .note,
                "isNumber": field == .quantity, "isAmount": field == .price,
                "label": language.say("web.order.\(field.rawValue)", ["currency": .text(order.currency)]),
            ]
            if let hint = field.hint { values["help"] = language.say("web.order.\(hint)") }
            if let fault = faults[field] { values["fault"] = fault }
            return values
        }
    }
}

extension OrderLineRow {
    /// The fields that its person can change: what a menu's dish is, and what it costs, is as the menu had it.
    var editable: [DishForm.Field] { pick == nil ? DishForm.Field.allCases : DishForm.Field.ofChosen }
}

extension DishForm.Field {
    fileprivate static let ofChosen: [Self] = [.quantity, .note, .tellsKitchen, .forName]
    /// The fields that most people leave empty.
    static let extra: [Self] = [.note, .tellsKitchen, .forName]
    static let usual = allCases.filter { !extra.contains($0) }

    fileprivate var hint: String? {
        switch self {
        case .price: "priceHint"
        case .tellsKitchen: "tellsKitchenHint"
        case .forName: "forNameHint"
        default: nil
        }
    }

    fileprivate var longest: Int {
        switch self {
        case .name: OrderLimits.name.upperBound
        case .price: AmountInput.longest
        case .quantity: 2
        case .options: OrderLimits.options.upperBound
        case .note: OrderLimits.note.upperBound
        case .tellsKitchen: OrderLimits.tellsKitchen.upperBound
        case .forName: OrderLimits.visitor.upperBound
        }
    }
}
