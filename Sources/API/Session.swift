public import Foundation
public import JSON

/// The result of a successful sign-in.
@JSONObject
public struct Session: WireValue {
    /// When the session ends even if it stays in use.
    public var expiresAt: Date
    public var person: Person
    /// A name for the person, who has not chosen one: as which they were invited before they had an account.
    @JSONMember(omitIfNil: true) public var suggestedName: String?
    /// The bearer token, for programs; browsers get a cookie instead.
    @JSONMember(omitIfNil: true) public var token: String?
}

/// One of the caller's sessions.
@JSONObject
public struct SessionSummary: WireValue {
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
}
