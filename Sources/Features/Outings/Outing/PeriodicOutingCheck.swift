package import Jobs
package import Logging
package import NoonishAPI
package import Postgres

/// A periodic check of outings that are due because their time, their place or the directory has changed.
/// Results are reported in the same way as edits.
///
/// Safe in any number of processes: the outing's row lock admits one at a time, and the next finds what the
/// others wrote.
package protocol PeriodicOutingCheck: Sendable {
    /// The name of the loop, for logs and metrics.
    static var name: String { get }

    var database: PostgresClient { get }

    /// Reads at most ``OutingLimits/clockBatch`` outings, the earliest first.
    var due: Query<OutingID> { get }

    /// Checks one outing.
    ///
    /// - Parameter outing: An outing that is not cancelled and whose row is locked.
    func look(at outing: OutingRow, in transaction: Transaction) async throws
}

extension PeriodicOutingCheck {
    /// Checks one batch.
    ///
    /// - Returns: How many outings were due.
    @discardableResult
    package func turn() async throws -> Int {
        let outings = try await database.all(due)
        for id in outings {
            try await database.transaction { transaction in
                guard let outing = try await transaction.locked(id, for: nil),
                    outing.state.cancellation == nil
                else { return }
                try await look(at: outing, in: transaction)
            }
        }
        return outings.count
    }

    package func loop(logger: Logger) -> WorkLoop {
        let pace = WorkLoop.Pace(
            pollInterval: OutingLimits.openCheckInterval, stepLimit: OutingLimits.openCheckTimeout)
        return WorkLoop(Self.name, pace: pace, logger: logger) {
            try await turn() == OutingLimits.clockBatch ? .worked : .idle
        }
    }
}
