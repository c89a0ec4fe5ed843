package import Accounts
package import Postgres

extension PostgresClient {
    /// The newest mails that are kept instead of sent, to one address or to all, decrypted with the tests' key.
    package func storedMails(to address: String? = nil) async throws -> [OutboxMail] {
        try await OutboxMail.newest(to: address, in: self, key: .forTests)
    }
}
