/// A member of a merge patch (RFC 7396): absent, null, or a new value.
package enum Field<Value> {
    case absent
    case null
    case value(Value)
}

extension Field: Equatable where Value: Equatable {}
extension Field: Sendable where Value: Sendable {}

extension Field {
    /// Returns the member's value after the patch, given its value before.
    package func merged(over current: Value?) -> Value? {
        switch self {
        case .absent: current
        case .null: nil
        case .value(let value): value
        }
    }

    package var isAbsent: Bool {
        if case .absent = self { true } else { false }
    }

    package func map<Other>(_ transform: (Value) -> Other) -> Field<Other> {
        switch self {
        case .absent: .absent
        case .null: .null
        case .value(let value): .value(transform(value))
        }
    }
}
