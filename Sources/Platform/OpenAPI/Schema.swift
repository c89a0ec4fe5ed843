package import JSON

// Schemas as data
// ===============
// A schema describes the allowed JSON values, in the dialect of OpenAPI 3.1 (JSON Schema, draft 2020-12), and
// carries a matching example. The document shows the examples of strings and numbers only; readers derive that of an
// object from its members. A named schema is written once, under `components`, and referenced elsewhere.
//
//     static let person = Schema.named("Person", .object(
//         .field("id", .id),
//         .field("name", .string("Leila")),
//         .optional("isFriend", .boolean, "Whether they are the reader's friend.")))

/// A description of the allowed JSON values, with an example.
package struct Schema: Sendable {
    /// The keywords in the order in which they are written.
    var keywords: JSONObject
    package var example: JSONValue
    /// Whether the document shows the example, because readers cannot derive it.
    var showsExample: Bool
    /// The named schemas that this one references, by name.
    var components: [String: Schema] = [:]
    /// The kind of a text that ``limited(to:)`` refers to; `nil` for other schemas.
    private var textKind: TextKind?

    init(
        _ keywords: [(String, JSONValue)], example: JSONValue, showsExample: Bool = false,
        components: [String: Schema] = [:]
    ) {
        self.keywords = JSONObject(keywords)
        self.example = example
        self.showsExample = showsExample
        self.components = components
    }

    package var json: JSONValue {
        guard showsExample else { return .object(keywords) }
        return .object(
            JSONObject(keywords.members.map { ($0.name, $0.value) } + [("examples", .array([example]))]))
    }

    /// The name of a named schema; `nil` for others.
    package var name: String? {
        guard case .string(let reference)? = keywords["$ref"], keywords.members.count == 1 else { return nil }
        return reference.split(separator: "/").last.map(String.init)
    }

    var isReference: Bool { name != nil }
    var isEmptyObject: Bool { keywords["properties"] == .object(JSONObject([])) }

    /// Whether the schema consists of others and has no name.
    var isAnonymousComposite: Bool {
        !isReference && (keywords["anyOf"] != nil || keywords["properties"] != nil && !isEmptyObject)
    }

    /// Returns a named schema, which is defined once and referenced everywhere.
    package static func named(_ name: String, _ schema: Schema) -> Schema {
        var components = schema.components
        var definition = schema
        definition.components = [:]
        components[name] = definition
        return Schema(
            [("$ref", .string("#/components/schemas/\(name)"))], example: schema.example,
            components: components)
    }

    /// Returns a copy that refers to the named schema of a kind of text.
    func limited(to kind: TextKind) -> Schema {
        let reference = kind.schema
        var schema = self
        schema.textKind = kind
        schema.components = reference.components
        schema.keywords = JSONObject(
            members: reference.keywords.members + keywords.members.filter { $0.name != "$ref" })
        return schema
    }

    /// The schema, extended to allow null.
    package var orNull: Schema {
        if var kind = textKind {
            kind.mayBeNull = true
            return limited(to: kind)
        }
        var schema = self
        if case .string(let type)? = keywords["type"], keywords["enum"] == nil {
            schema.keywords = JSONObject(
                keywords.members.map { member in
                    member.name == "type"
                        ? ("type", .array([.string(type), .string("null")])) : (member.name, member.value)
                })
            return schema
        }
        schema.keywords = JSONObject([
            ("anyOf", .array([json, .object(JSONObject([("type", .string("null"))]))]))
        ])
        schema.showsExample = false
        return schema
    }

    /// Returns a copy with another example.
    package func showing(_ example: JSONValue) -> Schema {
        var schema = self
        schema.example = example
        schema.showsExample = true
        return schema
    }

    /// Returns a copy with a description, or the schema itself if `description` is empty.
    package func saying(_ description: String) -> Schema {
        description.isEmpty ? self : with("description", .string(description))
    }

    /// Returns a copy with another value of a keyword, which stands last.
    func with(_ keyword: String, _ value: JSONValue) -> Schema {
        var schema = self
        schema.keywords = JSONObject(
            keywords.members.filter { $0.name != keyword }.map { ($0.name, $0.value) } + [(keyword, value)])
        return schema
    }
}

/// A member of an object.
package struct SchemaField: Sendable {
    package let name: String
    package let schema: Schema
    let isRequired: Bool

    /// A member that is always present.
    package static func field(_ name: String, _ schema: Schema, _ description: String = "") -> SchemaField {
        SchemaField(name: name, schema: schema.saying(description), isRequired: true)
    }

    /// A member that may be absent; the example includes it.
    package static func optional(_ name: String, _ schema: Schema, _ description: String = "") -> SchemaField
    {
        SchemaField(name: name, schema: schema.saying(description), isRequired: false)
    }
}

extension JSONObject {
    init(_ members: [(String, JSONValue)]) {
        self.init(members: members.map { Member(name: $0.0, value: $0.1) })
    }
}
