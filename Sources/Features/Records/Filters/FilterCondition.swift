import HTTPKit
import JSON
import NoonishAPI
import Postgres

/// What a filter requires of a row: a tree of comparisons.
///
/// It becomes SQL with bound parameters: the text of the statement consists of constants of this program only.
indirect enum FilterCondition: Sendable {
    case all([FilterCondition])
    case any([FilterCondition])
    case not(FilterCondition)
    case comparison(FilterComparison)

    /// Reads `{all: […]}`, `{any: […]}`, `{not: …}` or a comparison. Returns `nil` after recording a fault.
    init?(_ body: inout ObjectReader, of kind: SavedFilter.Kind, depth: Int = FilterLimits.depth) {
        guard depth > 0 else {
            body.refuse("all", "too_deep", "At most \(FilterLimits.depth) conditions within each other.")
            return nil
        }
        let read: (inout ObjectReader) -> FilterCondition? = {
            FilterCondition(&$0, of: kind, depth: depth - 1)
        }
        if body.has("all") || body.has("any") {
            let name = body.has("all") ? "all" : "any"
            let list = body.objects(name, max: FilterLimits.conditions, read)
            guard !list.isEmpty else {
                body.refuse(name, "missing", "Add a condition.")
                return nil
            }
            self = name == "all" ? .all(list) : .any(list)
        } else if body.has("not") {
            guard let condition = body.object("not", read) else { return nil }
            self = .not(condition)
        } else {
            guard let comparison = FilterComparison(&body, of: kind) else { return nil }
            self = .comparison(comparison)
        }
    }

    var comparisons: [FilterComparison] {
        switch self {
        case .all(let list), .any(let list): list.flatMap(\.comparisons)
        case .not(let condition): condition.comparisons
        case .comparison(let comparison): [comparison]
        }
    }

    /// Returns the condition as SQL.
    ///
    /// - Parameter values: Those of its parameters.
    func sql(_ values: [String: FilterValue]) -> SQL {
        var parts = SQL.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
        append(to: &parts, values)
        return SQL(stringInterpolation: parts)
    }

    private func append(to sql: inout SQL.StringInterpolation, _ values: [String: FilterValue]) {
        switch self {
        case .all(let list): Self.append(list, joinedBy: " AND ", to: &sql, values)
        case .any(let list): Self.append(list, joinedBy: " OR ", to: &sql, values)
        case .not(let condition):
            sql.appendLiteral("NOT ")
            condition.append(to: &sql, values)
        case .comparison(let comparison): comparison.append(to: &sql, values)
        }
    }

    private static func append(
        _ list: [FilterCondition], joinedBy separator: String, to sql: inout SQL.StringInterpolation,
        _ values: [String: FilterValue]
    ) {
        sql.appendLiteral("(")
        for (index, condition) in list.enumerated() {
            if index > 0 { sql.appendLiteral(separator) }
            condition.append(to: &sql, values)
        }
        sql.appendLiteral(")")
    }
}

/// A comparison of a field with one value, or with two.
struct FilterComparison: Sendable {
    enum Operand: Sendable {
        case value(FilterValue)
        /// The value of a parameter, which is stated when the filter is run.
        case parameter(String)
    }

    let field: FilterField
    let operation: FilterOperator
    let operands: [Operand]

    init?(_ body: inout ObjectReader, of kind: SavedFilter.Kind) {
        let names = FilterField.names(of: kind).joined(separator: ", ")
        let field = body.required(
            "field",
            .parsed("one of \(names)", code: "not_one_of", longest: 40) { FilterField.named($0, of: kind) })
        let operation = body.required("operator", .oneOf(FilterOperator.self))
        let values = body.value("values")
        guard let field, let operation else { return nil }
        guard field.type.operators.contains(operation) else {
            let others = field.type.operators.map(\.rawValue).joined(separator: ", ")
            body.refuse("operator", "not_one_of", "One of: \(others).")
            return nil
        }
        guard case .array(let elements)? = values, elements.count == operation.valueCount else {
            body.refuse("values", "wrong_count", "Expected a list of \(operation.valueCount).")
            return nil
        }
        var operands: [Operand] = []
        for (index, element) in elements.enumerated() {
            do throws(Refusal) {
                operands.append(try Self.operand(element, of: field.type))
            } catch {
                body.refuse("values/\(index)", error.code, error.detail)
                return nil
            }
        }
        (self.field, self.operation, self.operands) = (field, operation, operands)
    }

    private static func operand(
        _ element: JSONValue, of type: FilterParameter.ValueType
    ) throws(Refusal) -> Operand {
        guard case .object(let object) = element else { return .value(try type.parser.read(element)) }
        guard object.members.count == 1, case .string(let name)? = object["parameter"],
            name.wholeMatch(of: /[a-z][A-Za-z0-9]{0,29}/) != nil
        else {
            throw .notAllowed("malformed_parameter", "Expected a parameter with a name such as since.")
        }
        return .parameter(name)
    }

    /// The names of its parameters.
    var parameters: [String] {
        operands.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }

    /// Appends a comparison that is false for rows without a value.
    func append(to sql: inout SQL.StringInterpolation, _ values: [String: FilterValue]) {
        let bound = operands.compactMap { operand in
            switch operand {
            case .value(let value): value
            case .parameter(let name): values[name]
            }
        }
        if field.isOfLine {
            sql.appendLiteral(
                """
                EXISTS (SELECT FROM sale_line AS l WHERE l.restaurant_id = s.restaurant_id AND l.day = s.day
                                                     AND l.sale_id = s.id AND l.number > 0 AND 
                """)
        }
        sql.appendLiteral("coalesce(")
        appendComparison(to: &sql, bound)
        sql.appendLiteral(field.isOfLine ? ", false))" : ", false)")
    }

    private func appendComparison(to sql: inout SQL.StringInterpolation, _ bound: [FilterValue]) {
        let isText = field.type == .text
        if operation == .contains {
            sql.appendLiteral("position(lower(")
            sql.append(bound[0])
            sql.appendLiteral(") IN lower(")
            sql.appendInterpolation(fragment: field.expression)
            sql.appendLiteral(")) > 0")
            return
        }
        sql.appendLiteral(isText ? "lower(" : "")
        sql.appendInterpolation(fragment: field.expression)
        sql.appendLiteral(isText ? ") = lower(" : operation.sign)
        sql.append(bound[0])
        sql.appendLiteral(isText ? ")" : "")
        if operation == .between {
            sql.appendLiteral(" AND ")
            sql.append(bound[1])
        }
    }
}

extension FilterOperator {
    fileprivate var sign: String {
        switch self {
        case .is, .contains: " = "
        case .above: " > "
        case .below: " < "
        case .between: " BETWEEN "
        }
    }
}

extension SQL.StringInterpolation {
    /// Binds a value with its type.
    fileprivate mutating func append(_ value: FilterValue) {
        switch value {
        case .text(let text):
            appendInterpolation(text)
            appendLiteral("::text")
        case .number(let number):
            appendInterpolation(number)
            appendLiteral("::bigint")
        case .date(let day):
            appendInterpolation(day)
            appendLiteral("::text::date")
        case .boolean(let flag):
            appendInterpolation(flag)
            appendLiteral("::boolean")
        }
    }
}
