import JSON

// Shared components
// =================
// A parameter, request body or response that several operations have is written once, under `components`, and
// referenced by its name. One that a single operation has is written inline.

/// A part of an operation that could be shared.
struct Definition {
    enum Kind: String, CaseIterable {
        case parameters, requestBodies, responses
    }

    let kind: Kind
    /// The name under `components`; `nil` if the part is never shared.
    let name: String?
    let json: JSONValue
    /// This operation's description, which replaces the shared one.
    let description: String?

    init(_ kind: Kind, _ name: String?, _ json: JSONValue, description: String? = nil) {
        self.kind = kind
        self.name = name
        self.json = json
        self.description = description
    }

    static func reference(to name: String, in components: String) -> JSONValue {
        .object(JSONObject([("$ref", .string("#/components/\(components)/\(name)"))]))
    }
}

/// The definitions that several operations have.
struct SharedDefinitions {
    private var definitions: [Definition.Kind: [String: JSONValue]] = [:]

    /// Selects the definitions that occur more than once. If several have the same name, the most frequent one is
    /// shared, and the first of equally frequent ones.
    init(_ all: [Definition]) {
        for kind in Definition.Kind.allCases {
            let named = Dictionary(grouping: all.filter { $0.kind == kind && $0.name != nil }) {
                $0.name ?? ""
            }
            definitions[kind] = named.compactMapValues { Self.mostFrequent($0.map(\.json)) }
        }
    }

    private static func mostFrequent(_ values: [JSONValue]) -> JSONValue? {
        var counts: [(value: JSONValue, count: Int)] = []
        for value in values {
            if let index = counts.firstIndex(where: { $0.value == value }) {
                counts[index].count += 1
            } else {
                counts.append((value, 1))
            }
        }
        // Of equal counts, the first.
        let best = counts.reduce(into: (value: JSONValue.null, count: 1)) { best, next in
            if next.count > best.count { best = next }
        }
        return best.count > 1 ? best.value : nil
    }

    func values(of kind: Definition.Kind) -> [String: JSONValue] { definitions[kind] ?? [:] }

    /// The definition in place, or a reference to it. A reference to a response has the operation's own
    /// description, which replaces the shared one.
    ///
    /// - Source: OpenAPI Specification 3.1.1, Reference Object.
    func json(_ definition: Definition) -> JSONValue {
        guard let name = definition.name, values(of: definition.kind)[name] == definition.json else {
            return definition.inPlace
        }
        let reference = Definition.reference(to: name, in: definition.kind.rawValue)
        return reference.with(description: definition.description)
    }
}

extension Definition {
    fileprivate var inPlace: JSONValue { json.with(description: description) }
}

extension JSONValue {
    /// Returns a copy of the object with another description, or the object itself for `nil`.
    fileprivate func with(description: String?) -> JSONValue {
        guard let description, case .object(let object) = self else { return self }
        let others = object.members.map { ($0.name, $0.value) }
        guard object["description"] != nil else {
            return .object(JSONObject(others + [("description", .string(description))]))
        }
        return .object(
            JSONObject(others.map { $0.0 == "description" ? ($0.0, .string(description)) : $0 }))
    }
}
