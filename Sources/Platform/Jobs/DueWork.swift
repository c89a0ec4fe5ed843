import Logging
public import Postgres

/// Polls for rows whose time has come, and handles them.
///
/// A poll only reads, so a process may repeat it every few seconds at little cost. If one row is due at a
/// time that is known in advance, use a ``Job`` instead. Any number of processes may poll at once, so
/// `handle` must lock the row and check again whether it is due.
public struct DueWork<Item: Sendable>: Sendable {
    private let name: String
    private let interval: Duration
    private let batch: Int
    private let due: @Sendable () async throws -> [Item]
    private let logger: Logger
    private let handle: @Sendable (Item) async throws -> Bool

    /// Creates work of one kind.
    ///
    /// - Parameters:
    ///   - name: `room.verb_noun`, as it appears in logs and metrics.
    /// - interval: The time between two polls.
    ///   - batch: After as many rows, the next poll follows at once.
    ///   - database: The database to poll.
    ///   - due: Reads the rows that are due, those that have waited longest first.
    ///   - handle: Handles one row; returns whether there was anything to do.
    public init(
        _ name: String, every interval: Duration, batch: Int, in database: any Database, due: Query<Item>,
        handle: @escaping @Sendable (Item) async throws -> Bool
    ) {
        self.init(name, every: interval, batch: batch, due: { try await database.all(due) }, handle: handle)
    }

    /// Creates work whose due rows a function reads; the other parameters are the same.
    public init(
        _ name: String, every interval: Duration, batch: Int,
        due: @escaping @Sendable () async throws -> [Item],
        handle: @escaping @Sendable (Item) async throws -> Bool
    ) {
        self.name = name
        self.interval = interval
        self.batch = batch
        self.due = due
        self.handle = handle
        logger = Logger(label: String(name.prefix { $0 != "." }))
    }

    /// Handles a batch of due rows. A row that cannot be handled is logged and does not delay the others. An
    /// error of the database ends the batch.
    ///
    /// - Returns: The number of rows for which there was something to do.
    @discardableResult
    public func runDue() async throws -> Int {
        var count = 0
        for item in try await due() {
            do {
                if try await handle(item) { count += 1 }
            } catch let error as PostgresError {
                throw error
            } catch {
                try Task.checkCancellation()
                logger.error(
                    "cannot handle a row that is due",
                    metadata: [
                        "work": "\(name)", "item": "\(item)", "error": "\(String(reflecting: error))",
                    ])
            }
        }
        return count
    }

    /// Handles due rows while the program runs.
    public var loop: WorkLoop {
        let pace = WorkLoop.Pace(pollInterval: interval, stepLimit: .seconds(120))
        return WorkLoop(name, pace: pace, logger: logger) { try await runDue() >= batch ? .worked : .idle }
    }
}
