import Foundation
package import JSON
import Synchronization

/// Checks values against schemas: the part of JSON Schema (draft 2020-12) that our own document uses. A keyword that it does
/// not know is a fault, so that none is silently ignored.
package struct SchemaCheck: Sendable {
    /// The document in which `$ref` is looked up.
    let document: JSONValue

    private let known = References()

    package init(document: JSONValue) { self.document = document }

    /// Returns the violations of `schema` in `value`, each with its place.
    package func faults(of value: JSONValue, against schema: JSONValue, at place: String = "") -> [String] {
        guard case .object(let keywords) = schema else { return ["\(place): the schema is not an object"] }
        return keywords.members.flatMap { keyword in
            faults(of: value, keyword.name, keyword.value, in: schema, at: place)
        }
    }

    private func faults(
        of value: JSONValue, _ keyword: String, _ argument: JSONValue, in schema: JSONValue, at place: String
    ) -> [String] {
        switch keyword {
        case "description", "examples": return []
        // The text of an event's data; a stream is not checked here.
        case "contentMediaType", "contentSchema": return []
        case "required" where !isObject(value), "properties" where !isObject(value): return []
        case "$ref": return faults(of: value, against: resolved(argument), at: place)
        case "type": return check(types(argument).contains { has(value, $0) }, "is not \(argument)", place)
        case "const": return check(value == argument, "is not \(text(argument))", place)
        case "enum":
            return check(
                argument.elements.contains(value), "\(text(value)) is not one of \(text(argument))", place)
        case "anyOf":
            let all = argument.elements.map { faults(of: value, against: $0, at: place) }
            return all.contains([]) ? [] : all.min { $0.count < $1.count } ?? []
        case "allOf": return argument.elements.flatMap { faults(of: value, against: $0, at: place) }
        case "properties": return properties(value, argument, at: place)
        case "additionalProperties", "unevaluatedProperties":
            return additional(value, argument, in: schema, at: place)
        case "required":
            return argument.elements.compactMap(\.text).filter { member(value, $0) == nil }
                .map { "\(place.isEmpty ? "the body" : place): \($0) is missing" }
        case "items":
            return value.elements.enumerated().flatMap { index, element in
                faults(of: element, against: argument, at: "\(place)/\(index)")
            }
        default: return limit(value, keyword, argument, at: place)
        }
    }

    private func properties(_ value: JSONValue, _ schemas: JSONValue, at place: String) -> [String] {
        schemas.names.flatMap { name in
            member(value, name).map { faults(of: $0, against: schemas[name], at: "\(place)/\(name)") } ?? []
        }
    }

    private func additional(_ value: JSONValue, _ argument: JSONValue, in schema: JSONValue, at place: String)
        -> [String]
    {
        let known = Set(schema["properties"].names + resolved(schema["$ref"])["properties"].names)
        return value.names.filter { !known.contains($0) }.flatMap { name in
            argument == .boolean(false)
                ? ["\(place.isEmpty ? "the body" : place): \(name) is not documented"]
                : faults(of: value[name], against: argument, at: "\(place)/\(name)")
        }
    }

    /// Keywords with a number or a form.
    private func limit(_ value: JSONValue, _ keyword: String, _ argument: JSONValue, at place: String)
        -> [String]
    {
        let number = double(argument)
        let isWithin: Bool?
        switch (keyword, value) {
        case ("minimum", _): isWithin = double(value).map { $0 >= number ?? 0 } ?? true
        case ("maximum", _): isWithin = double(value).map { $0 <= number ?? 0 } ?? true
        case ("minLength", _):
            isWithin = value.text.map { $0.unicodeScalars.count >= argument.number ?? 0 } ?? true
        case ("maxLength", _):
            isWithin = value.text.map { $0.unicodeScalars.count <= argument.number ?? 0 } ?? true
        case ("maxItems", .array(let elements)): isWithin = elements.count <= argument.number ?? 0
        case ("maxItems", _): isWithin = true
        case ("pattern", _): isWithin = value.text.map { matches($0, argument.text ?? "") } ?? true
        case ("format", _): isWithin = value.text.map { has($0, format: argument.text ?? "") } ?? true
        default: return ["\(place): no test knows the keyword \(keyword); add it to SchemaCheck"]
        }
        return check(isWithin == true, "\(text(value)) breaks \(keyword) \(text(argument))", place)
    }

    private func has(_ text: String, format: String) -> Bool {
        switch format {
        case "uuid": text.count == 36 && UUID(uuidString: text) != nil
        case "date-time":
            text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/) != nil
        case "date": text.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil
        case "email": text.contains("@")
        case "uri": URL(string: text)?.scheme != nil
        default: false
        }
    }

    private func matches(_ text: String, _ pattern: String) -> Bool {
        ((try? Regex(pattern).matchingSemantics(.unicodeScalar).firstMatch(in: text)) ?? nil) != nil
    }

    /// Follows a reference within the document.
    package func resolved(_ reference: JSONValue) -> JSONValue {
        known.value(of: reference.text ?? "") { text in
            text.split(separator: "/").dropFirst().reduce(document) { value, name in
                value[String(name).replacing("~1", with: "/").replacing("~0", with: "~")]
            }
        }
    }

    /// What a value refers to, or the value itself if it is no reference.
    package func target(of value: JSONValue) -> JSONValue {
        value["$ref"] == .null ? value : resolved(value["$ref"])
    }

    private func check(_ holds: Bool, _ words: @autoclosure () -> String, _ place: String) -> [String] {
        holds ? [] : ["\(place.isEmpty ? "the body" : place): \(words())"]
    }

    private func types(_ argument: JSONValue) -> [String] {
        argument.text.map { [$0] } ?? argument.elements.compactMap(\.text)
    }

    private func has(_ value: JSONValue, _ type: String) -> Bool {
        switch (type, value) {
        case ("null", .null), ("boolean", .boolean), ("integer", .integer), ("number", .integer),
            ("number", .double), ("string", .string), ("array", .array), ("object", .object):
            true
        default: false
        }
    }

    private func isObject(_ value: JSONValue) -> Bool { if case .object = value { true } else { false } }

    private func member(_ value: JSONValue, _ name: String) -> JSONValue? {
        if case .object(let object) = value { object[name] } else { nil }
    }

    private func double(_ value: JSONValue) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    private func text(_ value: JSONValue) -> String {
        let text = value.indentedText
        return text.count > 200 ? text.prefix(200) + "…" : text
    }
}

/// The references of a document that were followed before.
private final class References: Sendable {
    private let values = Mutex<[String: JSONValue]>([:])

    func value(of reference: String, else follow: (String) -> JSONValue) -> JSONValue {
        if let value = values.withLock({ $0[reference] }) { return value }
        let value = follow(reference)
        values.withLock { $0[reference] = value }
        return value
    }
}
