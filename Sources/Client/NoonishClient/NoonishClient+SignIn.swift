public import JSON
public import NoonishAPI

/// The sign-in methods that the service offers.
@JSONObject
public struct SignInMethods: Hashable, Sendable, JSONDecodable {
    /// Whether a code can be mailed.
    public var email: Bool
    public var passkeys: Bool
    @JSONMember("items") public var providers: [Provider]

    @JSONObject
    public struct Provider: Hashable, Sendable, JSONDecodable {
        public var id: String
        public var name: String
    }
}

/// Passkeys and identity providers. The input and output of a platform's authenticator are passed through
/// unchanged, in the JSON forms of Web Authentication, Level 3, section 5.1.8 to 5.1.10.
extension NoonishClient {
    /// Returns the sign-in methods that the service offers.
    public func signInMethods() async throws -> SignInMethods {
        try await read(Call(.listSignInMethods)).value
    }

    /// Returns the options for an authenticator. Their challenge is valid once and for a limited time.
    public func passkeySignInOptions() async throws -> JSONValue {
        try await writeForValue(Call(.beginPasskeySignIn, key: nil))
    }

    /// Signs in with an authenticator's answer.
    public func signIn(passkey credential: JSONValue) async throws -> Session {
        try await writeForValue(
            Call(.signInByPasskey, body: ["credential": credential] as JSONValue, key: nil))
    }

    /// Lists the caller's passkeys.
    public func passkeys() async throws -> Resource<Page<Passkey>> { try await read(Call(.listPasskeys)) }

    /// Returns the options for creating a passkey.
    public func newPasskeyOptions() async throws -> JSONValue {
        try await writeForValue(Call(.beginPasskey))
    }

    /// Adds a passkey to the caller's account.
    public func addPasskey(_ credential: JSONValue, name: String? = nil) async throws -> Passkey {
        let body: JSONValue = ["credential": credential, "name": .orNull(name)]
        return try await writeForValue(Call(.addPasskey, body: body))
    }

    /// Renames a passkey.
    public func renamePasskey(_ id: PasskeyID, to name: String) async throws -> Passkey {
        try await writeForValue(Call(.renamePasskey, id, body: ["name": .string(name)] as JSONValue))
    }

    /// Removes a passkey.
    public func removePasskey(_ id: PasskeyID) async throws {
        try await perform(Call(.removePasskey, id))
    }

    /// Starts a sign-in with an id token and returns the nonce that the provider must include in the id token.
    public func nonce(for provider: String) async throws -> String {
        let answer: JSONValue = try await writeForValue(
            Call(.signInByIDToken, provider, body: ["purpose": "sign_in"] as JSONValue, key: nil)
        )
        guard case .object(let object) = answer, case .string(let nonce) = object["nonce"] else {
            throw ClientFault.unexpected(path: Endpoint.signInByIDToken.path(provider), "no nonce")
        }
        return nonce
    }

    /// Signs in with the id token that a provider's library issued on this device.
    public func signIn(_ provider: String, idToken: String, nonce: String) async throws -> Session {
        let body: JSONValue = [
            "purpose": "sign_in", "idToken": .string(idToken), "nonce": .string(nonce),
        ]
        return try await writeForValue(Call(.signInByIDToken, provider, body: body, key: nil))
    }

    /// Lists the caller's accounts at identity providers.
    public func identities() async throws -> Resource<Page<Identity>> {
        try await read(Call(.listIdentities))
    }

    /// Removes an account at an identity provider. Rejected with 409 if it is the caller's last way to sign in.
    public func removeIdentity(_ id: IdentityID) async throws {
        try await perform(Call(.removeIdentity, id))
    }

    /// Lists the caller's friends at the provider who also have an account here.
    public func friends(at identity: IdentityID) async throws -> [Person] {
        let page: Resource<Page<Person>> = try await read(Call(.listFriendsAtProvider, identity))
        return page.value.items
    }
}
