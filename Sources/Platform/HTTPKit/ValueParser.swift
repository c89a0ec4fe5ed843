import Initializers
package import JSON

/// Converts one input value to a `Value`, or explains why that is impossible.
@MemberwiseInit(unlabeled: 2)
package struct ValueParser<Value>: Sendable {
    package let shape: InputShape
    package let read: @Sendable (JSONValue) throws(Refusal) -> Value

    /// Returns a parser that applies `step` to the parsed value.
    package func then<Other>(
        _ step: @escaping @Sendable (Value) throws(Refusal) -> Other
    ) -> ValueParser<Other> {
        ValueParser<Other>(shape) { (value: JSONValue) throws(Refusal) -> Other in try step(try read(value)) }
    }
}

/// The JSON type that a parser expects; the text of a query parameter is converted to it first.
package enum InputShape: String, Sendable {
    case string = "text"
    case integer = "a whole number"
    case number = "a number"
    case boolean = "true or false"
    case any = "any value"
}

/// The reason why a value was rejected.
package struct Refusal: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// 400: the value has the wrong type.
        case malformed
        /// 422: the value has the right type but is not allowed.
        case notAllowed
    }

    package let kind: Kind
    package let code: String
    package let detail: String

    package static func malformed(_ code: String, _ detail: String) -> Refusal {
        Refusal(kind: .malformed, code: code, detail: detail)
    }

    package static func notAllowed(_ code: String, _ detail: String) -> Refusal {
        Refusal(kind: .notAllowed, code: code, detail: detail)
    }

    static func wrongType(_ expected: String) -> Refusal {
        .malformed("wrong_type", "Expected \(expected).")
    }
}
