package import Access
import Foundation
import JSON
package import Jobs
import Logging
import NoonishAPI
package import Postgres

/// A customer of the provider, for whom it remembers cards.
@Row
package struct CheckoutCustomer: PostgresRow {
    let id: UUID
    let sealed: [UInt8]
    let createdAt: Date
}

extension CheckoutCustomer {
    static let purpose = "checkout-customer"
}

extension Checkouts {
    /// Deletes customers whose cards people removed, at the provider and then here.
    package var removals: DueWork<CheckoutCustomer> {
        DueWork(
            "checkout.delete_customers", every: CheckoutLimits.cardInterval, batch: CheckoutLimits.batch,
            in: database, due: .removedCustomers
        ) { customer in
            try await delete(customer)
        }
    }

    /// Returns the provider's id of a person's customer; `nil` without a remembered card.
    func customer(of person: PersonID) async throws -> String? {
        guard let row = try await database.first(.customer(of: person)) else { return nil }
        return opened(row)
    }

    /// Stores the customer for whom the provider remembers a card, in place of another; that of an erased person is
    /// deleted like a removed one.
    func remember(_ customer: String, of person: PersonID, in transaction: Transaction) async throws {
        if let former = try await transaction.first(.customer(of: person)) {
            if opened(former) == customer { return }
            try await transaction.execute(.removeCustomer(of: person))
        }
        let id = UUID.v7()
        let sealed = try site.key.seal(
            Array(customer.utf8), CheckoutCustomer.purpose, owner: id.canonicalText)
        try await transaction.execute(.insertCustomer(id, sealed, of: person))
    }

    private func delete(_ row: CheckoutCustomer) async throws -> Bool {
        guard let provider else { return false }
        if let customer = opened(row) {
            do throws(StripeFault) {
                try await provider.deleteCustomer(customer)
            } catch {
                logger.warning("cannot delete a customer", metadata: ["because": "\(error.reason)"])
                return false
            }
        }
        try await database.execute(.deleteCustomer(row.id))
        return true
    }

    private func opened(_ row: CheckoutCustomer) -> String? {
        site.key.open(row.sealed, CheckoutCustomer.purpose, owner: row.id.canonicalText)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}

extension Query where Row == CheckoutCustomer {
    static func customer(of person: PersonID) -> Self {
        Query(
            "checkout.read_customer",
            "SELECT k.id, k.sealed, k.created_at FROM checkout_customer AS k WHERE k.person_id = \(person)")
    }

    fileprivate static var removedCustomers: Self {
        Query(
            "checkout.list_removed_customers",
            """
            SELECT k.id, k.sealed, k.created_at
              FROM checkout_customer AS k
             WHERE k.removed_at IS NOT NULL
             ORDER BY k.removed_at
             LIMIT \(CheckoutLimits.batch)
            """)
    }
}

extension Command {
    fileprivate static func insertCustomer(_ id: UUID, _ sealed: [UInt8], of person: PersonID) -> Self {
        Command(
            "checkout.insert_customer",
            """
            INSERT INTO checkout_customer (id, person_id, sealed, removed_at)
            SELECT \(id), CASE p.kind WHEN 'member' THEN p.id END, \(sealed), CASE WHEN p.kind <> 'member' THEN now() END
              FROM person AS p
             WHERE p.id = \(person)
            """)
    }

    static func removeCustomer(of person: PersonID) -> Self {
        Command(
            "checkout.remove_customer",
            "UPDATE checkout_customer SET person_id = NULL, removed_at = now() WHERE person_id = \(person)")
    }

    fileprivate static func deleteCustomer(_ id: UUID) -> Self {
        Command("checkout.delete_customer", "DELETE FROM checkout_customer WHERE id = \(id)")
    }
}

extension SealedColumn {
    /// The provider's ids of customers.
    package static var customers: SealedColumn {
        SealedColumn(
            CheckoutCustomer.purpose,
            read: Query("checkout.list_sealed_customers", "SELECT id::text, sealed FROM checkout_customer"),
            store: { customer in
                Command(
                    "checkout.reseal_customer",
                    """
                    UPDATE checkout_customer SET sealed = \(customer.sealed) WHERE id = \(customer.owner)::uuid
                    """)
            })
    }
}
