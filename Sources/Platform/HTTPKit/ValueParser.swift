package import JSON

/// How one value of the input becomes a `Value`, or why it does not.
package struct ValueParser<Value>: Sendable {
    package let shape: InputShape
    package let read: @Sendable (JSONValue) throws(Refusal) -> Value

    package init(_ shape: InputShape, _ read: @escaping @Sendable (JSONValue) throws(Refusal) -> Value) {
        self.shape = shape
        self.read = read
    }

    /// The same input, taken one step further.
    package func then<Other>(
        _ step: @escaping @Sendable (Value) throws(Refusal) -> Other
    ) -> ValueParser<Other> {
        ValueParser<Other>(shape) { (value: JSONValue) throws(Refusal) -> Other in try step(try read(value)) }
    }
}

/// The JSON type that a parser reads; a query parameter's text is turned into that first.
package enum InputShape: String, Sendable {
    case string = "text"
    case integer = "a whole number"
    case number = "a number"
    case boolean = "true or false"
    case any = "any value"
}

/// Why a value was refused.
package struct Refusal: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// 400: not of the type that is read here.
        case malformed
        /// 422: of the right type, but not allowed.
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
