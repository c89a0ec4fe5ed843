import Foundation
import JSON
import Testing

/// docs/openapi.json, as a source of unexpected answers.
struct Contract {
    private let schemas: JSONObject

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/openapi.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        guard case .object(let document) = try JSONValue(parsing: text),
            case .object(let components) = document["components"],
            case .object(let schemas) = components["schemas"]
        else { throw ContractFault(what: "docs/openapi.json has no schemas") }
        self.schemas = schemas
    }

    struct ContractFault: Error, CustomStringConvertible {
        let what: String
        var description: String { what }
    }

    /// A random value that `name` allows.
    func value(of name: String, _ random: inout SeededGenerator) throws -> JSONValue {
        guard let schema = schemas[name] else { throw ContractFault(what: "no schema \(name)") }
        return try value(schema, &random)
    }

    /// The members of an object that the schema `name` does not have.
    func unknownMembers(of value: JSONValue, _ name: String) throws -> [String] {
        guard case .object(let object) = value, case .object(let schema) = schemas[name],
            case .object(let properties) = schema["properties"]
        else { throw ContractFault(what: "\(name) is no object") }
        return object.members.map(\.name).filter { properties[$0] == nil }
    }

    private func value(_ schema: JSONValue, _ random: inout SeededGenerator) throws -> JSONValue {
        guard case .object(let schema) = schema else { throw ContractFault(what: "a schema is an object") }
        if case .string(let reference) = schema["$ref"] {
            return try value(of: String(reference.split(separator: "/").last ?? ""), &random)
        }
        if let constant = schema["const"] { return constant }
        if case .array(let words) = schema["enum"] { return words.randomElement(using: &random) ?? .null }
        if case .array(let ways) = schema["anyOf"] {
            return try value(ways.randomElement(using: &random) ?? .null, &random)
        }
        let types: [JSONValue] =
            switch schema["type"] {
            case .array(let types): types
            case let type?: [type]
            case nil: ["string", "integer", "null", "boolean"]
            }
        guard case .string(let type) = types.randomElement(using: &random) else { return .null }
        return try value(ofType: type, schema, &random)
    }

    private func value(
        ofType type: String, _ schema: JSONObject, _ random: inout SeededGenerator
    ) throws -> JSONValue {
        switch type {
        case "object": try object(schema, &random)
        case "array":
            .array(
                try (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    try value(schema["items"] ?? .null, &random)
                })
        case "string": .string(text(schema, &random))
        case "integer":
            .integer(
                .random(
                    in: (schema["minimum"]?.number ?? 0)...(schema["maximum"]?.number ?? 1_000),
                    using: &random))
        case "number": .double((Double.random(in: 0...4, using: &random) * 1e5).rounded() / 1e5)
        case "boolean": .boolean(.random(using: &random))
        default: .null
        }
    }

    private func object(_ schema: JSONObject, _ random: inout SeededGenerator) throws -> JSONValue {
        var members: [JSONObject.Member] = []
        let required: [JSONValue] = if case .array(let names) = schema["required"] { names } else { [] }
        if case .object(let properties) = schema["properties"] {
            for property in properties.members
            where required.contains(.string(property.name)) || Bool.random(using: &random) {
                members.append(.init(name: property.name, value: try value(property.value, &random)))
            }
        }
        if let more = schema["additionalProperties"], case .object = more {
            for index in 0..<Int.random(in: 0...2, using: &random) {
                members.append(.init(name: "key \(index)", value: try value(more, &random)))
            }
        }
        return .object(JSONObject(members: members.shuffled(using: &random)))
    }

    private func text(_ schema: JSONObject, _ random: inout SeededGenerator) -> String {
        switch schema["format"] {
        case "uuid": UUID.random(using: &random).uuidString.lowercased()
        case "date-time":
            Date(timeIntervalSince1970: Double(Int.random(in: 0...4_000_000_000, using: &random)))
                .formatted(.iso8601)
        default:
            ["", "Ada", "a \"quoted\" word", "Käsi\u{301} 🍜", "line\nline", "10.5", "\\u0041"]
                .randomElement(using: &random) ?? ""
        }
    }
}

extension JSONValue {
    fileprivate var number: Int? { if case .integer(let number) = self { number } else { nil } }
}

extension UUID {
    fileprivate static func random(using random: inout SeededGenerator) -> UUID {
        let words = (random.next(), random.next())
        return withUnsafeBytes(of: words) { $0.loadUnaligned(as: UUID.self) }
    }
}

/// SplitMix64: the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
