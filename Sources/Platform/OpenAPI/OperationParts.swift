import Initializers
import JSON

/// One parameter of an operation.
package struct Parameter: Hashable, Sendable {
    package enum Place: String, Hashable, Sendable { case query, path, header }

    package let name: String
    package let place: Place
    package let schema: Schema
    package let isRequired: Bool
    let description: String
    /// Takes several comma-separated values.
    let isList: Bool
    /// The key under `components/parameters`, should several operations have the parameter.
    private let key: String

    /// Creates a parameter.
    ///
    /// - Parameter key: By default the name.
    package init(
        _ name: String, in place: Place, _ schema: Schema, isRequired: Bool = false, isList: Bool = false,
        _ description: String, key: String? = nil
    ) {
        self.name = name
        self.place = place
        self.schema = schema
        self.isRequired = isRequired || place == .path
        self.isList = isList
        self.description = description
        self.key = key ?? name
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.place == right.place
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(place)
    }

    var definition: Definition {
        var members: [(String, JSONValue)] = [
            ("name", .string(name)), ("in", .string(place.rawValue)), ("description", .string(description)),
        ]
        if isRequired { members.append(("required", true)) }
        if isList { members += [("style", "form"), ("explode", false)] }
        members.append(("schema", schema.json))
        return Definition(.parameters, key, .object(JSONObject(members)))
    }
}

/// A body of one media type.
@MemberwiseInit(unlabeled: 2)
package struct Content: Sendable {
    package let type: String
    package let schema: Schema

    var json: (String, JSONValue) { (type, .object(JSONObject([("schema", schema.json)]))) }

    func named(_ name: String) -> Content { Content(type, .named(name, schema)) }
}

/// A request body.
@MemberwiseInit(unlabeled: 1)
package struct Body: Sendable {
    package let contents: [Content]
    let isRequired: Bool

    /// The body of an operation. An anonymous schema that is composite, or serves several media types, is named after
    /// the operation.
    func named(after operation: String) -> Body {
        let name = operation.firstUppercased + "Body"
        return Body(
            contents.map { content in
                content.schema.isAnonymousComposite || contents.count > 1 && !content.schema.isReference
                    ? content.named(name) : content
            },
            isRequired: isRequired)
    }

    var definition: Definition {
        var members: [(String, JSONValue)] = []
        if isRequired { members.append(("required", true)) }
        members.append(("content", .object(JSONObject(contents.map(\.json)))))
        let name = contents.first.map { $0.schema.name ?? ($0.schema.isEmptyObject ? "Empty" : nil) } ?? nil
        return Definition(.requestBodies, name, .object(JSONObject(members)))
    }
}

/// A header field of a response.
package struct AnswerHeader: Sendable {
    package let name: String
    let schema: Schema
    let isRequired: Bool

    /// Creates a header field.
    ///
    /// - Parameter description: It must be the same for every use of the field, because the field is defined
    ///   once.
    package init(_ name: String, _ schema: Schema, isRequired: Bool = false, _ description: String) {
        self.name = name
        self.schema = schema.saying(description)
        self.isRequired = isRequired
    }

    /// The key under `components/headers`.
    var key: String { isRequired ? name : name + "-if-any" }

    var definition: JSONValue {
        .object(JSONObject([("required", .boolean(isRequired)), ("schema", schema.json)]))
    }
}

/// The response for one status.
package struct Answer: Sendable {
    /// `nil` for the response of all statuses that have none of their own.
    package let status: Int?
    package let description: String
    package let contents: [Content]
    package let headers: [AnswerHeader]
    /// The name of the response among the components, should several operations have it with the same description.
    private let name: String?
    /// The name and the description of the component, should several operations have the response with different
    /// descriptions.
    private let general: (name: String, description: String)?

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - name: By default the name of the schema with the response's own header fields.
    ///   - general: The name and the description for operations that have the response with different descriptions.
    package init(
        _ status: Int?, _ description: String, _ contents: [Content] = [], headers: [AnswerHeader] = [],
        name: String? = nil, general: (name: String, description: String)? = nil
    ) {
        self.status = status
        self.description = description
        self.contents = contents
        self.headers = headers
        self.name = name
        self.general = general
    }

    /// The response of an operation. An anonymous schema of its JSON, if composite, is named after the operation.
    func named(after operation: String) -> Answer {
        let name = operation.firstUppercased + "Response"
        let contents = contents.map { content in
            content.type == "application/json" && content.schema.isAnonymousComposite
                ? content.named(name) : content
        }
        return Answer(
            status, description, contents, headers: headers, name: self.name, general: general)
    }

    /// The response's definitions, the most specific one first. A response without a name of its own is described by each
    /// operation.
    var definitions: [Definition] {
        var choices: [Definition] = []
        if let name { choices.append(definition(name, description)) }
        if let general { choices.append(definition(general.name, general.description)) }
        return choices.isEmpty ? [definition(derivedName, derivedName ?? description)] : choices
    }

    private func definition(_ name: String?, _ sharedDescription: String) -> Definition {
        var members: [(String, JSONValue)] = [("description", .string(sharedDescription))]
        if !headers.isEmpty {
            let references = headers.map { header in
                (header.name, Definition.reference(to: header.key, in: "headers"))
            }
            members.append(("headers", .object(JSONObject(references))))
        }
        if !contents.isEmpty { members.append(("content", .object(JSONObject(contents.map(\.json))))) }
        return Definition(
            .responses, name, .object(JSONObject(members)),
            description: sharedDescription == description ? nil : description)
    }

    /// The key among an operation's responses.
    var key: String { status.map { String($0) } ?? "default" }

    /// `Outing`, `OutingPage-Link` or `Outing-201`; `nil` for a schema without a name.
    private var derivedName: String? {
        if contents.isEmpty { return status == 204 ? "NoContent" : nil }
        guard contents.count == 1, let schema = contents[0].schema.name else { return nil }
        let own = headers.map(\.name).filter { ["ETag", "Link", "Location"].contains($0) }
        return ([schema] + own + (status == 200 ? [] : [key])).joined(separator: "-")
    }
}

extension String {
    fileprivate var firstUppercased: String { prefix(1).uppercased() + dropFirst() }
}
