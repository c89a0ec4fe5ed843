package import JSON

// Strict input
// ============
// A handler reads every member it knows and then calls ``ObjectReader/finish()``. Only that call throws, so
// the client receives all faults at once. Members that were not read are faults: a client that misspells
// `title` must not create an object without one.
//
//     var body = try await call.body()
//     let title = body.required("title", .text(1...120))
//     let details = body.optional("details", .text(0...2000, multiline: true))
//     let emails = body.array("emails", .emailAddress, max: 500)
//     let given = try body.finish(title)             // throws, or returns the required value
//
// 400: not an object, unknown member, wrong type. 422: well-formed, but missing or not allowed. Both: 400
// with all faults.

/// Reads the members of a JSON object and collects all faults.
package struct ObjectReader {
    let object: JSONObject
    let pointer: String
    private(set) var taken: Set<String> = []
    var faults = InputFaults()

    /// Creates a reader for the top-level object of a body.
    ///
    /// - Throws: 400 `not_an_object`.
    package init(_ value: JSONValue) throws(Problem) {
        guard case .object(let object) = value else {
            throw .badRequest("not_an_object", "The body must be a JSON object.")
        }
        self.init(object, at: "")
    }

    init(_ object: JSONObject, at pointer: String) {
        self.object = object
        self.pointer = pointer
    }

    /// Reads a required member. Returns `nil` after recording a fault.
    package mutating func required<Value>(_ name: String, _ parser: ValueParser<Value>) -> Value? {
        switch take(name) {
        case nil, .null:
            record(name, .notAllowed("missing", "Required."))
            return nil
        case .some(let value): return read(value, name, parser)
        }
    }

    /// Reads a member that may be absent or null. Returns `nil` in these cases, or after recording a fault.
    package mutating func optional<Value>(_ name: String, _ parser: ValueParser<Value>) -> Value? {
        switch take(name) {
        case nil, .null: nil
        case .some(let value): read(value, name, parser)
        }
    }

    /// Reads a member of a merge patch. Returns `.absent` after recording a fault.
    package mutating func field<Value>(_ name: String, _ parser: ValueParser<Value>) -> PatchField<Value> {
        switch take(name) {
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
        switch take(name) {
        case nil, .null: nil
        case .some(let value): readObject(value, name, read)
        }
    }

    /// Returns a member of any type, for the caller to decode.
    package mutating func value(_ name: String) -> JSONValue? { take(name) }

    /// Returns whether the member was sent, even as null.
    package func has(_ name: String) -> Bool { object[name] != nil }

    /// Records a fault that only the caller can detect, such as an end before the start. It leads to 422.
    package mutating func refuse(_ name: String, _ code: String, _ detail: String) {
        record(name, .notAllowed(code, detail))
    }

    /// Ends reading.
    ///
    /// - Throws: All recorded faults, including members that were not read.
    package mutating func finish() throws(Problem) {
        recordUnknownMembers()
        if let problem = faults.problem { throw problem }
    }

    /// Ends reading and returns the value read by ``required(_:_:)``.
    package mutating func finish<Value>(_ required: Value?) throws(Problem) -> Value {
        try finish()
        return unwrap(required)
    }

    /// Ends reading and returns several values read by ``required(_:_:)``.
    package mutating func finish<each Value>(_ required: repeat (each Value)?) throws(Problem) -> (
        repeat each Value
    ) {
        try finish()
        return (repeat unwrap(each required))
    }
}

extension ObjectReader {
    private mutating func take(_ name: String) -> JSONValue? {
        taken.insert(name)
        return object[name]
    }

    private mutating func read<Value>(_ value: JSONValue, _ path: String, _ parser: ValueParser<Value>)
        -> Value?
    {
        do throws(Refusal) {
            return try parser.read(value)
        } catch {
            record(path, error)
            return nil
        }
    }

    private mutating func elements(_ name: String, max: Int) -> EnumeratedSequence<[JSONValue]> {
        switch take(name) {
        case nil, .null: return [].enumerated()
        case .array(let elements) where elements.count <= max: return elements.enumerated()
        case .array(let elements):
            record(name, .notAllowed("too_many", "At most \(max) items; this has \(elements.count)."))
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
        var reader = ObjectReader(object, at: "\(pointer)/\(path)")
        let result = read(&reader)
        reader.recordUnknownMembers()
        faults.merge(reader.faults)
        return result
    }

    private mutating func recordUnknownMembers() {
        for member in object.members where !taken.contains(member.name) {
            taken.insert(member.name)
            record(JSONPointer.escape(member.name), .malformed("unknown_field", "Unknown field."))
        }
    }

    private mutating func record(_ path: String, _ refusal: Refusal) {
        faults.record("\(pointer)/\(path)", refusal)
    }
}

/// Unwraps a required value after `finish()`.
///
/// - Precondition: A fault was recorded for every `nil`, so `finish()` has thrown.
func unwrap<Value>(_ value: Value?) -> Value {
    guard let value else { preconditionFailure("finish(_:) takes only what required(_:_:) returned") }
    return value
}
