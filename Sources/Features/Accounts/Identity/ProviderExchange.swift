import Access
import Crypto
import Encoding
import Fetch
import Foundation
import JSON

/// The OpenID Connect flow with one provider: the page to redirect to, and the identity that comes back.
struct ProviderExchange: Sendable {
    let provider: IdentityProvider
    let directory: ProviderDirectory
    let client: FetchClient
    let now: @Sendable () -> Date

    init(_ provider: IdentityProvider, client: FetchClient, now: @escaping @Sendable () -> Date) {
        self.provider = provider
        self.client = client
        self.now = now
        directory = ProviderDirectory(provider, client: client, now: now)
    }

    /// The values that one visit is bound to. All are derived from the state and the server's key, so only
    /// the state is sent and nothing is stored in plain text.
    struct VisitSecrets: Sendable {
        let state: String
        let nonce: String
        /// The code verifier of PKCE (RFC 7636, section 4.1): 43 characters.
        let verifier: String

        init(state: String, key: SecretKey) {
            self.state = state
            nonce = key.token("provider nonce", state)
            verifier = key.token("provider verifier", state)
        }

        /// S256 (RFC 7636, section 4.2).
        var challenge: String { Base64URL.encode(Array(SHA256.hash(data: Data(verifier.utf8)))) }
    }

    /// Returns the address of the provider's page for signing in.
    ///
    /// - Parameter forcesReauthentication: Whether people must authenticate there even if they are signed in.
    func address(_ secrets: VisitSecrets, returningTo callback: String, forcesReauthentication: Bool)
        async throws(IdentityFault)
        -> String
    {
        var fields = [
            ("response_type", "code"), ("client_id", provider.clientID), ("redirect_uri", callback),
            ("scope", provider.scopes.joined(separator: " ")), ("state", secrets.state),
            ("nonce", secrets.nonce), ("code_challenge", secrets.challenge),
            ("code_challenge_method", "S256"),
        ]
        switch provider.dialect {
        case .standard: if forcesReauthentication { fields.append(("prompt", "login")) }
        case .apple: fields.append(("response_mode", "form_post"))
        case .facebook: if forcesReauthentication { fields.append(("auth_type", "reauthenticate")) }
        }
        let page = try await directory.endpoints().authorization
        return page + (page.contains("?") ? "&" : "?") + formEncoded(fields)
    }

    /// Redeems the code of `answer` at the provider and returns the person's identity.
    func identity(_ answer: ProviderCallback, _ secrets: VisitSecrets, callback: String)
        async throws(IdentityFault)
        -> ProvenIdentity
    {
        let endpoints = try await directory.endpoints()
        // Mix-up: the answer of one provider must not be taken to another (RFC 9207, section 2.4).
        if let issuer = answer.issuer, issuer != provider.issuer { throw .invalid("another issuer answered") }
        if endpoints.namesIssuer, answer.issuer == nil {
            throw .invalid("the answer does not name its issuer")
        }
        if let error = answer.error { throw .refused(error) }
        guard let code = answer.code else { throw .invalid("the answer has no code") }
        let tokens = try await exchange(code, secrets, callback: callback, at: endpoints)
        if case .facebook(let graph) = provider.dialect {
            return try await facebook(tokens, secrets, graph)
        }
        guard let token = tokens.id else { throw .invalid("the response has no ID token") }
        let proven = try await verifyIDToken(token, nonce: secrets.nonce, access: tokens.access)
        var identity = ProvenIdentity(proven)
        if identity.address == nil || identity.name == nil, let page = endpoints.userInfo,
            let access = tokens.access
        {
            try await complete(&identity, from: page, access)
        }
        identity.take(address: nil, isVerified: false, name: answer.name)
        return identity
    }

    /// Returns the identity in an ID token that a native app sent.
    func identity(idToken: String, nonce: String) async throws(IdentityFault) -> ProvenIdentity {
        ProvenIdentity(
            try await verifyIDToken(
                idToken, nonce: nonce, access: nil, also: provider.nativeClientIDs))
    }

    func verifyIDToken(
        _ token: String, nonce: String, access: String?, also natives: [String] = []
    ) async throws(IdentityFault) -> IDToken {
        let (content, header) = try await directory.verify(token)
        var expected = IDToken.Expectation(
            issuer: provider.issuer, audiences: Set([provider.clientID] + natives), nonce: nonce, now: now())
        if let access { expected.accessToken = (access, header.algorithm.hashBits) }
        try content.check(expected)
        return content
    }
}

extension ProviderExchange {
    struct Tokens: Sendable {
        let access: String?
        let id: String?
    }

    /// Exchanges the authorization code for tokens (RFC 6749, section 4.1.3).
    private func exchange(
        _ code: String, _ secrets: VisitSecrets, callback: String, at endpoints: ProviderMetadata
    ) async throws(IdentityFault) -> Tokens {
        var fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", callback),
            ("code_verifier", secrets.verifier),
        ]
        var headers = [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")]
        switch provider.secret {
        case .text(let secret) where !endpoints.wantsSecretInForm:
            // Client ID and secret are form-encoded first (RFC 6749, section 2.3.1).
            let pair = "\(formText(provider.clientID)):\(formText(secret))"
            headers.append(HTTPHeader("Authorization", "Basic \(Data(pair.utf8).base64EncodedString())"))
        case .text(let secret): fields += [("client_id", provider.clientID), ("client_secret", secret)]
        case .none: fields.append(("client_id", provider.clientID))
        case .minted(let secret):
            guard
                let text = try? await secret.mint(
                    for: provider.clientID, audience: provider.issuer, at: now())
            else { throw .unavailable("the client secret cannot be signed") }
            fields += [("client_id", provider.clientID), ("client_secret", text)]
        }
        let response = try await client.send(
            .post, endpoints.token, headers: headers, body: Array(formEncoded(fields).utf8), of: provider)
        guard response.status == 200, case .object(let answer)? = try? JSONValue(parsing: response.body)
        else {
            // 400 means that the provider rejects the code; any other status is the provider's own failure.
            if response.status == 400 { throw .invalid("the provider rejected the code") }
            throw .unavailable("\(response.status) for the code")
        }
        func text(_ name: String) -> String? {
            if case .string(let text)? = answer[name] { text } else { nil }
        }
        return Tokens(access: text("access_token"), id: text("id_token"))
    }

    /// Fills in claims that the ID token lacks, if they are about the same subject (OpenID Connect Core,
    /// section 5.3.2).
    private func complete(
        _ identity: inout ProvenIdentity, from page: String, _ access: String
    ) async throws(IdentityFault) {
        let response = try await client.send(
            .get, page, headers: [HTTPHeader("Authorization", "Bearer \(access)")], of: provider)
        guard response.status == 200, case .object(let claims)? = try? JSONValue(parsing: response.body)
        else {
            return  // the ID token alone identifies the person
        }
        func text(_ name: String) -> String? {
            if case .string(let text)? = claims[name] { text } else { nil }
        }
        guard text("sub") == identity.subject else { throw .invalid("the user info has another subject") }
        let isVerified = claims["email_verified"] == .boolean(true) || text("email_verified") == "true"
        identity.take(
            address: text("email"), isVerified: isVerified, name: text("name") ?? text("given_name"))
    }

    private func formText(_ text: String) -> String { String(formEncoded([("", text)]).dropFirst()) }
}
