import Fetch
import Foundation
import JSON
import JWTKit

/// The endpoints and keys of one provider, fetched when needed and cached for a while.
actor ProviderDirectory {
    private let provider: IdentityProvider
    private let client: FetchClient
    private let now: @Sendable () -> Date
    private var metadata: (value: ProviderMetadata, at: Date)?
    private var keys: (value: ProviderKeys, at: Date)?

    init(_ provider: IdentityProvider, client: FetchClient, now: @escaping @Sendable () -> Date) {
        self.provider = provider
        self.client = client
        self.now = now
    }

    func endpoints() async throws(IdentityFault) -> ProviderMetadata {
        if case .facebook(let endpoints) = provider.dialect {
            return ProviderMetadata(
                authorization: endpoints.dialog, token: endpoints.graph + "/oauth/access_token",
                keys: endpoints.keys)
        }
        let start = now()
        if let metadata, start.timeIntervalSince(metadata.at) < IdentityLimits.metadataLifetime {
            return metadata.value
        }
        let base = provider.issuer.hasSuffix("/") ? String(provider.issuer.dropLast()) : provider.issuer
        let bytes = try await get(base + "/.well-known/openid-configuration")
        guard let answer = try? JSONValue(parsing: bytes) else { throw .unavailable("metadata is not JSON") }
        let value = try ProviderMetadata(answer, issuer: provider.issuer)
        metadata = (value, start)
        return value
    }

    /// Verifies the token's signature and returns its claims and header.
    ///
    /// An unknown key ID makes the keys be fetched again, at most once per minute.
    func verify(_ token: String) async throws(IdentityFault) -> (IDToken, TokenHeader) {
        let header = try TokenHeader(ofToken: token)
        let key = try await key(for: header)
        do {
            // A collection of this key alone: a larger one would fall back to its first key for an unknown
            // key ID.
            let only = JWTKeyCollection()
            var named = key
            named.keyIdentifier = JWKIdentifier(string: "only")
            named.algorithm = JWK.Algorithm(rawValue: header.algorithm.rawValue)
            try await only.add(jwk: named)
            return (try await only.verify(token, as: IDToken.self), header)
        } catch {
            throw .invalid("the ID token is not signed by its issuer, or lacks a claim")
        }
    }

    private func key(for header: TokenHeader) async throws(IdentityFault) -> JWK {
        let start = now()
        if let keys, start.timeIntervalSince(keys.at) < IdentityLimits.metadataLifetime {
            if let key = keys.value.key(for: header) { return key }
            guard start.timeIntervalSince(keys.at) >= IdentityLimits.keyRefetchInterval else {
                throw .invalid("the ID token is signed with an unknown key")
            }
        }
        let fresh = try ProviderKeys(try await get(try await endpoints().keys))
        keys = (fresh, start)
        guard let key = fresh.key(for: header) else {
            throw .invalid("the ID token is signed with an unknown key")
        }
        return key
    }

    private func get(_ url: String) async throws(IdentityFault) -> [UInt8] {
        let response = try await client.send(.get, url, of: provider)
        guard response.status == 200 else { throw .unavailable("\(response.status) from its address") }
        return response.body
    }
}

extension FetchClient {
    /// Sends one request to a provider. The operator chose its hosts, so any address is allowed.
    func send(
        _ method: FetchRequest.Method, _ url: String, headers: [HTTPHeader] = [], body: [UInt8]? = nil,
        of provider: IdentityProvider
    ) async throws(IdentityFault) -> FetchResponse {
        do {
            return try await fetch(
                FetchRequest(
                    method, url, headers: [HTTPHeader("Accept", "application/json")] + headers, body: body,
                    policy: .any, allowsPlainHTTP: provider.isPlain,
                    limits: TransferLimits(responseBytes: IdentityLimits.answerBytes)))
        } catch {
            throw .unavailable("\(error)")
        }
    }
}
