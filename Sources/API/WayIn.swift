public import Foundation
public import JSON

/// Who the reader is at a provider.
public struct Identity: Hashable, Sendable, JSONCodable {
    public var id: IdentityID
    /// As `GET /v1/auth/providers` names it.
    public var provider: String
    /// The mail address that the provider named, to tell accounts apart by.
    public var address: String?
    public var createdAt: Date
    /// When it last signed somebody in.
    public var usedAt: Date

    public init(id: IdentityID, provider: String, address: String?, createdAt: Date, usedAt: Date) {
        self.id = id
        self.provider = provider
        self.address = address
        self.createdAt = createdAt
        self.usedAt = usedAt
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("provider", provider)
            $0.field("address", address)
            $0.field("createdAt", createdAt)
            $0.field("usedAt", usedAt)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            id: read("id"), provider: read("provider"), address: read.optional("address"),
            createdAt: read("createdAt"), usedAt: read("usedAt"))
    }
}

/// One of the reader's passkeys.
public struct Passkey: Hashable, Sendable, JSONCodable {
    public var id: PasskeyID
    /// What its owner calls it.
    public var name: String
    /// Whether its owner has it on other devices too, or could get it back, as of its last use.
    public var isBackedUp: Bool
    public var createdAt: Date
    /// When it last signed somebody in; nil = never.
    public var usedAt: Date?

    public init(id: PasskeyID, name: String, isBackedUp: Bool, createdAt: Date, usedAt: Date?) {
        self.id = id
        self.name = name
        self.isBackedUp = isBackedUp
        self.createdAt = createdAt
        self.usedAt = usedAt
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("name", name)
            $0.field("isBackedUp", isBackedUp)
            $0.field("createdAt", createdAt)
            $0.field("usedAt", usedAt)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            id: read("id"), name: read("name"), isBackedUp: read("isBackedUp"), createdAt: read("createdAt"),
            usedAt: read.optional("usedAt"))
    }
}
