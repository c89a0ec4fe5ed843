import Initializers
import JSON

// Shared components
// =================
// A parameter, request body or response that several operations have is written once, under `components`, and
// referenced by its name. One that a single operation has is written inline.

/// A part of an operation that could be shared.
@MemberwiseInit(unlabeled: 3)
struct Definition {
    enum Kind: String, CaseIterable {
        case parameters, requestBodies, responses
    }

    let kind: Kind
    /// The name under `components`; `nil` if the part is never shared.
    let name: String?
    let json: JSONValue
    /// This operation's description, which replaces the shared one.
    var description: String? = nil

    static func reference(to name: String, in components: String) -> JSONValue {
        .object(JSONObject([("$ref", .string("#/components/\(components)/\(name)"))]))
    }
}

/// The definitions that several operations have.
struct SharedDefinitions {
    private var definitions: [Definition.Kind: [String: JSONValue]] = [:]

    /// Selects the definitions that occur more than once. If several have the same name, the most frequent one is
    /// shared, and the first of equally frequent ones.
    ///
    /// - Parameter parts: The definitions of each part, the most specific one first. The next one counts where the one before
    ///   it is not shared.
    init(_ parts: [[Definition]]) {
        var parts = parts
        while !parts.isEmpty {
            share(parts.map { $0[0] })
            parts = parts.filter { reference(to: $0[0]) == nil && $0.count > 1 }.map { Array($0.dropFirst()) }
        }
    }

    private mutating func share(_ all: [Definition]) {
        for kind in Definition.Kind.allCases {
            let named = Dictionary(grouping: all.filter { $0.kind == kind && $0.name != nil }) {
                $0.name ?? ""
            }
            definitions[kind, default: [:]].merge(
                named.compactMapValues { Self.mostFrequent($0.map(\.json)) }
            ) { first, _ in first }
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

    /// A reference to the first of a part's definitions that is shared, or the part in place. A reference to a response has
    /// the operation's own description, which replaces the shared one.
    ///
    /// - Source: OpenAPI Specification 3.1.1, Reference Object.
    func json(_ definitions: [Definition]) -> JSONValue {
        definitions.lazy.compactMap(reference).first ?? definitions[0].inPlace
    }

    private func reference(to definition: Definition) -> JSONValue? {
        guard let name = definition.name, values(of: definition.kind)[name] == definition.json else {
            return nil
        }
        return Definition.reference(to: name, in: definition.kind.rawValue)
            .with(description: definition.description)
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
