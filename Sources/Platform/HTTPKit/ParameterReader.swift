package import Hummingbird
import JSON

/// Reads the parameters of a query.
package typealias QueryReader = ParameterReader

/// Reads the fields of an HTML form.
package typealias FormReader = ParameterReader

/// Reads query parameters or form fields as strictly as ``ObjectReader`` reads a body: unknown and repeated
/// parameters are 400. Faults point to `/name`.
package struct ParameterReader: FieldReader {
    private var parameters: [String: String] = [:]
    private var order: [String] = []
    private var taken: Set<String> = []
    package var faults = InputFaults()

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

    /// Reads a parameter that may be absent. Returns `fallback` if it is, or after recording a fault.
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
            recordTooMany(name, max: max, count: parts.count)
            return []
        }
        return parts.compactMap { read(String($0), name, parser) }
    }

    /// Returns whether a query or form has a parameter, even if it is empty.
    package func has(_ name: String) -> Bool { order.contains(name) }
}

extension ParameterReader {
    package mutating func take(_ name: String) -> String? {
        taken.insert(name)
        return parameters[name]
    }

    package func parse<Value>(_ input: String, _ parser: ValueParser<Value>) throws(Refusal) -> Value {
        try parser.read(text: input)
    }

    package func pointer(to path: String) -> String { "/" + JSONPointer.escape(path) }

    package mutating func recordUnknownFields() {
        for name in order where !taken.contains(name) {
            taken.insert(name)
            record(name, .malformed("unknown_parameter", "Unknown parameter."))
        }
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
