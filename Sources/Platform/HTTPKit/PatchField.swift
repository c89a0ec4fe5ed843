/// A member of a merge patch (RFC 7396): absent, null, or a new value.
package enum PatchField<Value> {
    case absent
    case null
    case value(Value)
}

extension PatchField: Equatable where Value: Equatable {}
extension PatchField: Sendable where Value: Sendable {}

extension PatchField {
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

    package func map<Other>(_ transform: (Value) -> Other) -> PatchField<Other> {
        switch self {
        case .absent: .absent
        case .null: .null
        case .value(let value): .value(transform(value))
        }
    }
}
