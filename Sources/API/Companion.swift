public import Foundation
public import JSON

/// Somebody the reader has eaten with.
public struct Companion: Hashable, Sendable, JSONCodable {
    public var person: Person
    /// How many outings both came to.
    public var meals: Int
    /// When the last of them began.
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

/// An address the reader pasted, and whose it is if that person lets themselves be found by it.
public struct Contact: Hashable, Sendable, JSONCodable {
    public var email: String
    /// Nil for nobody, and for everybody who does not want to be found.
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
