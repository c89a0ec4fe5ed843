import Access
package import Live
import NoonishAPI
package import Postgres

/// Turns recorded changes into watches that are behind.
///
/// Safe to do twice: taking from the outbox and marking are one statement, and a watch is marked once however often.
package struct FanOut: Sendable {
    private let database: any Database
    private let hints: UpdateHints

    package init(database: any Database, hints: UpdateHints) {
        self.database = database
        self.hints = hints
    }

    /// Fans out one batch.
    ///
    /// - Returns: Whether there may be more to do at once.
    package func turn() async throws -> Bool {
        let outings = try await database.all(.fanOut(atMost: DeliveryLimits.outboxBatch))
        guard !outings.isEmpty else { return false }
        hints.fannedOut()
        return true
    }
}
