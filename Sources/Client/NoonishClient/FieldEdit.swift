import JSON

/// The effect of an edit on one field (RFC 7396): none, clearing it, or setting a value.
public enum FieldEdit<Value: Sendable>: Sendable {
    case keep
    case clear
    case set(Value)

    /// Returns an edit that sets the value, or clears the field if the value is `nil`.
    public static func to(_ value: Value?) -> Self { value.map { .set($0) } ?? .clear }
}

extension FieldEdit: Equatable where Value: Equatable {}
extension FieldEdit: Hashable where Value: Hashable {}

extension JSONWriter {
    mutating func field(_ name: StaticString, _ edit: FieldEdit<some JSONEncodable>) {
        switch edit {
        case .keep: break
        case .clear: field(name, String?.none)
        case .set(let value): field(name, value)
        }
    }
}
