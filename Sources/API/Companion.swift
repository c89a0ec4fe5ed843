public import Foundation
public import JSON

/// A person the caller has eaten with.
@JSONObject
public struct Companion: WireValue {
    public var person: Person
    /// The number of outings that both attended.
    public var meals: Int
    /// The start of the latest of them.
    public var lastAt: Date
}

/// An address that the caller entered, and its owner if that person permits being found by it.
@JSONObject
public struct Contact: WireValue {
    public var email: String
    /// `nil` if the address is unknown or its owner does not permit being found.
    public var person: Person?
}
