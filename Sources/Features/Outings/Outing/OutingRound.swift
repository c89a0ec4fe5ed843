package import Jobs
package import Logging
package import NoonishAPI
package import Postgres

/// Looking at outings again when their time, their place or the directory makes it due, and telling what has changed by the
/// same path as an edit.
///
/// Safe however many processes look: the outing's row lock lets one at a time, who finds what the others have written.
package protocol OutingRound: Sendable {
    /// Of the loop, as logs and metrics name it.
    static var name: String { get }

    var database: PostgresClient { get }

    /// At most ``OutingLimits/clockBatch`` outings, the next ones first.
    var due: Query<OutingID> { get }

    /// - Parameter outing: Not cancelled, and its row is locked.
    func look(at outing: OutingRow, in transaction: Transaction) async throws
}

extension OutingRound {
    /// - Returns: How many outings were looked at.
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
            pollInterval: OutingLimits.openChecksEvery, stepLimit: OutingLimits.openChecksStep)
        return WorkLoop(Self.name, pace: pace, logger: logger) {
            try await turn() == OutingLimits.clockBatch ? .worked : .idle
        }
    }
}
