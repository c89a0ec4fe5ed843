internal import Foundation
internal import JWTKit

/// Somebody else whom the operator lets say who people are.
package struct IdentityProvider: Sendable {
    /// The operator's name for it, as in addresses: `google`.
    package let id: String
    /// What people call it, on a button.
    package let label: String
    /// OpenID Connect's name of it, an address; compared exactly.
    package let issuer: String
    /// Who we are there.
    package let clientID: String
    /// Who native programs of ours are there; ID tokens for these count where a program brings one.
    package var nativeClientIDs: [String]
    package let secret: Secret
    package let scopes: [String]
    /// Whose addresses it is believed about, if it says that they are verified: the parts after the @.
    package let addresses: AddressTrust
    package let dialect: Dialect

    package init(
        id: String, label: String, issuer: String, clientID: String, nativeClientIDs: [String] = [],
        secret: Secret, scopes: [String] = ["openid", "email", "profile"], addresses: AddressTrust,
        dialect: Dialect = .standard
    ) {
        self.id = id
        self.label = label
        self.issuer = issuer
        self.clientID = clientID
        self.nativeClientIDs = nativeClientIDs
        self.secret = secret
        self.scopes = scopes
        self.addresses = addresses
        self.dialect = dialect
    }

    /// How we prove there who we are.
    package enum Secret: Sendable {
        /// Not at all: a public client, which PKCE protects.
        case none
        case text(String)
        /// Apple's: a token that we sign anew for each request.
        case minted(MintedSecret)
    }

    /// Where it differs from the standard.
    package enum Dialect: Sendable {
        case standard
        /// Apple: the answer comes as a form from its own page, and the name at the first consent only, unsigned.
        case apple
        /// Facebook: the Graph API says who somebody is; an ID token where it hands one out.
        case facebook(FacebookPlaces)
    }

    package var isFacebook: Bool {
        if case .facebook = dialect { true } else { false }
    }

    /// Plain http only where the operator wrote so: a provider on the same machine.
    var isPlain: Bool { issuer.hasPrefix("http://") }
}

/// About whose addresses a provider is believed.
package enum AddressTrust: Hashable, Sendable {
    case all
    /// Those with one of these domains, in lower case; an empty set: nobody's.
    case domains(Set<String>)

    /// - Parameter address: in lower case.
    func includes(_ address: String) -> Bool {
        switch self {
        case .all: true
        case .domains(let domains):
            address.lastIndex(of: "@").map { domains.contains(String(address[address.index(after: $0)...])) }
                ?? false
        }
    }
}

/// A client secret that is signed instead of kept.
///
/// - Source: Apple, Creating a client secret.
package struct MintedSecret: Sendable {
    let key: ES256PrivateKey
    let keyID: String
    let teamID: String

    /// - Parameter pem: the .p8 file's text.
    /// - Returns: Nil if that is no private key of P-256.
    package init?(pem: String, keyID: String, teamID: String) {
        guard let key = try? ES256PrivateKey(pem: pem) else { return nil }
        self.key = key
        self.keyID = keyID
        self.teamID = teamID
    }

    /// - Parameter audience: the provider's issuer.
    func mint(for client: String, audience: String, at now: Date) async throws -> String {
        let keys = JWTKeyCollection()
        let kid = JWKIdentifier(string: keyID)
        await keys.add(ecdsa: key, kid: kid)
        let claims = Claims(
            iss: .init(value: teamID), sub: .init(value: client), aud: .init(value: [audience]),
            iat: .init(value: now), exp: .init(value: now.addingTimeInterval(IdentityLimits.mintedSecret)))
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
