public import Foundation
public import JSON

/// The caller's account at an identity provider.
@JSONObject
public struct Identity: WireValue {
    public var id: IdentityID
    /// The provider's id in `GET /v1/auth/providers`.
    public var provider: String
    /// The mail address that the provider reported, to distinguish accounts.
    public var address: String?
    public var createdAt: Date
    /// When it was last used to sign in.
    public var usedAt: Date
}

/// One of the caller's passkeys.
@JSONObject
public struct Passkey: WireValue {
    public var id: PasskeyID
    /// The owner's name for it.
    public var name: String
    /// Whether the passkey was synchronised to other devices or recoverable when it was last used.
    public var isBackedUp: Bool
    public var createdAt: Date
    /// When it was last used to sign in; `nil` if never.
    public var usedAt: Date?
}
