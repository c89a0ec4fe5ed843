import Access
import Encoding
import Foundation
import JSON
import JWTKit

/// The header of a signed token. Only the listed algorithms are accepted: not `none`, and no shared-secret
/// algorithm, which would let a public key be used as the secret.
///
/// - Source: RFC 8725, sections 3.1 and 3.2; RFC 7515, section 4.1.
struct TokenHeader: Hashable, Sendable {
    enum Algorithm: String, Sendable {
        case rs256 = "RS256"
        case rs384 = "RS384"
        case rs512 = "RS512"
        case ps256 = "PS256"
        case ps384 = "PS384"
        case ps512 = "PS512"
        case es256 = "ES256"
        case es384 = "ES384"
        case es512 = "ES512"
        case edDSA = "EdDSA"
    }

    let algorithm: Algorithm
    let keyID: String?

    /// - Throws: ``IdentityFault/invalid(_:)`` if the token is malformed or its algorithm not accepted.
    init(ofToken token: String) throws(IdentityFault) {
        guard token.utf8.count <= IdentityLimits.tokenBytes, token.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw .invalid("the ID token is too long, or is not a token")
        }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64URL.decode(parts[0]),
            case .object(let members)? = try? JSONValue(parsing: bytes)
        else { throw .invalid("the ID token is not a signed token") }
        guard case .string(let name)? = members["alg"], let algorithm = Algorithm(rawValue: name) else {
            throw .invalid("the ID token's algorithm is not accepted")
        }
        guard members["crit"] == nil else { throw .invalid("the ID token has extensions") }
        self.algorithm = algorithm
        if case .string(let name)? = members["kid"] { keyID = name } else { keyID = nil }
    }
}

extension TokenHeader.Algorithm {
    var keyType: JWK.KeyType {
        switch self {
        case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: .rsa
        case .es256, .es384, .es512: .ecdsa
        case .edDSA: .octetKeyPair
        }
    }

    /// Bits of the hash that `at_hash` uses (OpenID Connect Core, section 3.1.3.6).
    var hashBits: Int {
        switch self {
        case .rs256, .ps256, .es256: 256
        case .rs384, .ps384, .es384: 384
        case .rs512, .ps512, .es512, .edDSA: 512
        }
    }
}
