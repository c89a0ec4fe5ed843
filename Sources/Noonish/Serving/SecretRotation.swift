import Access
import Accounts
import Bills
import Checkout
import Delivery
import Postgres

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

    private static let columns: [SealedColumn] = [
        .checkoutPages, .customers, .devices, .mail, .payouts, .webhookAddresses, .webhookSecrets,
        .formerWebhookSecrets,
    ]

    /// Encrypts all values with the new key, and registers it. Stored responses are not encrypted again: they are for
    /// requests that are repeated within two days.
    ///
    /// - Throws: ``CommandError`` if the former key is not that of the service.
    func run(in transaction: Transaction) async throws -> SealedColumn.Count {
        let differences = try await ServiceIdentity(settings, key: former).differences(in: transaction)
        guard !differences.contains("secret.key") else {
            throw CommandError(.settings, ServiceIdentity.explanation(of: differences))
        }
        var count = SealedColumn.Count()
        for column in Self.columns {
            try await column.reseal(from: former, to: key, in: transaction, &count)
        }
        try await ServiceIdentity(settings, key: key).replace(in: transaction)
        return count
    }
}
