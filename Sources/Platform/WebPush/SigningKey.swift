import Crypto
import Encoding
import Foundation

/// A P-256 private key that signs tokens: this server's for Web Push, or a team's for Apple's push service.
package struct SigningKey: Sendable {
    private let key: P256.Signing.PrivateKey

    package static func random() -> SigningKey { SigningKey(P256.Signing.PrivateKey()) }

    private init(_ key: P256.Signing.PrivateKey) { self.key = key }

    /// Reads 32 bytes in base64url, as common VAPID tools print them, or PEM, as in Apple's `.p8` files.
    ///
    /// - Throws: ``WebPushFault/notAPrivateKey``.
    package init(_ text: String) throws(WebPushFault) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if let bytes = Base64URL.decode(text, allowsPadding: true),
            let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes)
        {
            self.init(key)
        } else if let key = try? P256.Signing.PrivateKey(pemRepresentation: text) {
            self.init(key)
        } else {
            throw .notAPrivateKey
        }
    }

    /// The private key as 32 bytes in base64url. Secret.
    package var text: String { Base64URL.encode(key.rawRepresentation) }

    /// The public key as an uncompressed point: 65 bytes.
    package var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }

    /// Returns a signed token in JWS compact serialisation. Its ES256 signature is r and s, 32 bytes each,
    /// not DER.
    ///
    /// - Source: RFC 7515, section 3.1; RFC 7518, section 3.4.
    func token(header: [String: TokenValue], claims: [String: TokenValue]) throws(WebPushFault) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            let signed = try [header.merging(["alg": "ES256"]) { $1 }, claims]
                .map { Base64URL.encode(try encoder.encode($0)) }.joined(separator: ".")
            let signature = try key.signature(for: Data(signed.utf8))
            return "\(signed).\(Base64URL.encode(signature.rawRepresentation))"
        } catch {
            throw .broken
        }
    }
}

/// The value of a token's member: a string, or whole seconds since 1970.
enum TokenValue: Encodable, ExpressibleByStringLiteral {
    case text(String)
    case seconds(Int)

    init(stringLiteral value: String) { self = .text(value) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .seconds(let seconds): try container.encode(seconds)
        }
    }
}
