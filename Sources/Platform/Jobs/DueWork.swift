internal import Logging
public import Postgres

/// Rows whose time has come and what is done about them.
///
/// Finding them is a read, so a process may look every few seconds without cost; what is due at a known moment and
/// belongs to one row is better a ``Job``. Any number of processes may look at once: `handle` locks the row and checks
/// again what it finds.
public struct DueWork<Item: Sendable>: Sendable {
    private let name: String
    private let interval: Duration
    private let batch: Int
    private let database: any Database
    private let due: Query<Item>
    private let logger: Logger
    private let handle: @Sendable (Item) async throws -> Bool

    /// Creates work of one kind.
    ///
    /// - Parameters:
    ///   - name: `room.verb_noun`, as it appears in logs and metrics.
    ///   - interval: How often to look.
    ///   - batch: The most rows that `due` returns.
    ///   - database: Where to look.
    ///   - due: Finds what is due, the longest waiting first.
    ///   - handle: Handles one row; returns whether there was anything to do.
    public init(
        _ name: String, every interval: Duration, batch: Int, in database: any Database, due: Query<Item>,
        handle: @escaping @Sendable (Item) async throws -> Bool
    ) {
        self.name = name
        self.interval = interval
        self.batch = batch
        self.database = database
        self.due = due
        self.handle = handle
        logger = Logger(label: String(name.prefix { $0 != "." }))
    }

    /// Handles a batch of what is due. A row that cannot be handled is logged and does not hold up the others; an error
    /// of the database ends the batch.
    ///
    /// - Returns: The number of rows for which there was something to do.
    @discardableResult
    public func runDue() async throws -> Int {
        var count = 0
        for item in try await database.all(due) {
            do {
                if try await handle(item) { count += 1 }
            } catch let error as PostgresError {
                throw error
            } catch {
                try Task.checkCancellation()
                logger.error(
                    "cannot handle what is due",
                    metadata: [
                        "work": "\(name)", "item": "\(item)", "error": "\(String(reflecting: error))",
                    ])
            }
        }
        return count
    }

    /// Handles what is due for as long as the program runs.
    public var loop: WorkLoop {
        let pace = WorkLoop.Pace(pollInterval: interval, stepLimit: .seconds(120))
        return WorkLoop(name, pace: pace, logger: logger) { try await runDue() == batch ? .worked : .idle }
    }
}
