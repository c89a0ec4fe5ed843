import Access
import Crypto
import Foundation

/// The secret that signs a webhook's messages: 256 random bits.
///
/// - Source: Standard Webhooks, "Signature scheme": HMAC-SHA-256 over `id.timestamp.body`, `v1,` and base64.
struct WebhookSecret: Hashable, Sendable {
    private let bytes: [UInt8]

    static func random() -> WebhookSecret {
        WebhookSecret(bytes: (0..<32).map { _ in .random(in: .min ... .max) })
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The secret as shown to its owner, once: `whsec_…`.
    var text: String { "whsec_" + Data(bytes).base64EncodedString() }

    /// Returns the signature of a message.
    ///
    /// - Parameter seconds: The time of the attempt, in whole seconds since 1970.
    func signature(id: String, at seconds: Int, body: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("\(id).\(seconds).\(body)".utf8), using: SymmetricKey(data: bytes))
        return "v1," + Data(code).base64EncodedString()
    }
}

extension WebhookSecret {
    /// Returns the encrypted secret for the database.
    func sealed(_ key: SecretKey, for webhook: String) throws -> [UInt8] {
        try key.seal(bytes, Self.purpose, owner: webhook)
    }

    /// Decrypts a stored secret.
    ///
    /// - Throws: ``DecryptionError`` if it was encrypted with another server key.
    init(sealed: [UInt8], _ key: SecretKey, for webhook: String) throws {
        guard let bytes = key.open(sealed, Self.purpose, owner: webhook) else { throw DecryptionError() }
        self.init(bytes: bytes)
    }

    struct DecryptionError: Error, CustomStringConvertible {
        let description = "the webhook's secret or address cannot be decrypted with this server key"
    }

    static let purpose = "webhook"
}
