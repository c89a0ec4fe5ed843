public import Foundation
public import JSON

/// The result of a successful sign-in.
public struct Session: Hashable, Sendable, JSONCodable {
    /// When the session ends even if it stays in use.
    public var expiresAt: Date
    public var person: Person
    /// The bearer token, for programs; browsers get a cookie instead.
    public var token: String?

    public init(expiresAt: Date, person: Person, token: String?) {
        self.expiresAt = expiresAt
        self.person = person
        self.token = token
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("expiresAt", expiresAt)
            $0.field("person", person)
            $0.field("token", ifPresent: token)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(expiresAt: read("expiresAt"), person: read("person"), token: read.optional("token"))
    }
}

/// One of the caller's sessions.
public struct SessionSummary: Hashable, Sendable, JSONCodable {
    public var id: SessionID
    /// A description of the device or program; empty if it did not identify itself.
    public var client: String
    /// The network of the last use: an address reduced to its prefix (`203.0.113.0/24`), or `machine` for the
    /// server's own; `nil` if not used yet.
    public var network: String?
    /// Whether that is the network of the current request.
    public var isNear: Bool
    public var createdAt: Date
    /// The last use, to the hour.
    public var seenAt: Date
    public var expiresAt: Date
    /// Whether this session made the current request.
    public var current: Bool

    public init(
        id: SessionID, client: String, network: String?, isNear: Bool, createdAt: Date, seenAt: Date,
        expiresAt: Date, current: Bool
    ) {
        self.id = id
        self.client = client
        self.network = network
        self.isNear = isNear
        self.createdAt = createdAt
        self.seenAt = seenAt
        self.expiresAt = expiresAt
        self.current = current
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("client", client)
            $0.field("network", network)
            $0.field("isNear", isNear)
            $0.field("createdAt", createdAt)
            $0.field("seenAt", seenAt)
            $0.field("expiresAt", expiresAt)
            $0.field("current", current)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            id: read("id"), client: read("client"), network: read.optional("network"), isNear: read("isNear"),
            createdAt: read("createdAt"), seenAt: read("seenAt"), expiresAt: read("expiresAt"),
            current: read("current"))
    }
}
