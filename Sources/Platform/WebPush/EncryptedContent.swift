import Crypto
import Foundation

/// The content coding `aes128gcm` with a single record, as Web Push requires.
///
///     salt (16) | record size (4, big endian) | key id size (1) | key id | AES-128-GCM(text | 2) | tag (16)
///
/// Key and nonce are derived from the secret and the salt by HKDF-SHA-256. The byte 2 delimits the text of
/// the last record.
///
/// - Source: RFC 8188, section 2.
package enum EncryptedContent {
    package static let saltBytes = 16
    /// The body size that every push service accepts (RFC 8030, section 7.2); also the record size that is
    /// declared.
    static let bodyBytes = 4_096
    private static let tagBytes = 16
    private static let end: UInt8 = 2

    /// Returns the number of text bytes that fit into a body of ``bodyBytes``.
    ///
    /// - Parameter keyID: The length of the key id in bytes.
    static func room(keyID: Int) -> Int { bodyBytes - saltBytes - 5 - keyID - 1 - tagBytes }

    /// Encrypts a text.
    ///
    /// - Throws: ``WebPushFault/tooLong(bytes:limit:)``.
    static func seal(
        _ text: [UInt8], secret: SymmetricKey, salt: [UInt8], keyID: [UInt8]
    ) throws(WebPushFault) -> [UInt8] {
        let room = room(keyID: keyID.count)
        guard text.count <= room else { throw .tooLong(bytes: text.count, limit: room) }
        let (key, nonce) = keyAndNonce(secret, salt)
        do {
            let sealed = try AES.GCM.seal(text + [end], using: key, nonce: AES.GCM.Nonce(data: nonce))
            return salt + UInt32(bodyBytes).bigEndianBytes + [UInt8(keyID.count)] + keyID + sealed.ciphertext
                + sealed.tag
        } catch {
            throw .broken
        }
    }

    /// The components of an encrypted body.
    struct Parts {
        let salt: [UInt8]
        let keyID: [UInt8]
        let record: [UInt8]

        /// Parses a body.
        ///
        /// - Throws: ``WebPushFault/broken`` unless the body has exactly one record.
        init(_ body: [UInt8]) throws(WebPushFault) {
            guard body.count > saltBytes + 5 else { throw .broken }
            let idEnd = saltBytes + 5 + Int(body[saltBytes + 4])
            let recordSize = body[saltBytes..<saltBytes + 4].reduce(0) { $0 << 8 | Int($1) }
            guard idEnd <= body.count, (tagBytes + 1...recordSize).contains(body.count - idEnd) else {
                throw .broken
            }
            salt = Array(body[..<saltBytes])
            keyID = Array(body[(saltBytes + 5)..<idEnd])
            record = Array(body[idEnd...])
        }
    }

    /// Decrypts a body.
    ///
    /// - Throws: ``WebPushFault/broken``.
    static func open(_ parts: Parts, secret: SymmetricKey) throws(WebPushFault) -> [UInt8] {
        let (key, nonce) = keyAndNonce(secret, parts.salt)
        do {
            let box = try AES.GCM.SealedBox(
                nonce: AES.GCM.Nonce(data: nonce), ciphertext: parts.record.dropLast(tagBytes),
                tag: parts.record.suffix(tagBytes))
            let padded = try AES.GCM.open(box, using: key)
            guard let last = padded.lastIndex(where: { $0 != 0 }), padded[last] == end else {
                throw WebPushFault.broken
            }
            return Array(padded[..<last])
        } catch {
            throw .broken
        }
    }

    private static func keyAndNonce(_ secret: SymmetricKey, _ salt: [UInt8]) -> (SymmetricKey, [UInt8]) {
        func derive(_ purpose: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: secret, salt: salt, info: Array("Content-Encoding: \(purpose)\0".utf8),
                outputByteCount: count)
        }
        return (derive("aes128gcm", 16), derive("nonce", 12).withUnsafeBytes(Array.init))
    }
}

extension UInt32 {
    fileprivate var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian, Array.init) }
}
