import Foundation
import Initializers
import JWTKit

/// An external identity provider that the operator has configured.
@MemberwiseInit
package struct IdentityProvider: Sendable {
    /// The operator's name for the provider, used in URLs: `google`.
    package let id: String
    /// The provider's name on buttons.
    package let label: String
    /// The issuer identifier of OpenID Connect, a URL. Compared exactly.
    package let issuer: String
    /// Our client ID at the provider.
    package let clientID: String
    /// Client IDs of our native apps; accepted only in ID tokens that an app sends.
    package var nativeClientIDs: [String] = []
    package let secret: Secret
    package var scopes: [String] = ["openid", "email", "profile"]
    /// The addresses for which the provider's claim of verification is trusted.
    package let addresses: AddressTrust
    package var dialect: Dialect = .standard

    /// How we authenticate to the provider.
    package enum Secret: Sendable {
        /// No authentication: a public client, protected by PKCE.
        case none
        case text(String)
        /// Apple's scheme: a token that we sign for each request.
        case minted(MintedSecret)
    }

    /// How the provider differs from the standard.
    package enum Dialect: Sendable {
        case standard
        /// Apple: the answer arrives as a form post from Apple's page, and the name only at the first
        /// consent, unsigned.
        case apple
        /// Facebook: the Graph API identifies the person; an ID token is optional.
        case facebook(FacebookEndpoints)
    }

    package var isFacebook: Bool {
        if case .facebook = dialect { true } else { false }
    }

    /// Whether plain HTTP is allowed, because the operator configured it: a provider on the same machine.
    var isPlain: Bool { issuer.hasPrefix("http://") }
}

/// The addresses for which a provider's claim of verification is trusted.
package enum AddressTrust: Hashable, Sendable {
    case all
    /// Addresses at one of these domains, in lower case. An empty set trusts no address.
    case domains(Set<String>)

    /// - Parameter address: In lower case.
    func includes(_ address: String) -> Bool {
        switch self {
        case .all: true
        case .domains(let domains):
            address.lastIndex(of: "@").map { domains.contains(String(address[address.index(after: $0)...])) }
                ?? false
        }
    }
}

/// A client secret that is signed for each use instead of stored.
///
/// - Source: Apple, Creating a client secret.
package struct MintedSecret: Sendable {
    let key: ES256PrivateKey
    let keyID: String
    let teamID: String

    /// - Parameter pem: The text of the .p8 file.
    /// - Returns: `nil` if the text is not a private key of P-256.
    package init?(pem: String, keyID: String, teamID: String) {
        guard let key = try? ES256PrivateKey(pem: pem) else { return nil }
        self.key = key
        self.keyID = keyID
        self.teamID = teamID
    }

    /// Signs a client secret.
    ///
    /// - Parameter audience: The provider's issuer.
    func mint(for client: String, audience: String, at now: Date) async throws -> String {
        let keys = JWTKeyCollection()
        let kid = JWKIdentifier(string: keyID)
        await keys.add(ecdsa: key, kid: kid)
        let claims = Claims(
            iss: .init(value: teamID), sub: .init(value: client), aud: .init(value: [audience]),
            iat: .init(value: now),
            exp: .init(value: now.addingTimeInterval(IdentityLimits.mintedSecretLifetime)))
        return try await keys.sign(claims, kid: kid)
    }

    private struct Claims: JWTPayload {
        let iss: IssuerClaim
        let sub: SubjectClaim
        let aud: AudienceClaim
        let iat: IssuedAtClaim
        let exp: ExpirationClaim

        func verify(using algorithm: some JWTAlgorithm) {}
    }
}
