public import JSON

/// One change, with the old and the new value.
@JSONObject
public struct UpdateChange: Sendable, JSONCodable {
    /// A stable identifier such as `time_moved`. For one that it does not know, a client shows the update's
    /// text.
    public var kind: String
    /// The person whom the change concerns, if any.
    @JSONMember(omitIfNil: true) public var person: Person?
    /// `null` if there was no value.
    public var previous: JSONValue
    /// `null` if there is no value any more.
    public var current: JSONValue
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
