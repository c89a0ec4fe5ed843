/// An invalid key, message or token. Never contains a secret.
package enum WebPushFault: Error, Hashable, Sendable {
    /// `p256dh` is not an uncompressed point of P-256 in base64url.
    case notAPublicKey
    /// `auth` is not 16 bytes in base64url.
    case notAnAuthenticationSecret
    /// The text or the bytes are not a P-256 private key: 32 bytes in base64url, or PEM.
    case notAPrivateKey
    /// The message is longer than every push service accepts.
    case tooLong(bytes: Int, limit: Int)
    /// The audience is not the origin of an `https` or `http` URL.
    case notAnOrigin
    /// The subject is neither a `mailto:` nor an `https:` URL.
    case invalidContact
    /// The token's lifetime exceeds what its receiver permits.
    case lifetimeTooLong
    /// Encryption or signing failed, or the body was not encrypted for this receiver.
    case broken
}

extension WebPushFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notAPublicKey: "p256dh is not a point of P-256 in base64url"
        case .notAnAuthenticationSecret: "auth is not 16 bytes in base64url"
        case .notAPrivateKey: "not a private key of P-256 (32 bytes in base64url, or PEM)"
        case .tooLong(let bytes, let limit): "\(bytes) bytes exceed the limit of \(limit)"
        case .notAnOrigin: "the audience is not an origin"
        case .invalidContact: "the contact is neither mailto: nor https:"
        case .lifetimeTooLong: "lifetime of the token is too long"
        case .broken: "the message cannot be encrypted or decrypted"
        }
    }
}
