internal import Crypto
internal import Foundation

/// Seals what only one browser can read; the push service in between cannot.
///
/// A key pair and a salt are made for each message. The browser's public key and ours agree on a secret, which its `auth`
/// binds to this subscription; the rest is ``EncryptedContent``, whose key id is our public key.
///
/// - Source: RFC 8291.
package enum PushMessage {
    /// Bytes of text that fit one message: 3,993.
    package static let room = EncryptedContent.room(keyID: 65)

    /// What makes each message different from every other. Never used twice.
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

        /// Given ones, to make a message again that is known.
        package init(key: [UInt8], salt: [UInt8]) throws(WebPushFault) {
            guard let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: key),
                salt.count == EncryptedContent.saltBytes
            else { throw .notAPrivateKey }
            self.init(key: key, salt: salt)
        }
    }

    /// The body to send with `Content-Encoding: aes128gcm`.
    ///
    /// - Throws: ``WebPushFault/tooLong(bytes:limit:)``.
    package static func seal(
        _ text: [UInt8], for keys: PushKeys, with secrets: Secrets = .random()
    ) throws(WebPushFault) -> [UInt8] {
        let own = Array(secrets.key.publicKey.x963Representation)
        let secret = try secret(
            secrets.key, with: keys.publicKey, auth: keys.auth, receiver: keys.p256dh, sender: own)
        return try EncryptedContent.seal(text, secret: secret, salt: secrets.salt, keyID: own)
    }

    /// What a browser does with it.
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
