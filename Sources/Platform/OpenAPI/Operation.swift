import JSON

/// An operation of the service.
package struct Operation: Sendable {
    package let method: String
    package let path: String
    package let id: String
    let tag: String
    let summary: String
    let description: String
    package let parameters: [Parameter]
    let body: Body?
    package let answers: [Answer]
    /// Alternative security requirements; an empty one allows anonymous access.
    let security: [[String]]
    let isDeprecated: Bool

    package init(
        method: String, path: String, id: String, tag: String, summary: String, description: String,
        parameters: [Parameter], body: Body?, answers: [Answer], security: [[String]],
        isDeprecated: Bool = false
    ) {
        self.method = method
        self.path = path
        self.id = id
        self.tag = tag
        self.summary = summary
        self.description = description
        self.parameters = parameters
        self.body = body?.named(after: id)
        self.answers = answers.map { $0.named(after: id) }
        self.security = security
        self.isDeprecated = isDeprecated
    }

    var schemas: [Schema] {
        parameters.map(\.schema) + (body?.contents ?? []).map(\.schema)
            + answers.flatMap { $0.contents.map(\.schema) + $0.headers.map(\.schema) }
    }

    /// The definitions of the parts that the operation could share with other operations.
    var definitions: [[Definition]] {
        (parameters.map(\.definition) + (body.map { [$0.definition] } ?? [])).map { [$0] }
            + answers.map(\.definitions)
    }

    /// The operation object.
    ///
    /// - Parameters:
    ///   - components: The parts that operations share.
    ///   - usual: The document's default security requirements, which are omitted from operations.
    func json(_ components: SharedDefinitions, usual: [[String]]) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("operationId", .string(id)), ("tags", .array([.string(tag)])), ("summary", .string(summary)),
        ]
        if !description.isEmpty { members.append(("description", .string(description))) }
        if isDeprecated { members.append(("deprecated", true)) }
        if security != usual { members.append(("security", security.securityRequirements)) }
        if !parameters.isEmpty {
            members.append(("parameters", .array(parameters.map { components.json([$0.definition]) })))
        }
        if let body { members.append(("requestBody", components.json([body.definition]))) }
        let responses = answers.map { ($0.key, components.json($0.definitions)) }
        members.append(("responses", .object(JSONObject(responses))))
        return .object(JSONObject(members))
    }
}

extension [[String]] {
    /// Alternative security schemes as security requirement objects.
    var securityRequirements: JSONValue {
        .array(map { choice in .object(JSONObject(choice.map { ($0, .array([])) })) })
    }
}
