// Strict input
// ============
// A handler reads every field it knows and then calls ``FieldReader/finish()``. Only that call throws, so
// the client receives all faults at once. Fields that were not read are faults: a client that misspells
// `title` must not create an object without one.
//
//     var body = try await call.body()
//     let title = body.required("title", .text(1...120))
//     let details = body.optional("details", .text(0...2000, multiline: true))
//     let emails = body.array("emails", .emailAddress, max: 500)
//     let given = try body.finish(title)             // throws, or returns the required value
//
// 400: not an object, unknown field, wrong type. 422: well-formed, but missing or not allowed. Both: 400
// with all faults.

/// The rules for named fields, whatever they come from: an ``ObjectReader`` for the members of a JSON object, a
/// ``ParameterReader`` for a query or a form.
package protocol FieldReader {
    /// The input of one field, before it is parsed.
    associatedtype Input

    /// The faults found so far.
    var faults: InputFaults { get set }

    /// Returns the input of a field and marks the field as known; `nil` if the field is absent.
    mutating func take(_ name: String) -> Input?

    func parse<Value>(_ input: Input, _ parser: ValueParser<Value>) throws(Refusal) -> Value

    /// Returns the JSON pointer of a field in the client's input.
    ///
    /// - Parameter path: A name, or a name and the index of an element.
    func pointer(to path: String) -> String

    /// Records each field that was not taken as a fault.
    mutating func recordUnknownFields()
}

extension FieldReader {
    /// Reads a required field. Returns `nil` after recording a fault.
    package mutating func required<Value>(_ name: String, _ parser: ValueParser<Value>) -> Value? {
        guard let input = take(name) else {
            refuse(name, "missing", "Required.")
            return nil
        }
        return read(input, name, parser)
    }

    /// Reads a required field that decides how others are read, such as the currency of amounts.
    ///
    /// - Throws: The faults recorded so far, without those of fields that were not read yet.
    package mutating func prerequisite<Value>(
        _ name: String, _ parser: ValueParser<Value>
    ) throws(Problem) -> Value {
        let value = required(name, parser)
        if let problem = faults.problem { throw problem }
        return unwrap(value)
    }

    /// Reads a field that may be absent. Returns `nil` if it is, or after recording a fault.
    package mutating func optional<Value>(_ name: String, _ parser: ValueParser<Value>) -> Value? {
        take(name).flatMap { read($0, name, parser) }
    }

    /// Records a fault that only the caller can detect, such as an end before the start. It leads to 422.
    package mutating func refuse(_ name: String, _ code: String, _ detail: String) {
        record(name, .notAllowed(code, detail))
    }

    /// Ends reading.
    ///
    /// - Throws: All recorded faults, including fields that were not read.
    package mutating func finish() throws(Problem) {
        recordUnknownFields()
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

    mutating func read<Value>(_ input: Input, _ path: String, _ parser: ValueParser<Value>) -> Value? {
        do throws(Refusal) {
            return try parse(input, parser)
        } catch {
            record(path, error)
            return nil
        }
    }

    mutating func record(_ path: String, _ refusal: Refusal) {
        faults.record(pointer(to: path), refusal)
    }

    mutating func recordTooMany(_ name: String, max: Int, count: Int) {
        refuse(name, "too_many", "At most \(max); these are \(count).")
    }
}

/// Unwraps a required value after `finish()`.
///
/// - Precondition: A fault was recorded for every `nil`, so `finish()` has thrown.
private func unwrap<Value>(_ value: Value?) -> Value {
    guard let value else { preconditionFailure("finish(_:) takes only what required(_:_:) returned") }
    return value
}
