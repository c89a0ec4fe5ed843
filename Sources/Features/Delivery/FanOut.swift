import Access
import Initializers
package import Live
import News
import NoonishAPI
package import Postgres

/// Marks the watches that recorded changes concern as behind.
///
/// Idempotent: one statement takes rows from the outbox and marks the watches, and marking a watch twice has
/// no effect.
@MemberwiseInit
package struct FanOut: Sendable {
    private let database: any Database
    private let wakeUps: WakeUpDispatcher

    /// Fans out one batch.
    ///
    /// - Returns: Whether more may be due at once.
    package func runOnce() async throws -> Bool {
        let outings = try await database.all(.fanOut(atMost: DeliveryLimits.outboxBatch))
        guard !outings.isEmpty else { return false }
        wakeUps.didFanOut(to: Set(outings.flatMap(\.dueChannels)).compactMap(Channel.init))
        return true
    }
}
