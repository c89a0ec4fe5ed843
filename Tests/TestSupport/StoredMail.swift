package import Accounts
package import Postgres

extension PostgresClient {
    /// Returns the newest mails of the outbox, to one address or to all, decrypted with the key of the tests.
    package func storedMails(to address: String? = nil) async throws -> [OutboxMail] {
        try await OutboxMail.newest(to: address, in: self, key: .forTests)
    }
}
