package import Access
import Fetch
import Initializers
import NoonishAPI
package import Postgres

/// The address of a webhook. It may contain a secret of its receiver, so it is stored encrypted, with its host beside it.
enum WebhookAddress {
    static let purpose = "webhook address"

    static func seal(_ url: String, _ key: SecretKey, for webhook: EndpointID) throws -> [UInt8] {
        try key.seal(Array(url.utf8), purpose, owner: webhook.description)
    }

    /// Decrypts what ``seal(_:_:for:)`` returned.
    ///
    /// - Returns: `nil` if it was encrypted with another key or for another webhook.
    static func open(_ sealed: [UInt8], _ key: SecretKey, for webhook: EndpointID) -> String? {
        key.open(sealed, purpose, owner: webhook.description).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Encrypts the addresses of webhooks that a former version stored in the clear. A start runs it.
@MemberwiseInit(unlabeled: 1)
package struct WebhookAddressBackfill: Sendable {
    private let database: PostgresClient
    private let key: SecretKey

    /// Encrypts them, some at a time.
    ///
    /// - Returns: Their number.
    package func run() async throws -> Int {
        var count = 0
        while true {
            let found = try await database.transaction { transaction in
                let open = try await transaction.all(.plaintextWebhookAddresses(WebhookAddressLimits.batch))
                for row in open {
                    let sealed = try WebhookAddress.seal(row.url, key, for: row.id)
                    let host = (try? NetworkURL(row.url))?.host ?? "unknown"
                    try await transaction.execute(.seal(row, sealed, host: String(host.prefix(255))))
                }
                return open.count
            }
            guard found > 0 else { return count }
            count += found
        }
    }
}

private enum WebhookAddressLimits {
    /// Rows that one transaction locks.
    static let batch = 100
}

@Row
private struct PlaintextWebhookAddress: PostgresRow {
    let id: EndpointID
    let person: PersonID
    let url: String
}

extension Query where Row == PlaintextWebhookAddress {
    fileprivate static func plaintextWebhookAddresses(_ limit: Int) -> Self {
        Query(
            "delivery.list_plaintext_webhook_addresses", on: .write,
            """
            SELECT id, person_id, url
              FROM webhook
             WHERE url IS NOT NULL
             ORDER BY person_id, id
             LIMIT \(limit)
               FOR UPDATE
            """)
    }
}

extension Command {
    fileprivate static func seal(_ webhook: PlaintextWebhookAddress, _ sealed: [UInt8], host: String)
        -> Command
    {
        Command(
            "delivery.seal_webhook_address",
            """
            UPDATE webhook
               SET sealed_url = \(sealed), url = NULL, host = \(host)
             WHERE person_id = \(webhook.person) AND id = \(webhook.id)
            """)
    }
}
