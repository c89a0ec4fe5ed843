package import JSON

/// A description of an HTTP service in OpenAPI 3.1.
///
/// - Source: OpenAPI Specification 3.1.1.
package struct OpenAPIDocument: Sendable {
    let title: String
    let version: String
    let words: String
    /// Name and description of each group of operations, in display order.
    let tags: [(name: String, words: String)]
    /// Security scheme objects by name.
    let securitySchemes: [(String, JSONValue)]
    package let operations: [Operation]

    package init(
        title: String, version: String, words: String, tags: [(name: String, words: String)],
        securitySchemes: [(String, JSONValue)], operations: [Operation]
    ) {
        self.title = title
        self.version = version
        self.words = words
        self.tags = tags
        self.securitySchemes = securitySchemes
        self.operations = operations
    }

    /// The document as printed, served and stored.
    package var text: String { json.indentedText + "\n" }

    package var json: JSONValue {
        let groups = tags.map { tag in
            JSONValue.object(
                JSONObject([("name", .string(tag.name)), ("description", .string(tag.words))]))
        }
        return .object(
            JSONObject([
                ("openapi", "3.1.1"),
                (
                    "info",
                    .object(
                        JSONObject([
                            ("title", .string(title)), ("version", .string(version)),
                            ("description", .string(words)),
                        ]))
                ),
                ("servers", .array([.object(JSONObject([("url", "/")]))])),
                ("tags", .array(groups)),
                ("paths", .object(JSONObject(paths))),
                ("components", .object(JSONObject(components))),
            ]))
    }

    /// The operations grouped by path, in the order in which the paths first occur.
    private var paths: [(String, JSONValue)] {
        var order: [String] = []
        var methods: [String: [(String, JSONValue)]] = [:]
        for operation in operations {
            if methods[operation.path] == nil { order.append(operation.path) }
            methods[operation.path, default: []].append((operation.method.lowercased(), operation.json))
        }
        return order.map { ($0, .object(JSONObject(methods[$0] ?? []))) }
    }

    private var components: [(String, JSONValue)] {
        let schemas = Schema.merged(operations.flatMap(\.schemas)).mapValues(\.json)
        let answers = operations.flatMap(\.answers)
        var responses: [String: JSONValue] = [:]
        for answer in answers { if let name = answer.name { responses[name] = answer.definition } }
        var headers: [String: JSONValue] = [:]
        for header in answers.flatMap(\.headers) { headers[header.key] = header.definition }
        return [
            ("schemas", Self.sorted(schemas)), ("responses", Self.sorted(responses)),
            ("headers", Self.sorted(headers)), ("securitySchemes", .object(JSONObject(securitySchemes))),
        ]
    }

    private static func sorted(_ members: [String: JSONValue]) -> JSONValue {
        .object(JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
    }
}
