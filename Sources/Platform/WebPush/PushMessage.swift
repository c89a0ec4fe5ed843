import Crypto
import Foundation

/// Encrypts messages end to end for one browser, so that the push service cannot read them.
///
/// Each message has its own key pair and salt. The browser's public key and the message's private key yield a
/// shared secret, which `auth` binds to the subscription; ``EncryptedContent`` does the rest, with the
/// message's public key as key id.
///
/// - Source: RFC 8291.
package enum PushMessage {
    /// The maximum text length of one message in bytes: 3,993.
    package static let room = EncryptedContent.room(keyID: 65)

    /// The key pair and the salt of one message. They must never be used twice.
    package struct Secrets: Sendable {
        let key: P256.KeyAgreement.PrivateKey
        let salt: [UInt8]

        package static func random() -> Secrets {
            Secrets(
                key: P256.KeyAgreement.PrivateKey(),
                salt: (0..<EncryptedContent.saltBytes).map { _ in .random(in: .min ... .max) })
        }

        private init(key: P256.KeyAgreement.PrivateKey, salt: [UInt8]) {
            self.key = key
            self.salt = salt
        }

        /// Creates secrets from given values, to reproduce a known message.
        package init(key: [UInt8], salt: [UInt8]) throws(WebPushFault) {
            guard let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: key),
                salt.count == EncryptedContent.saltBytes
            else { throw .notAPrivateKey }
            self.init(key: key, salt: salt)
        }
    }

    /// Encrypts a text.
    ///
    /// - Returns: The request body to send with `Content-Encoding: aes128gcm`.
    /// - Throws: ``WebPushFault/tooLong(bytes:limit:)``.
    package static func seal(
        _ text: [UInt8], for keys: PushKeys, with secrets: Secrets = .random()
    ) throws(WebPushFault) -> [UInt8] {
        let own = Array(secrets.key.publicKey.x963Representation)
        let secret = try secret(
            secrets.key, with: keys.publicKey, auth: keys.auth, receiver: keys.p256dh, sender: own)
        return try EncryptedContent.seal(text, secret: secret, salt: secrets.salt, keyID: own)
    }

    /// Decrypts a body, as a browser does.
    ///
    /// - Parameter key: The receiver's private key, 32 bytes.
    /// - Throws: ``WebPushFault``.
    package static func open(_ body: [UInt8], key: [UInt8], auth: [UInt8]) throws(WebPushFault) -> [UInt8] {
        let parts = try EncryptedContent.Parts(body)
        guard let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: key) else {
            throw .notAPrivateKey
        }
        guard let sender = try? P256.KeyAgreement.PublicKey(x963Representation: parts.keyID) else {
            throw .broken
        }
        let secret = try secret(
            key, with: sender, auth: auth, receiver: Array(key.publicKey.x963Representation),
            sender: parts.keyID)
        return try EncryptedContent.open(parts, secret: secret)
    }

    private static func secret(
        _ key: P256.KeyAgreement.PrivateKey, with other: P256.KeyAgreement.PublicKey, auth: [UInt8],
        receiver: [UInt8], sender: [UInt8]
    ) throws(WebPushFault) -> SymmetricKey {
        guard let shared = try? key.sharedSecretFromKeyAgreement(with: other) else { throw .broken }
        return shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: auth, sharedInfo: Array("WebPush: info\0".utf8) + receiver + sender,
            outputByteCount: 32)
    }
}
