internal import Foundation
package import Jobs
package import Logging
internal import NoonishAPI
package import Postgres

/// A worker that closes polls whose deadline has passed.
///
/// Idempotent, and safe to run in any number of processes: closing a poll that is closed already does
/// nothing.
package struct PollCloser: Sendable {
    let database: PostgresClient
    let edits: PollEdits
    let logger: Logger

    package init(database: PostgresClient, edits: PollEdits, logger: Logger) {
        self.database = database
        self.edits = edits
        self.logger = logger
    }

    package var loop: WorkLoop {
        WorkLoop(
            "deciding.close_polls", pace: .init(pollInterval: DecisionLimits.closingInterval), logger: logger
        ) {
            try await closeDuePolls() > 0 ? .worked : .idle
        }
    }

    /// Closes the polls that are due.
    ///
    /// - Returns: The number of polls that this call closed.
    @discardableResult
    package func closeDuePolls() async throws -> Int {
        var closed = 0
        for due in try await database.all(.due) {
            do {
                let isClosed = try await database.transaction { transaction in
                    try await edits.closeIfDue(due, in: transaction)
                }
                if isClosed { closed += 1 }
            } catch let error as PostgresError {
                throw error
            } catch {
                logger.error(
                    "could not close a poll",
                    metadata: ["poll": "\(due.poll)", "error": "\(String(reflecting: error))"])
            }
        }
        return closed
    }
}
