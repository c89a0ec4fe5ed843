public import JSON

/// One thing that changed, with old and new.
public struct UpdateChange: Sendable {
    /// A stable word, such as `time_moved`. A client shows the update's text for one that it does not know.
    public var kind: String
    /// Whom it is about, where it is about somebody.
    public var person: Person?
    /// Null: there was none.
    public var previous: JSONValue
    /// Null: there is none any more.
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
