public import Foundation
public import JSON

/// A person as other people see them.
public struct Person: Hashable, Sendable, JSONCodable {
    public var id: PersonID
    public var name: String
    /// The path of their picture; `nil` if there is none or it is not included here.
    public var picture: String?
    /// Whether they are a friend of the caller; `nil` where that is not relevant.
    public var isFriend: Bool?

    public init(id: PersonID, name: String, picture: String? = nil, isFriend: Bool? = nil) {
        self.id = id
        self.name = name
        self.picture = picture
        self.isFriend = isFriend
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("name", name)
            $0.field("picture", ifPresent: picture)
            $0.field("isFriend", ifPresent: isFriend)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            id: read("id"), name: read("name"), picture: read.optional("picture"),
            isFriend: read.optional("isFriend"))
    }
}

/// The caller.
public struct Me: Hashable, Sendable, JSONCodable {
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

    public init(
        id: PersonID, name: String, email: String?, timeZone: String?, locale: String?, picture: String?,
        isOperator: Bool, createdAt: Date
    ) {
        self.id = id
        self.name = name
        self.email = email
        self.timeZone = timeZone
        self.locale = locale
        self.picture = picture
        self.isOperator = isOperator
        self.createdAt = createdAt
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("name", name)
            $0.field("email", email)
            $0.field("timeZone", timeZone)
            $0.field("locale", locale)
            $0.field("picture", picture)
            $0.field("isOperator", isOperator)
            $0.field("createdAt", createdAt)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            id: read("id"), name: read("name"), email: read.optional("email"),
            timeZone: read.optional("timeZone"), locale: read.optional("locale"),
            picture: read.optional("picture"), isOperator: read("isOperator"), createdAt: read("createdAt"))
    }
}
