import JSON

/// A provider's published metadata.
///
/// - Source: OpenID Connect Discovery 1.0, sections 3 and 4; RFC 9207, section 3.
struct ProviderMetadata: Hashable, Sendable {
    let authorization: String
    let token: String
    let keys: String
    let userInfo: String?
    /// Whether the provider always names the issuer in its answer, so that a missing name is an error.
    let namesIssuer: Bool
    /// Whether the client secret is sent in the form instead of a header.
    let wantsSecretInForm: Bool

    /// Parses the metadata.
    ///
    /// - Throws: ``IdentityFault/unavailable(_:)`` if the metadata is invalid or another issuer's.
    init(_ answer: JSONValue, issuer: String) throws(IdentityFault) {
        guard case .object(let members) = answer else { throw .unavailable("metadata is not an object") }
        func text(_ name: String) -> String? {
            if case .string(let text)? = members[name] { text } else { nil }
        }
        // Must match character by character, else one provider could pose as another (section 4.3).
        guard text("issuer") == issuer else { throw .unavailable("metadata has another issuer") }
        guard let authorization = text("authorization_endpoint"), let token = text("token_endpoint"),
            let keys = text("jwks_uri")
        else { throw .unavailable("metadata lacks an endpoint") }
        self.authorization = authorization
        self.token = token
        self.keys = keys
        userInfo = text("userinfo_endpoint")
        namesIssuer = members["authorization_response_iss_parameter_supported"] == .boolean(true)
        var methods: [String] = ["client_secret_basic"]  // the default of the standard
        if case .array(let listed)? = members["token_endpoint_auth_methods_supported"] {
            methods = listed.compactMap { if case .string(let method) = $0 { method } else { nil } }
        }
        wantsSecretInForm = !methods.contains("client_secret_basic")
    }

    init(authorization: String, token: String, keys: String) {
        self.authorization = authorization
        self.token = token
        self.keys = keys
        userInfo = nil
        namesIssuer = false
        wantsSecretInForm = true
    }
}
