/// Any JSON value, as parsed by the strict reader.
public enum JSONValue: Equatable, Sendable {
    case null
    case boolean(Bool)
    /// A number without fraction and exponent, exact: `1` is an integer, `1.0` is not.
    case integer(Int)
    /// A number with a fraction or an exponent; always finite.
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

/// An object's members in the order in which they were written, without duplicate names.
public struct JSONObject: Equatable, Sendable {
    public struct Member: Equatable, Sendable {
        public let name: String
        public let value: JSONValue

        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    public internal(set) var members: [Member] = []

    public init() {}

    /// Creates an object.
    ///
    /// - Precondition: No name occurs twice.
    public init(members: [Member]) {
        precondition(Set(members.map(\.name)).count == members.count, "an object names each member once")
        self.members = members
    }

    /// Returns the value of a member.
    ///
    /// - Complexity: Linear in the number of members, which are few where it matters.
    public subscript(name: String) -> JSONValue? {
        members.first { $0.name == name }?.value
    }

    /// Returns whether both have the same members with equal values, in any order.
    public static func == (left: Self, right: Self) -> Bool {
        guard left.members.count == right.members.count else { return false }
        return left.members.sorted { $0.name < $1.name } == right.members.sorted { $0.name < $1.name }
    }
}

extension JSONValue: JSONEncodable {
    public func encode(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .boolean(let flag): writer.value(flag)
        case .integer(let number): writer.value(number)
        case .double(let number): writer.value(number)
        case .string(let text): writer.value(text)
        case .array(let elements): elements.encode(to: &writer)
        case .object(let object): object.encode(to: &writer)
        }
    }
}

extension JSONObject: JSONEncodable {
    public func encode(to writer: inout JSONWriter) {
        writer.object {
            for member in members { $0.field(named: member.name, member.value) }
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    public init(stringLiteral text: String) { self = .string(text) }

    public init(integerLiteral number: Int) { self = .integer(number) }

    public init(booleanLiteral flag: Bool) { self = .boolean(flag) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// - Precondition: No name occurs twice.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(JSONObject(members: members.map { .init(name: $0, value: $1) }))
    }
}
