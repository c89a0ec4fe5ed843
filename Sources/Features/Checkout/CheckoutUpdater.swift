package import Journal
package import NoonishAPI
package import Postgres

/// Has the checkouts of an outing read when it or its order is cancelled: open pages are closed, and payments refunded.
package struct CheckoutUpdater: JournalFollower {
    package init() {}

    package func isConcerned(by changes: [Change]) -> Bool {
        changes.contains { $0.kind.endsOuting || $0.kind.name == "order_cancelled" }
    }

    package func follow(
        _ changes: [Change], of outing: OutingID, by actor: PersonID?, in transaction: Transaction
    ) async throws -> [Change] {
        try await transaction.execute(.readAll(of: outing))
        return []
    }
}
