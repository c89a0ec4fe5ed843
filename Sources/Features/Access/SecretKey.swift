import Crypto
import Encoding
import Foundation

/// The server's secret key. Values derived from it need no storage and cannot be forged.
///
/// - Important: Changing the key invalidates all personal links, form tokens and codes in circulation.
package struct SecretKey: Sendable {
    private let key: SymmetricKey

    /// - Parameter bytes: At least 32 bytes.
    /// - Returns: `nil` if there are fewer.
    package init?(bytes: [UInt8]) {
        guard bytes.count >= 32 else { return nil }
        key = SymmetricKey(data: bytes)
    }

    /// Returns the HMAC-SHA-256 of `purpose` and `parts`, each prefixed with its length so that no two lists
    /// collide.
    package func hmac(_ purpose: String, _ parts: String...) -> [UInt8] { hmac(purpose, parts) }

    private func hmac(_ purpose: String, _ parts: [String]) -> [UInt8] {
        var code = HMAC<SHA256>(key: key)
        for part in [purpose] + parts {
            withUnsafeBytes(of: UInt64(part.utf8.count).bigEndian) { code.update(data: $0) }
            code.update(data: Data(part.utf8))
        }
        return Array(code.finalize())
    }

    /// Returns a token of 256 bits that can be derived again: 43 characters of base64url.
    package func token(_ purpose: String, _ parts: String...) -> String {
        Base64URL.encode(hmac(purpose, parts))
    }
}

/// Generates tokens of 256 random bits: 43 characters of base64url. Only their ``TokenHash`` is stored.
package enum RandomToken {
    package static func make() -> String {
        Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max) })
    }
}

/// SHA-256 of a token, as stored in tables. A plain hash is sufficient for tokens of 256 bits (ASVS 5.0,
/// 6.5.2).
package struct TokenHash: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(_ token: String) { bytes = Array(SHA256.hash(data: Data(token.utf8))) }
}

/// Returns whether two byte strings are equal. The time depends on their lengths only.
package func equalInConstantTime(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}
