public import Foundation
public import JSON

/// The caller's account at an identity provider.
public struct Identity: Hashable, Sendable, JSONCodable {
    public var id: IdentityID
    /// The provider's id in `GET /v1/auth/providers`.
    public var provider: String
    /// The mail address that the provider reported, to distinguish accounts.
    public var address: String?
    public var createdAt: Date
    /// When it was last used to sign in.
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

/// One of the caller's passkeys.
public struct Passkey: Hashable, Sendable, JSONCodable {
    public var id: PasskeyID
    /// The owner's name for it.
    public var name: String
    /// Whether the passkey was synchronised to other devices or recoverable when it was last used.
    public var isBackedUp: Bool
    public var createdAt: Date
    /// When it was last used to sign in; `nil` if never.
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
