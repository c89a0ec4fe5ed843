import Logging
import Postgres
import Timing

/// Runs `start` again and again for as long as no server can be written to, and logs what it waits for.
///
/// A process that starts while the leader of several servers is being replaced, or before the database, waits instead
/// of ending. A refusal of the credentials, which only an operator can mend, is thrown at once.
///
/// - Parameter start: Must be safe to run again after it failed halfway.
func waitingForDatabase(
    _ logger: Logger,
    pauses: Backoff = Backoff(first: .milliseconds(250), longest: .seconds(5), jitter: .half),
    _ start: () async throws -> Void
) async throws {
    var failures = 0
    while true {
        do {
            return try await start()
        } catch let error as PostgresError where error.mayPass {
            failures += 1
            logger.notice(
                "waiting for the database",
                metadata: ["reason": "\(error.debugDescription)", "attempts": "\(failures)"])
            try await Task.sleep(for: pauses.pause(after: failures))
        }
    }
}
