package import JSON
package import NoonishAPI

/// A stored change whose kind is not known yet.
package struct ChangeMembers: Sendable {
    /// The stable name of its kind.
    package let name: String
    private let object: JSONObject

    /// Reads the object of one change. Returns `nil` if it has no kind.
    package init?(_ value: JSONValue) {
        guard case .object(let object) = value, case .string(let name)? = object["kind"] else { return nil }
        self.name = name
        self.object = object
    }

    package var previous: JSONValue { object["previous"] ?? .null }
    package var current: JSONValue { object["current"] ?? .null }

    /// Reads a member; `nil` if it is missing or does not fit.
    package func read<Value: StoredValue>(_ member: String) -> Value? { Value(stored: value(member)) }

    /// Returns any other member; null if it is missing.
    package func value(_ member: String) -> JSONValue { object[member] ?? .null }

    /// The person that the change is about, if any.
    package var person: PersonID? { id("person") }

    /// The person who made the change, if it is stored with the change; see ``CompactChange``.
    package var actor: PersonID? { id("actor") }

    package func id<Subject>(_ member: String) -> ID<Subject>? { object.id(member) }
    package func text(_ member: String) -> String? { object.text(member) }
    package func integer(_ member: String) -> Int? { object.integer(member) }
}

extension JSONObject {
    package func text(_ member: String) -> String? {
        if case .string(let text)? = self[member] { text } else { nil }
    }

    package func integer(_ member: String) -> Int? {
        if case .integer(let number)? = self[member] { number } else { nil }
    }

    package func number(_ member: String) -> Double? {
        switch self[member] {
        case .integer(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    package func isTrue(_ member: String) -> Bool { self[member] == .boolean(true) }

    package func id<Subject>(_ member: String) -> ID<Subject>? { text(member).flatMap { ID($0) } }
}
