import Access
import Crypto
import Encoding
import Foundation
import JWTKit

/// The claims of an ID token about a person.
///
/// Lenient like the providers: times may have a fraction, and flags may be strings.
struct IDToken: JWTPayload, Hashable {
    let iss: String
    let sub: String
    let aud: Audience
    let exp: Double
    let iat: Double
    let azp: String?
    let nonce: String?
    let accessTokenHash: String?
    let authenticatedAt: Double?
    let email: String?
    let isEmailVerified: BoolClaim?
    let name: String?
    let givenName: String?

    /// One name, or a list of names. JWTKit's `AudienceClaim` ends the process when the list is empty.
    struct Audience: Codable {
        let names: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let name = try? container.decode(String.self) {
                names = [name]
            } else {
                names = try container.decode([String].self)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(names)
        }
    }

    enum CodingKeys: String, CodingKey {
        case iss, sub, aud, exp, iat, azp, nonce, email, name
        case accessTokenHash = "at_hash"
        case authenticatedAt = "auth_time"
        case isEmailVerified = "email_verified"
        case givenName = "given_name"
    }

    /// Checks nothing: the claims about audience and time are checked by ``check(_:)``.
    func verify(using algorithm: some JWTAlgorithm) {}

    static func == (left: IDToken, right: IDToken) -> Bool { left.iss == right.iss && left.sub == right.sub }

    func hash(into hasher: inout Hasher) {
        hasher.combine(iss)
        hasher.combine(sub)
    }
}

extension IDToken {
    /// The values that an ID token must match to be accepted.
    struct Expectation: Sendable {
        let issuer: String
        /// Our client IDs; the token must be for at least one of them.
        let audiences: Set<String>
        let nonce: String
        let now: Date
        /// The access token issued with the ID token, and the size in bits of the hash that binds the two.
        var accessToken: (text: String, hashBits: Int)?
    }

    /// Checks the claims against the expected values.
    ///
    /// - Throws: ``IdentityFault/invalid(_:)`` at the first claim that does not match.
    /// - Source: OpenID Connect Core 1.0, sections 3.1.3.7 and 3.1.3.8.
    func check(_ expected: Expectation) throws(IdentityFault) {
        func require(_ isTrue: Bool, _ words: String) throws(IdentityFault) {
            if !isTrue { throw .invalid("the ID token " + words) }
        }
        try require(iss == expected.issuer, "has another issuer")
        try require(!expected.audiences.isDisjoint(with: aud.names), "has another audience")
        try require(aud.names.count == 1 || azp != nil, "has several audiences and no azp")
        try require(azp.map(expected.audiences.contains) ?? true, "has another authorized party")
        let now = expected.now.timeIntervalSince1970
        try require(exp.isFinite && exp > now - IdentityLimits.clockSkew, "has expired")
        try require(iat.isFinite && iat < now + IdentityLimits.clockSkew, "was issued in the future")
        try require(iat > now - IdentityLimits.tokenAge - IdentityLimits.clockSkew, "is too old")
        let isOurs = nonce.map { equalInConstantTime($0.utf8, expected.nonce.utf8) } ?? false
        try require(isOurs, "has another nonce")
        try require(IdentityLimits.subject.contains(sub.unicodeScalars.count), "has no valid subject")
        if let accessTokenHash, let access = expected.accessToken {
            let half = Self.leftHalf(of: access.text, bits: access.hashBits)
            try require(accessTokenHash == half, "does not belong to the access token")
        }
    }

    private static func leftHalf(of token: String, bits: Int) -> String {
        let data = Data(token.utf8)
        let digest: [UInt8] =
            switch bits {
            case 256: Array(SHA256.hash(data: data))
            case 384: Array(SHA384.hash(data: data))
            default: Array(SHA512.hash(data: data))
            }
        return Base64URL.encode(digest.prefix(digest.count / 2))
    }
}
