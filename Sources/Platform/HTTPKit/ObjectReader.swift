package import JSON

/// Reads the members of a JSON object and collects all faults.
package struct ObjectReader: FieldReader {
    private let object: JSONObject
    private let pointer: String
    private var taken: Set<String> = []
    package var faults = InputFaults()

    /// Creates a reader for the top-level object of a body.
    ///
    /// - Throws: 400 `not_an_object`.
    package init(_ value: JSONValue) throws(Problem) {
        guard case .object(let object) = value else {
            throw .badRequest("not_an_object", "The body must be a JSON object.")
        }
        self.init(object, at: "")
    }

    private init(_ object: JSONObject, at pointer: String) {
        self.object = object
        self.pointer = pointer
    }

    /// Reads a member of a merge patch. Returns `.absent` after recording a fault.
    package mutating func field<Value>(_ name: String, _ parser: ValueParser<Value>) -> PatchField<Value> {
        switch value(name) {
        case nil: .absent
        case .null: .null
        case .some(let value): read(value, name, parser).map(PatchField.value) ?? .absent
        }
    }

    /// Reads a list of at most `max` values; empty if absent or null. Faulty elements are recorded
    /// individually.
    package mutating func array<Value>(_ name: String, _ parser: ValueParser<Value>, max: Int) -> [Value] {
        elements(name, max: max).compactMap { index, value in read(value, "\(name)/\(index)", parser) }
    }

    /// Reads a list of at most `max` objects with `read`; empty if absent or null.
    package mutating func objects<Value>(
        _ name: String, max: Int, _ read: (inout ObjectReader) -> Value?
    ) -> [Value] {
        elements(name, max: max).compactMap { index, value in readObject(value, "\(name)/\(index)", read) }
    }

    /// Reads a nested object. Returns `nil` if it is absent, null, not an object, or if `read` returns `nil`.
    package mutating func object<Value>(_ name: String, _ read: (inout ObjectReader) -> Value?) -> Value? {
        take(name).flatMap { readObject($0, name, read) }
    }

    /// Returns a member of any type, for the caller to decode.
    package mutating func value(_ name: String) -> JSONValue? {
        taken.insert(name)
        return object[name]
    }

    /// Returns whether the member was sent, even as null.
    package func has(_ name: String) -> Bool { object[name] != nil }

    /// Returns whether the member was sent with a value.
    package func isStated(_ name: String) -> Bool { object[name].map { $0 != .null } ?? false }
}

extension ObjectReader {
    /// Returns a member that is not null.
    package mutating func take(_ name: String) -> JSONValue? {
        let value = value(name)
        if case .null = value { return nil }
        return value
    }

    package func parse<Value>(_ input: JSONValue, _ parser: ValueParser<Value>) throws(Refusal) -> Value {
        try parser.read(input)
    }

    package func pointer(to path: String) -> String { "\(pointer)/\(path)" }

    package mutating func recordUnknownFields() {
        for member in object.members where !taken.contains(member.name) {
            taken.insert(member.name)
            record(JSONPointer.escape(member.name), .malformed("unknown_field", "Unknown field."))
        }
    }

    private mutating func elements(_ name: String, max: Int) -> EnumeratedSequence<[JSONValue]> {
        switch take(name) {
        case nil: return [].enumerated()
        case .array(let elements) where elements.count <= max: return elements.enumerated()
        case .array(let elements): recordTooMany(name, max: max, count: elements.count)
        default: record(name, .wrongType("a list"))
        }
        return [].enumerated()
    }

    private mutating func readObject<Value>(
        _ value: JSONValue, _ path: String, _ read: (inout ObjectReader) -> Value?
    ) -> Value? {
        guard case .object(let object) = value else {
            record(path, .wrongType("an object"))
            return nil
        }
        var reader = ObjectReader(object, at: pointer(to: path))
        let result = read(&reader)
        reader.recordUnknownFields()
        faults.merge(reader.faults)
        return result
    }
}
