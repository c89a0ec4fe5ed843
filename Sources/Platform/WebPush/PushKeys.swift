import Crypto
import Encoding

/// The keys that a browser supplies when it subscribes, for which messages are encrypted.
///
/// - Source: RFC 8291, section 2; the Push API's `getKey`.
package struct PushKeys: Hashable, Sendable {
    /// The browser's public key, an uncompressed point of P-256: 65 bytes.
    package let p256dh: [UInt8]
    /// The authentication secret: 16 bytes.
    package let auth: [UInt8]

    /// Validates the keys.
    ///
    /// - Throws: ``WebPushFault`` if the point is not on the curve, or the secret has another length.
    package init(p256dh: [UInt8], auth: [UInt8]) throws(WebPushFault) {
        guard p256dh.count == 65, (try? P256.KeyAgreement.PublicKey(x963Representation: p256dh)) != nil else {
            throw .notAPublicKey
        }
        guard auth.count == 16 else { throw .notAnAuthenticationSecret }
        self.p256dh = p256dh
        self.auth = auth
    }

    /// Decodes the base64url members of a subscription's JSON.
    package init(p256dh: String, auth: String) throws(WebPushFault) {
        guard let point = Base64URL.decode(p256dh, allowsPadding: true) else { throw .notAPublicKey }
        guard let secret = Base64URL.decode(auth, allowsPadding: true) else {
            throw .notAnAuthenticationSecret
        }
        try self.init(p256dh: point, auth: secret)
    }

    var publicKey: P256.KeyAgreement.PublicKey {
        get throws(WebPushFault) {
            do { return try P256.KeyAgreement.PublicKey(x963Representation: p256dh) } catch {
                throw .notAPublicKey
            }
        }
    }
}
