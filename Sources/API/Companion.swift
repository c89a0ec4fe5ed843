public import Foundation
public import JSON

/// A person the caller has eaten with.
public struct Companion: Hashable, Sendable, JSONCodable {
    public var person: Person
    /// The number of outings that both attended.
    public var meals: Int
    /// The start of the latest of them.
    public var lastAt: Date

    public init(person: Person, meals: Int, lastAt: Date) {
        self.person = person
        self.meals = meals
        self.lastAt = lastAt
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("person", person)
            $0.field("meals", meals)
            $0.field("lastAt", lastAt)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(person: read("person"), meals: read("meals"), lastAt: read("lastAt"))
    }
}

/// An address that the caller entered, and its owner if that person permits being found by it.
public struct Contact: Hashable, Sendable, JSONCodable {
    public var email: String
    /// `nil` if the address is unknown or its owner does not permit being found.
    public var person: Person?

    public init(email: String, person: Person?) {
        self.email = email
        self.person = person
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("email", email)
            $0.field("person", person)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(email: read("email"), person: read.optional("person"))
    }
}
