package import Hummingbird
import JSON

/// Reads the parameters of a query.
package typealias QueryReader = ParameterReader

/// Reads the fields of an HTML form.
package typealias FormReader = ParameterReader

/// Reads query parameters or form fields as strictly as ``ObjectReader`` reads a body: unknown and repeated
/// parameters are 400. Faults point to `/name`.
package struct ParameterReader {
    private var parameters: [String: String] = [:]
    private var order: [String] = []
    private var taken: Set<String> = []
    private var faults = InputFaults()

    package init(_ request: Request) { self.init(query: request.uri.query ?? "") }

    /// Parses a query.
    ///
    /// - Parameter query: The text after the question mark, still encoded.
    package init(query: String) { self.init(query, emptyIsAbsent: false) }

    /// Parses a form. Browsers send empty fields too, so these count as absent.
    ///
    /// - Parameter form: The body, still encoded.
    package init(form: String) { self.init(form, emptyIsAbsent: true) }

    private init(_ text: String, emptyIsAbsent: Bool) {
        for pair in FormText.pairs(of: text) {
            switch pair {
            case .malformed:
                faults.record(
                    "", .malformed("malformed_parameters", "The parameters are not percent-encoded UTF-8."))
            case .pair(let name, let value): add(name, value, emptyIsAbsent: emptyIsAbsent)
            }
        }
    }

    private mutating func add(_ name: String, _ value: String, emptyIsAbsent: Bool) {
        if order.contains(name) {
            record(name, .malformed("repeated_parameter", "This parameter is given more than once."))
            return
        }
        guard order.count < InputLimits.parameters else {
            if order.count == InputLimits.parameters {
                order.append("")
                faults.record(
                    "", .malformed("too_many_parameters", "At most \(InputLimits.parameters) parameters."))
            }
            return
        }
        order.append(name)
        if !(emptyIsAbsent && value.isEmpty) { parameters[name] = value }
    }

    /// Reads a required parameter. Returns `nil` after recording a fault.
    package mutating func required<Value>(_ name: String, _ parser: ValueParser<Value>) -> Value? {
        guard let text = take(name) else {
            record(name, .notAllowed("missing", "Required."))
            return nil
        }
        return read(text, name, parser)
    }

    /// Reads an optional parameter. Returns `nil` if it is absent, or after recording a fault.
    package mutating func optional<Value>(_ name: String, _ parser: ValueParser<Value>) -> Value? {
        take(name).flatMap { read($0, name, parser) }
    }

    package mutating func optional<Value>(
        _ name: String, _ parser: ValueParser<Value>, default fallback: Value
    ) -> Value {
        optional(name, parser) ?? fallback
    }

    /// Reads at most `max` comma-separated values; empty if absent.
    package mutating func list<Value>(_ name: String, _ parser: ValueParser<Value>, max: Int) -> [Value] {
        guard let text = take(name), !text.isEmpty else { return [] }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= max else {
            record(name, .notAllowed("too_many", "At most \(max) items; this has \(parts.count)."))
            return []
        }
        return parts.compactMap { read(String($0), name, parser) }
    }

    package func has(_ name: String) -> Bool { parameters[name] != nil }

    /// Records a fault that only the caller can detect. It leads to 422.
    package mutating func refuse(_ name: String, _ code: String, _ detail: String) {
        record(name, .notAllowed(code, detail))
    }

    /// Ends reading.
    ///
    /// - Throws: All recorded faults, including parameters that were not read.
    package mutating func finish() throws(Problem) {
        for name in order where !taken.contains(name) {
            taken.insert(name)
            record(name, .malformed("unknown_parameter", "Unknown parameter."))
        }
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

extension QueryReader {
    private mutating func take(_ name: String) -> String? {
        taken.insert(name)
        return parameters[name]
    }

    private mutating func read<Value>(_ text: String, _ name: String, _ parser: ValueParser<Value>) -> Value?
    {
        do throws(Refusal) {
            return try parser.read(text: text)
        } catch {
            record(name, error)
            return nil
        }
    }

    private mutating func record(_ name: String, _ refusal: Refusal) {
        faults.record("/" + JSONPointer.escape(name), refusal)
    }
}

extension ValueParser {
    /// Reads the text of a parameter or form field; numbers and Booleans are written as in JSON.
    func read(text: String) throws(Refusal) -> Value {
        switch shape {
        case .string, .any: return try read(.string(text))
        case .integer, .number, .boolean:
            guard text.utf8.count <= 64, text.utf8.allSatisfy({ $0 > 0x20 }),
                let value = try? JSONValue(parsing: text)
            else { throw .wrongType(shape.rawValue) }
            return try read(value)
        }
    }
}
