import Access
import Accounts
import Bills
import Delivery
import Postgres
import Privacy

/// The replacement of the secret key: everything that depends on it and can be made again.
struct SecretRotation: Sendable {
    let former: SecretKey
    let key: SecretKey
    let settings: Settings

    init(from former: SecretKey, to key: SecretKey, settings: Settings) {
        self.former = former
        self.key = key
        self.settings = settings
    }

    private static let columns: [SealedColumn] = [.mail, .payouts, .webhookSecrets, .formerWebhookSecrets]

    /// Encrypts all values with the new key, records erased people with it, and registers it, in one transaction.
    /// Stored responses are not encrypted again: they are for requests that are repeated within two days.
    ///
    /// - Returns: The number of values.
    func run(in database: PostgresClient) async throws -> Int {
        let identity = try ServiceIdentity(settings, key: key)
        return try await database.transaction { transaction in
            var count = 0
            for column in Self.columns {
                count += try await column.reseal(from: former, to: key, in: transaction)
            }
            try await Erasures.recordAgain(
                with: key, ledger: ErasureLedger(folder: settings.data.folder), in: transaction)
            try await identity.replace(in: transaction)
            return count
        }
    }
}
