import JSON

/// Reading of files that others wrote: whatever is missing or of another type is `nil` or empty.
extension JSONValue {
    subscript(name: String) -> JSONValue? {
        guard case .object(let object) = self, let value = object[name], value != .null else { return nil }
        return value
    }

    /// The elements of an array; a value that stands alone is one element.
    var list: [JSONValue] {
        if case .array(let elements) = self { elements } else { [self] }
    }

    /// The elements of a member, each with its pointer.
    func elements(of name: String, at pointer: String) -> [(value: JSONValue, pointer: String)] {
        guard let value = self[name] else { return [] }
        guard case .array(let elements) = value else { return [(value, "\(pointer)/\(name)")] }
        return elements.enumerated().map { ($1, "\(pointer)/\(name)/\($0)") }
    }

    /// A text or number as text; `nil` if it is empty.
    var scalarText: String? {
        switch self {
        case .string(let text): text.contains { !$0.isWhitespace } ? text : nil
        case .integer(let number): String(number)
        case .double(let number): "\(number)"
        default: nil
        }
    }

    /// Whether it is true, as a Boolean, a number or a text.
    var isTrue: Bool {
        switch self {
        case .boolean(let flag): flag
        default: scalarText == "1" || scalarText?.lowercased() == "true"
        }
    }
}
