internal import JSON

/// One parameter of an operation.
package struct Parameter: Hashable, Sendable {
    package enum Place: String, Hashable, Sendable { case query, path, header }

    package let name: String
    package let place: Place
    package let schema: Schema
    package let isRequired: Bool
    let words: String
    /// Takes several comma-separated values.
    let isList: Bool

    package init(
        _ name: String, in place: Place, _ schema: Schema, isRequired: Bool = false, isList: Bool = false,
        _ words: String
    ) {
        self.name = name
        self.place = place
        self.schema = schema
        self.isRequired = isRequired || place == .path
        self.isList = isList
        self.words = words
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.place == right.place
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(place)
    }

    var json: JSONValue {
        var members: [(String, JSONValue)] = [
            ("name", .string(name)), ("in", .string(place.rawValue)), ("description", .string(words)),
            ("required", .boolean(isRequired)),
        ]
        if isList { members += [("style", "form"), ("explode", false)] }
        members.append(("schema", schema.json))
        members.append(("example", schema.example))
        return .object(JSONObject(members))
    }
}

/// A body of one media type.
package struct Content: Sendable {
    package let type: String
    package let schema: Schema

    package init(_ type: String, _ schema: Schema) {
        self.type = type
        self.schema = schema
    }

    var json: (String, JSONValue) {
        (type, .object(JSONObject([("schema", schema.json), ("example", schema.example)])))
    }
}

/// A request body.
package struct Body: Sendable {
    package let contents: [Content]
    let isRequired: Bool

    package init(_ contents: [Content], isRequired: Bool) {
        self.contents = contents
        self.isRequired = isRequired
    }

    var json: JSONValue {
        .object(
            JSONObject([
                ("required", .boolean(isRequired)),
                ("content", .object(JSONObject(contents.map(\.json)))),
            ]))
    }
}

/// A header field of a response.
package struct AnswerHeader: Sendable {
    package let name: String
    let schema: Schema
    let isRequired: Bool

    /// Creates a header field.
    ///
    /// - Parameter words: Description. It must be the same for every use of the field, because the field is
    ///   defined once.
    package init(_ name: String, _ schema: Schema, isRequired: Bool = false, _ words: String) {
        self.name = name
        self.schema = schema.saying(words)
        self.isRequired = isRequired
    }

    /// The key under `components/headers`.
    var key: String { isRequired ? name : name + "-if-any" }

    var definition: JSONValue {
        .object(
            JSONObject([
                ("required", .boolean(isRequired)), ("schema", schema.json), ("example", schema.example),
            ]))
    }
}

/// The response for one status.
package struct Answer: Sendable {
    package let status: Int
    package let words: String
    package let contents: [Content]
    package let headers: [AnswerHeader]
    /// The name under which the response is shared in `components`; `nil` if it belongs to a single
    /// operation.
    let name: String?

    package init(
        _ status: Int, _ words: String, _ contents: [Content] = [], headers: [AnswerHeader] = [],
        name: String? = nil
    ) {
        self.status = status
        self.words = words
        self.contents = contents
        self.headers = headers
        self.name = name
    }

    var json: JSONValue {
        guard let name else { return definition }
        return .object(JSONObject([("$ref", .string("#/components/responses/\(name)"))]))
    }

    var definition: JSONValue {
        var members: [(String, JSONValue)] = [("description", .string(words))]
        if !headers.isEmpty {
            let references = headers.map { header in
                (
                    header.name,
                    JSONValue.object(
                        JSONObject([("$ref", .string("#/components/headers/\(header.key)"))]))
                )
            }
            members.append(("headers", .object(JSONObject(references))))
        }
        if !contents.isEmpty { members.append(("content", .object(JSONObject(contents.map(\.json))))) }
        return .object(JSONObject(members))
    }
}

/// An operation of the service.
package struct Operation: Sendable {
    package let method: String
    package let path: String
    package let id: String
    let tag: String
    let summary: String
    let words: String
    package let parameters: [Parameter]
    let body: Body?
    package let answers: [Answer]
    /// Alternative security requirements; an empty one allows anonymous access.
    let security: [[String]]
    let isDeprecated: Bool

    package init(
        method: String, path: String, id: String, tag: String, summary: String, words: String,
        parameters: [Parameter], body: Body?, answers: [Answer], security: [[String]],
        isDeprecated: Bool = false
    ) {
        self.method = method
        self.path = path
        self.id = id
        self.tag = tag
        self.summary = summary
        self.words = words
        self.parameters = parameters
        self.body = body
        self.answers = answers
        self.security = security
        self.isDeprecated = isDeprecated
    }

    var schemas: [Schema] {
        parameters.map(\.schema) + (body?.contents ?? []).map(\.schema)
            + answers.flatMap { $0.contents.map(\.schema) + $0.headers.map(\.schema) }
    }

    var json: JSONValue {
        var members: [(String, JSONValue)] = [
            ("operationId", .string(id)), ("tags", .array([.string(tag)])), ("summary", .string(summary)),
        ]
        if !words.isEmpty { members.append(("description", .string(words))) }
        if isDeprecated { members.append(("deprecated", true)) }
        members.append(
            (
                "security",
                .array(
                    security.map { choice in .object(JSONObject(choice.map { ($0, .array([])) })) })
            ))
        if !parameters.isEmpty { members.append(("parameters", .array(parameters.map(\.json)))) }
        if let body { members.append(("requestBody", body.json)) }
        members.append(
            ("responses", .object(JSONObject(answers.map { (String($0.status), $0.json) }))))
        return .object(JSONObject(members))
    }
}
