import Crypto
import CryptoExtras
import Foundation

/// A public key in COSE format, of one of the three types used by passkeys.
///
/// - Source: RFC 9052, section 7; RFC 9053, sections 2 and 7; RFC 8230, section 4.
enum COSEKey: Sendable {
    case es256(P256.Signing.PublicKey)
    case edDSA(Curve25519.Signing.PublicKey)
    case rs256(_RSA.Signing.PublicKey)

    /// COSE identifiers of the accepted algorithms, most preferred first.
    static let algorithms = [-8, -7, -257]

    var algorithm: Int {
        switch self {
        case .es256: -7
        case .edDSA: -8
        case .rs256: -257
        }
    }

    init(_ value: CBORValue) throws(MalformedBytes) {
        do {
            switch (value[1]?.integer, value[3]?.integer) {
            case (2, -7):
                guard value[-1]?.integer == 1, let x = value[-2]?.bytes, let y = value[-3]?.bytes,
                    x.count == 32, y.count == 32
                else { throw MalformedBytes() }
                self = .es256(try P256.Signing.PublicKey(x963Representation: [4] + x + y))
            case (1, -8):
                guard value[-1]?.integer == 6, let x = value[-2]?.bytes, x.count == 32 else {
                    throw MalformedBytes()
                }
                self = .edDSA(try Curve25519.Signing.PublicKey(rawRepresentation: x))
            case (3, -257):
                guard let n = value[-1]?.bytes, let e = value[-2]?.bytes, (256...1024).contains(n.count),
                    (1...8).contains(e.count)
                else { throw MalformedBytes() }
                self = .rs256(try _RSA.Signing.PublicKey(n: n, e: e))
            default: throw MalformedBytes()
            }
        } catch {
            throw MalformedBytes()
        }
    }

    /// Returns whether `signature` over `bytes` was made with this key.
    ///
    /// ES256 signatures are DER-encoded (WebAuthn, section 6.5.5).
    func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        switch self {
        case .es256(let key):
            guard let parsed = try? P256.Signing.ECDSASignature(derRepresentation: signature) else {
                return false
            }
            return key.isValidSignature(parsed, for: bytes)
        case .edDSA(let key): return key.isValidSignature(signature, for: bytes)
        case .rs256(let key):
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: bytes),
                padding: .insecurePKCS1v1_5)
        }
    }
}
