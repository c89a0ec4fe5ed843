public import Foundation
public import JSON

/// A person as other people see them.
@JSONObject
public struct Person: WireValue {
    public var id: PersonID
    public var name: String
    /// The path of their picture; `nil` if there is none or it is not included here.
    @JSONMember(omitIfNil: true) public var picture: String? = nil
    /// Whether they are a friend of the caller; `nil` where that is not relevant.
    @JSONMember(omitIfNil: true) public var isFriend: Bool? = nil
}

/// The caller.
@JSONObject
public struct Me: WireValue {
    public var id: PersonID
    public var name: String
    /// The verified mail address that messages are sent to.
    public var email: String?
    /// The tzdata name of the time zone; `nil` if not set.
    public var timeZone: String?
    /// A BCP 47 tag; `nil` if not set.
    public var locale: String?
    /// The path of their picture; `nil` if there is none.
    public var picture: String?
    /// Whether the person may use the operator's console.
    public var isOperator: Bool
    public var createdAt: Date
}
