import Initializers
package import JSON

/// A description of an HTTP service in OpenAPI 3.1.
///
/// - Source: OpenAPI Specification 3.1.1.
@MemberwiseInit
package struct OpenAPIDocument: Sendable {
    let title: String
    let version: String
    let description: String
    /// Name and description of each group of operations, in display order.
    let tags: [(name: String, description: String)]
    /// Security scheme objects by name.
    let securitySchemes: [(String, JSONValue)]
    /// The security requirements of an operation unless it has its own: alternatives.
    let security: [[String]]
    package let operations: [Operation]

    /// The document as printed, served and stored.
    package var text: String { json.indentedText + "\n" }

    package var json: JSONValue {
        let shared = SharedDefinitions(operations.flatMap(\.definitions))
        let groups = tags.map { tag in
            JSONValue.object(
                JSONObject([("name", .string(tag.name)), ("description", .string(tag.description))]))
        }
        return .object(
            JSONObject([
                ("openapi", "3.1.1"),
                (
                    "info",
                    .object(
                        JSONObject([
                            ("title", .string(title)), ("version", .string(version)),
                            ("description", .string(description)),
                        ]))
                ),
                ("servers", .array([.object(JSONObject([("url", "/")]))])),
                ("security", security.securityRequirements),
                ("tags", .array(groups)),
                ("paths", .object(JSONObject(paths(shared)))),
                ("components", .object(JSONObject(components(shared)))),
            ]))
    }

    /// The operations grouped by path, in the order in which the paths first occur.
    private func paths(_ shared: SharedDefinitions) -> [(String, JSONValue)] {
        var order: [String] = []
        var methods: [String: [(String, JSONValue)]] = [:]
        for operation in operations {
            if methods[operation.path] == nil { order.append(operation.path) }
            methods[operation.path, default: []].append(
                (operation.method.lowercased(), operation.json(shared, usual: security)))
        }
        return order.map { ($0, .object(JSONObject(methods[$0] ?? []))) }
    }

    private func components(_ shared: SharedDefinitions) -> [(String, JSONValue)] {
        let schemas = Schema.merged(operations.flatMap(\.schemas)).mapValues(\.json)
        let fields = operations.flatMap { $0.answers.flatMap(\.headers) }
        let headers = fields.reduce(into: [:]) { $0[$1.key] = $1.definition }
        let kinds: [(String, [String: JSONValue])] =
            [("schemas", schemas), ("headers", headers)]
            + Definition.Kind.allCases.map { ($0.rawValue, shared.values(of: $0)) }
        return kinds.map { ($0, Self.sorted($1)) }
            + [("securitySchemes", .object(JSONObject(securitySchemes)))]
    }

    private static func sorted(_ members: [String: JSONValue]) -> JSONValue {
        .object(JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
    }
}
