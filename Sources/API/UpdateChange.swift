public import JSON

/// One change, with the old and the new value.
public struct UpdateChange: Sendable {
    /// A stable identifier such as `time_moved`. For one that it does not know, a client shows the update's
    /// text.
    public var kind: String
    /// The person whom the change concerns, if any.
    public var person: Person?
    /// `null` if there was no value.
    public var previous: JSONValue
    /// `null` if there is no value any more.
    public var current: JSONValue

    public init(kind: String, person: Person?, previous: JSONValue, current: JSONValue) {
        self.kind = kind
        self.person = person
        self.previous = previous
        self.current = current
    }
}

extension UpdateChange: JSONCodable {
    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("kind", kind)
            $0.field("person", ifPresent: person)
            $0.field("previous", previous)
            $0.field("current", current)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            kind: read("kind"), person: read.optional("person"), previous: read("previous"),
            current: read("current"))
    }
}

extension UpdateChange: Hashable {
    public static func == (left: Self, right: Self) -> Bool {
        left.kind == right.kind && left.person == right.person && left.previous == right.previous
            && left.current == right.current
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(person)
    }
}
