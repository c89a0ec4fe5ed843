import HTTPKit
import JSON
import Menus
import NoonishAPI
import Postgres

/// A field that the conditions of a filter compare. The lists are closed: a filter names fields, and only this file has their SQL.
struct FilterField: Sendable {
    let name: String
    let type: FilterParameter.ValueType
    let expression: SQL
    /// Whether it is of the lines of a sale, of which one has to match.
    var isOfLine = false

    static func named(_ name: String, of kind: SavedFilter.Kind) -> FilterField? {
        fields(of: kind).first { $0.name == name }
    }

    static func names(of kind: SavedFilter.Kind) -> [String] { fields(of: kind).map(\.name) }

    private static func fields(of kind: SavedFilter.Kind) -> [FilterField] {
        switch kind {
        case .customers: customers
        case .sales: sales
        }
    }

    /// In the expressions, `c` is the customer.
    private static let customers = [
        FilterField(name: "name", type: .text, expression: "c.name"),
        FilterField(name: "email", type: .text, expression: "c.email"),
        FilterField(name: "phone", type: .text, expression: "c.phone"),
        FilterField(name: "note", type: .text, expression: "c.note"),
        FilterField(
            name: "sales", type: .number,
            expression: """
                (SELECT count(*) FROM sale AS x
                  WHERE x.restaurant_id = c.restaurant_id AND x.customer_id = c.id AND x.voided_at IS NULL)
                """),
        FilterField(
            name: "lastSale", type: .date,
            expression: """
                (SELECT max(x.day) FROM sale AS x
                  WHERE x.restaurant_id = c.restaurant_id AND x.customer_id = c.id AND x.voided_at IS NULL)
                """),
    ]

    /// In the expressions, `s` is the sale, `c` its customer and `l` a line of it.
    private static let sales = [
        FilterField(name: "day", type: .date, expression: "s.day"),
        FilterField(name: "hour", type: .number, expression: "s.hour"),
        FilterField(name: "totalMinor", type: .number, expression: "s.total_minor"),
        FilterField(name: "currency", type: .text, expression: "s.currency"),
        FilterField(name: "source", type: .source, expression: "s.source"),
        FilterField(name: "voided", type: .boolean, expression: "(s.voided_at IS NOT NULL)"),
        FilterField(name: "customer", type: .text, expression: "c.name"),
        FilterField(name: "dish", type: .text, expression: "l.name", isOfLine: true),
        FilterField(name: "category", type: .text, expression: "l.category", isOfLine: true),
    ]
}

/// A value that a field is compared with.
enum FilterValue: Hashable, Sendable {
    case text(String)
    case number(Int)
    case date(String)
    case boolean(Bool)
}

extension FilterParameter.ValueType {
    /// The ways to compare fields of this type.
    var operators: [FilterOperator] {
        switch self {
        case .text: [.is, .contains]
        case .number, .date: [.is, .above, .below, .between]
        case .boolean, .source: [.is]
        }
    }

    var parser: ValueParser<FilterValue> {
        switch self {
        case .text:
            ValueParser<String>.text(FilterLimits.text).then { (text) throws(Refusal) in
                FilterValue.text(text)
            }
        case .number:
            ValueParser<Int>.integer(FilterLimits.number).then { (number) throws(Refusal) in
                FilterValue.number(number)
            }
        case .date:
            ValueParser<String>.day.then { (day) throws(Refusal) in FilterValue.date(day) }
        case .boolean:
            ValueParser<Bool>.boolean.then { (flag) throws(Refusal) in FilterValue.boolean(flag) }
        case .source:
            ValueParser<Sale.Source>.oneOf(Sale.Source.self).then { (source) throws(Refusal) in
                FilterValue.text(source.rawValue)
            }
        }
    }
}

/// How a condition compares a field with values.
enum FilterOperator: String, CaseIterable, Sendable {
    case `is`, contains, above, below, between

    var valueCount: Int { self == .between ? 2 : 1 }
}

/// The limits of saved filters, with their units and reasons.
enum FilterLimits {
    /// Filters of a venue.
    static let filters = 100
    /// Unicode scalars.
    static let name = 1...100
    static let text = 1...200
    static let number = -1_000_000_000_000_000...1_000_000_000_000_000
    /// Conditions within conditions.
    static let depth = 5
    /// Conditions of an `all` or `any`, and comparisons of a filter.
    static let conditions = 30
    /// Characters of the values of a run.
    static let values = 4_000
}
