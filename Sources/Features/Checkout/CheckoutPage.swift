package import Access
import Initializers
import NoonishAPI
package import Postgres

/// The address of the provider's page. Anyone who has it can use the page, so it is stored encrypted.
enum CheckoutPage {
    static let purpose = "checkout page"

    static func seal(_ url: String, _ key: SecretKey, for checkout: CheckoutID) throws -> [UInt8] {
        try key.seal(Array(url.utf8), purpose, owner: checkout.description)
    }

    /// Decrypts what ``seal(_:_:for:)`` returned.
    ///
    /// - Returns: `nil` if it was encrypted with another key or for another checkout.
    static func open(_ sealed: [UInt8], _ key: SecretKey, for checkout: CheckoutID) -> String? {
        key.open(sealed, purpose, owner: checkout.description).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension SealedColumn {
    /// The addresses of open pages.
    package static var checkoutPages: SealedColumn {
        SealedColumn(
            CheckoutPage.purpose,
            read: Query(
                "checkout.list_sealed_pages",
                "SELECT id::text, sealed_url FROM checkout WHERE sealed_url IS NOT NULL"),
            store: { page in
                Command(
                    "checkout.reseal_page",
                    "UPDATE checkout SET sealed_url = \(page.sealed) WHERE id = \(page.owner)::text::uuid")
            })
    }
}

/// Encrypts the addresses of pages that a former version stored in the clear. A start runs it.
@MemberwiseInit(unlabeled: 1)
package struct CheckoutPageBackfill: Sendable {
    private let database: PostgresClient
    private let key: SecretKey

    /// Rows that one transaction locks.
    private static let batch = 100

    /// Encrypts them, some at a time.
    ///
    /// - Returns: Their number.
    package func run() async throws -> Int {
        var count = 0
        while true {
            let found = try await database.transaction { transaction in
                let pages = try await transaction.all(.plaintextPages(Self.batch))
                for page in pages {
                    let sealed = try CheckoutPage.seal(page.url, key, for: page.id)
                    try await transaction.execute(.sealPage(page.id, sealed))
                }
                return pages.count
            }
            guard found > 0 else { return count }
            count += found
        }
    }
}

@Row
private struct PlaintextPage: PostgresRow {
    let id: CheckoutID
    let url: String
}

extension Query where Row == PlaintextPage {
    fileprivate static func plaintextPages(_ limit: Int) -> Self {
        Query(
            "checkout.list_plaintext_pages", on: .write,
            "SELECT id, url FROM checkout WHERE url IS NOT NULL ORDER BY id LIMIT \(limit) FOR UPDATE")
    }
}

extension Command {
    fileprivate static func sealPage(_ id: CheckoutID, _ sealed: [UInt8]) -> Self {
        Command(
            "checkout.seal_page", "UPDATE checkout SET sealed_url = \(sealed), url = NULL WHERE id = \(id)")
    }
}
