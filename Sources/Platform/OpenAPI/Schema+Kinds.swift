package import JSON

extension Schema {
    /// Text in responses.
    package static func string(_ example: String) -> Schema {
        Schema([("type", "string")], example: .string(example), showsExample: true)
    }

    /// Text in requests: without control characters, and not blank if `length` starts above zero.
    ///
    /// - Parameters:
    ///   - length: In Unicode scalars.
    ///   - multiline: Whether tabs and line ends are allowed.
    ///   - example: A valid example.
    package static func text(_ length: ClosedRange<Int>, multiline: Bool = false, _ example: String) -> Schema
    {
        // Text that is not blank has a character.
        let least: [(String, JSONValue)] =
            length.lowerBound > 1 ? [("minLength", .integer(length.lowerBound))] : []
        return Schema(
            least + [("maxLength", .integer(length.upperBound))], example: .string(example),
            showsExample: true
        ).limited(to: TextKind(isMultiline: multiline, mayBeBlank: length.lowerBound == 0))
    }

    /// Text that matches `pattern`, which is anchored at both ends.
    package static func pattern(_ pattern: String, _ example: String) -> Schema {
        Schema(
            [("type", "string"), ("pattern", .string(pattern))], example: .string(example), showsExample: true
        )
    }

    /// An id: a UUID in its canonical form.
    package static let id = Schema(
        [("type", "string"), ("format", "uuid")], example: "0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05")

    /// A timestamp in RFC 3339, in UTC or with the local UTC offset.
    package static let instant = Schema(
        [("type", "string"), ("format", "date-time")], example: "2027-03-11T12:30:00Z")

    /// A day: `2027-03-11`.
    package static let date = Schema([("type", "string"), ("format", "date")], example: "2027-03-11")

    package static let email = Schema(
        [("type", "string"), ("format", "email"), ("maxLength", 254)], example: "ada@example.org")

    package static func url(_ example: String) -> Schema {
        Schema([("type", "string"), ("format", "uri")], example: .string(example), showsExample: true)
    }

    package static let boolean = Schema([("type", "boolean")], example: false)

    package static func integer(_ range: ClosedRange<Int>, _ example: Int? = nil) -> Schema {
        var keywords: [(String, JSONValue)] = [
            ("type", "integer"), ("minimum", .integer(range.lowerBound)),
        ]
        if range.upperBound < Int.max { keywords.append(("maximum", .integer(range.upperBound))) }
        return Schema(
            keywords, example: .integer(example ?? range.lowerBound), showsExample: example != nil)
    }

    package static func number(_ range: ClosedRange<Double>? = nil, _ example: Double) -> Schema {
        var keywords: [(String, JSONValue)] = [("type", "number")]
        if let range {
            keywords += [("minimum", .double(range.lowerBound)), ("maximum", .double(range.upperBound))]
        }
        return Schema(keywords, example: .double(example), showsExample: true)
    }

    package static func words(_ words: [String], _ example: String? = nil) -> Schema {
        Schema(
            [("type", "string"), ("enum", .array(words.map(JSONValue.string)))],
            example: .string(example ?? words.first ?? ""))
    }

    /// The raw values of an enumeration.
    package static func oneOf<Words: CaseIterable & RawRepresentable>(_: Words.Type, _ example: Words? = nil)
        -> Schema where Words.RawValue == String
    {
        words(Words.allCases.map(\.rawValue), example?.rawValue)
    }

    package static func constant(_ value: JSONValue) -> Schema { Schema([("const", value)], example: value) }

    package static func array(of element: Schema, max: Int? = nil) -> Schema {
        var keywords: [(String, JSONValue)] = [("type", "array"), ("items", element.json)]
        if let max { keywords.append(("maxItems", .integer(max))) }
        return Schema(keywords, example: .array([element.example]), components: element.components)
    }

    /// An object whose member names are data.
    package static func map(of value: Schema, _ name: String) -> Schema {
        Schema(
            [("type", "object"), ("additionalProperties", value.json)],
            example: .object(JSONObject([(name, value.example)])), components: value.components)
    }

    /// An object with these members and no others.
    package static func object(_ fields: SchemaField...) -> Schema { object(fields) }

    package static func object(_ fields: [SchemaField]) -> Schema {
        open(fields).with("additionalProperties", false)
    }

    /// An object with these members, and possibly others.
    package static func open(_ fields: SchemaField...) -> Schema { open(fields) }

    private static func open(_ fields: [SchemaField]) -> Schema {
        let required = fields.filter(\.isRequired).map { JSONValue.string($0.name) }
        let members = having(fields)
        return Schema(
            [("type", "object")] + members.keywords.members.map { ($0.name, $0.value) }
                + (required.isEmpty ? [] : [("required", .array(required))]),
            example: members.example, components: members.components)
    }

    /// The schema without members that neither it nor the schema it refines names.
    package var closed: Schema { with("unevaluatedProperties", false) }

    /// A value that matches any of several schemas, with the example of the first.
    package static func any(of choices: Schema...) -> Schema { any(of: choices) }

    package static func any(of choices: [Schema]) -> Schema {
        Schema(
            [("anyOf", .array(choices.map(\.json)))], example: choices.first?.example ?? .null,
            components: merged(choices))
    }

    private static func having(_ fields: [SchemaField]) -> Schema {
        Schema(
            [("properties", .object(JSONObject(fields.map { ($0.name, $0.schema.json) })))],
            example: .object(JSONObject(fields.map { ($0.name, $0.schema.example) })),
            components: merged(fields.map(\.schema)))
    }

    /// Any value.
    package static func anything(_ example: JSONValue) -> Schema {
        Schema([], example: example, showsExample: true)
    }

    /// A named schema whose members are constrained further. Members that it does not have are optional.
    package static func refining(_ schema: Schema, _ fields: [SchemaField]) -> Schema {
        let constraint = having(fields)
        return Schema(
            (schema.keywords.members + constraint.keywords.members).map { ($0.name, $0.value) },
            example: schema.example, components: merged([schema, constraint]))
    }

    /// One event of a stream of server-sent events, as an object of its fields. `data` is text that holds JSON.
    ///
    /// - Source: OpenAPI Media Type Registry, "Server-Sent Events"; JSON Schema Validation, draft 2020-12,
    ///   section 8.5, "contentSchema".
    package static func event(_ name: String, _ data: Schema) -> Schema {
        let content = Schema(
            [("type", "string"), ("contentMediaType", "application/json"), ("contentSchema", data.json)],
            example: .string(""), components: data.components)
        return object(
            .field("event", .constant(.string(name))), .optional("id", .string("12")),
            .optional("retry", .integer(0...Int.max, 2_000)), .field("data", content))
    }

    static func merged(_ schemas: [Schema]) -> [String: Schema] {
        schemas.reduce(into: [:]) { all, schema in
            all.merge(schema.components) { first, second in
                precondition(
                    first.json == second.json,
                    "two different schemas have one name: \(first.json), \(second.json)")
                return first
            }
        }
    }
}
