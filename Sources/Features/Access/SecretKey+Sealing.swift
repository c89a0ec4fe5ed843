import Crypto
import Foundation

extension SecretKey {
    /// Encrypts a secret for storage in the database: AES-256-GCM with a key derived for `purpose`.
    ///
    /// - Parameter owner: The object that the secret belongs to. Decryption requires the same owner, so rows
    ///   cannot be swapped.
    package func seal(_ secret: [UInt8], _ purpose: String, owner: String) throws -> [UInt8] {
        let box = try AES.GCM.seal(secret, using: sealingKey(purpose), authenticating: Data(owner.utf8))
        guard let combined = box.combined else { throw CryptoKitError.incorrectParameterSize }
        return Array(combined)
    }

    /// Decrypts a secret.
    ///
    /// - Returns: `nil` if `sealed` was not encrypted with this key for the same purpose and owner.
    package func open(_ sealed: [UInt8], _ purpose: String, owner: String) -> [UInt8]? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let secret = try? AES.GCM.open(
                box, using: sealingKey(purpose), authenticating: Data(owner.utf8))
        else { return nil }
        return Array(secret)
    }

    private func sealingKey(_ purpose: String) -> SymmetricKey {
        SymmetricKey(data: hmac("seal", purpose))
    }
}
