import Initializers
package import Jobs
import NoonishAPI
package import Postgres

/// A worker that closes polls whose deadline has passed.
///
/// Idempotent, and safe in several processes at once: all but the first find the poll closed.
@MemberwiseInit
package struct PollCloser: Sendable {
    let database: PostgresClient
    let edits: PollEdits

    package var work: DueWork<DuePoll> {
        DueWork(
            "decisions.close_polls", every: DecisionLimits.closingInterval,
            batch: DecisionLimits.closingBatch,
            in: database, due: .due
        ) { due in
            try await database.transaction { transaction in try await edits.closeIfDue(due, in: transaction) }
        }
    }
}
