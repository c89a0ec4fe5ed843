import CoreMetrics
import Logging
import Synchronization
import Timing

/// The isolation level of a transaction.
///
/// - Source: PostgreSQL manual, "Transaction Isolation".
public enum Isolation: Sendable {
    case readCommitted
    case repeatableRead
    case serializable

    var begin: SQL {
        switch self {
        case .readCommitted: "BEGIN ISOLATION LEVEL READ COMMITTED"
        case .repeatableRead: "BEGIN ISOLATION LEVEL REPEATABLE READ"
        case .serializable: "BEGIN ISOLATION LEVEL SERIALIZABLE"
        }
    }
}

/// A transaction on a leased connection. Valid only inside the closure that received it.
public final class Transaction: Database {
    private let client: PostgresClient
    private let lease: Lease
    private let hooks = Mutex<[@Sendable () -> Void]>([])
    private let phase = Mutex(Phase.open)
    private let requirement = Mutex<Requirement?>(nil)

    /// A query that precedes the first statement, and the check of its result.
    private struct Requirement: Sendable {
        let name: String
        let sql: SQL
        let check: @Sendable (ServerResult) throws(PostgresError) -> Void
    }

    /// How far the transaction is.
    enum Phase {
        case open
        /// What was required was not found, or not looked for. Nothing may be done or committed any more.
        case refused(PostgresError)
        /// The commit was sent and not answered.
        case unknown
        case committed
    }

    init(_ client: PostgresClient, _ lease: Lease) {
        self.client = client
        self.lease = lease
    }

    /// Sends `query` in one round trip with the first statement that follows. If the query returns no row, that statement's
    /// results are dropped and ``PostgresError/rowCount(_:query:)`` is thrown. The transaction is then rolled back even if
    /// the error is caught.
    ///
    /// - Parameters:
    ///   - query: A query without side effects.
    ///   - found: Receives the query's first row.
    public func require<Row>(_ query: Query<Row>, found: @escaping @Sendable (Row) -> Void) {
        let requirement = Requirement(name: query.name, sql: query.sql) { result throws(PostgresError) in
            guard let row = try result.rows(query.decode).first else { throw .rowCount(0, query: query.name) }
            found(row)
        }
        self.requirement.withLock { $0 = requirement }
    }

    public func all<Row>(_ query: Query<Row>, timeout: Duration?) async throws(PostgresError) -> [Row] {
        try await all(query, after: [], timeout: timeout)
    }

    /// Runs `commands` and then `query` in one round trip and returns the query's rows. The query sees the
    /// commands' changes. When a command fails, the statements after it do not run and its error is thrown.
    public func all<Row>(
        _ query: Query<Row>, after commands: [Command], timeout: Duration? = nil
    ) async throws(PostgresError) -> [Row] {
        let statements = commands.map { ($0.name, $0.sql) } + [(query.name, query.sql)]
        return try await perform(statements, timeout).last?.rows(query.decode) ?? []
    }

    /// Runs two queries in one round trip and returns the rows of both.
    public func all<First, Second>(
        _ first: Query<First>, _ second: Query<Second>
    ) async throws(PostgresError) -> ([First], [Second]) {
        let results = try await perform([(first.name, first.sql), (second.name, second.sql)], nil)
        guard results.count == 2 else { throw .rowCount(results.count, query: second.name) }
        return (try results[0].rows(first.decode), try results[1].rows(second.decode))
    }

    @discardableResult
    public func execute(_ command: Command, timeout: Duration?) async throws(PostgresError) -> Int {
        try await perform([(command.name, command.sql)], timeout).first?.affectedRows ?? 0
    }

    /// Runs `query` and commits, in one round trip, and returns the query's rows. When the query fails, nothing
    /// is committed and its error is thrown. No statement may follow.
    ///
    /// It ignores task cancellation, because a commit that was sent must be awaited.
    public func commit<Row>(after query: Query<Row>) async throws(PostgresError) -> [Row] {
        try requireOpen()
        // What is required must be found before anything is committed.
        if requirement.withLock({ $0 != nil }) { _ = try await perform([], nil) }
        phase.withLock { $0 = .unknown }
        let results: [ServerResult]
        do throws(PostgresError) {
            results = try await control([(query.name, query.sql), ("transaction", "COMMIT")])
        } catch {
            if error.sqlState != nil { phase.withLock { $0 = .open } }
            throw error
        }
        phase.withLock { $0 = .committed }
        return try results.first?.rows(query.decode) ?? []
    }

    /// Runs `hook` once after the transaction has committed, and never if it is rolled back. A retried
    /// transaction starts without hooks.
    public func afterCommit(_ hook: @escaping @Sendable () -> Void) { hooks.withLock { $0.append(hook) } }

    func runHooks() {
        let hooks = hooks.withLock { hooks in
            defer { hooks = [] }
            return hooks
        }
        for hook in hooks { hook() }
    }

    /// Commits the transaction.
    ///
    /// - Returns: The error if the transaction may not have been committed, otherwise `nil`.
    func commit() async -> PostgresError? {
        do throws(PostgresError) {
            _ = try await control([("transaction", "COMMIT")])
            return nil
        } catch {
            return error
        }
    }

    /// Rolls the transaction back. A connection on which this fails is closed when it is released, which
    /// rolls back too.
    func rollBack() async { _ = try? await control([("transaction", "ROLLBACK")]) }

    /// The phase of a transaction whose body has ended.
    var finalPhase: Phase { phase.withLock { $0 } }

    /// Runs statements that end the transaction. It ignores task cancellation, because a cancelled task must
    /// end its transaction too.
    private func control(
        _ statements: [(name: String, sql: SQL)]
    ) async throws(PostgresError) -> [ServerResult] {
        let request = Request(
            statements.map(client.statements.bind), to: .lease(lease), deadline: client.deadline(nil),
            isAbandonable: false)
        return try await client.results(of: request, heedsCancellation: false)
    }

    /// - Throws: An error if nothing more may be done, or if a commit was sent: a further statement would run outside the
    ///   transaction.
    private func requireOpen() throws(PostgresError) {
        switch finalPhase {
        case .open: return
        case .refused(let error): throw error
        case .unknown, .committed: throw .connectionLost(sent: false)
        }
    }

    private func perform(
        _ statements: [(name: String, sql: SQL)], _ timeout: Duration?
    ) async throws(PostgresError) -> [ServerResult] {
        try requireOpen()
        let requirement = requirement.withLock { requirement in
            defer { requirement = nil }
            return requirement
        }
        let required = requirement.map { [(name: $0.name, sql: $0.sql)] } ?? []
        let request = Request(
            (required + statements).map(client.statements.bind), to: .lease(lease),
            deadline: client.deadline(timeout), isAbandonable: true)
        do throws(PostgresError) {
            var results = try await client.results(of: request)
            if let requirement, !results.isEmpty { try requirement.check(results.removeFirst()) }
            return results
        } catch {
            if requirement != nil { phase.withLock { $0 = .refused(error) } }
            throw error
        }
    }
}

extension PostgresClient {
    /// Runs `body` as one transaction on a leased connection; commits when it returns and rolls back when it
    /// throws.
    ///
    /// The whole body is retried, and so may run several times, when the transaction left no effect: the
    /// server reports a conflict (40001, 40P01), the connection broke before the commit, the server has become
    /// read-only, or a prepared statement no longer matches its table. Work that must happen only once belongs in
    /// ``Transaction/afterCommit(_:)``.
    ///
    /// - Parameters:
    ///   - isolation: The isolation level.
    ///   - timeout: How long to wait for a connection.
    ///   - body: The work of the transaction.
    @discardableResult
    nonisolated(nonsending) public func transaction<Value>(
        isolation: Isolation = .readCommitted, timeout: Duration? = nil,
        _ body: (Transaction) async throws -> Value
    ) async throws -> Value {
        let end = deadline(timeout)
        var attempt = 1
        var wasReadOnly = false
        while true {
            let outcome: Outcome<Value>
            do {
                outcome = try await attemptTransaction(
                    isolation, wasReadOnly ? end : deadline(timeout), body)
            } catch PostgresError.deadline(sent: false) where wasReadOnly {
                throw PostgresError.readOnlyServer
            }
            switch outcome {
            case .done(let value): return value
            case .retry(let error):
                wasReadOnly = error.isReadOnlyServer
                if wasReadOnly {
                    guard .now < end else { throw PostgresError.readOnlyServer }
                } else {
                    guard attempt < PostgresLimits.transactionAttempts else { throw error }
                }
                Counter(
                    label: "postgres_transactions_repeated", dimensions: [("reason", error.reason)]
                ).increment()
                logger.debug(
                    "transaction is run again", metadata: ["because": "\(String(reflecting: error))"])
                try await Task.sleep(for: PostgresLimits.backoff.pause(after: attempt))
                attempt += 1
            }
        }
    }

    private enum Outcome<Value> {
        case done(Value)
        /// The transaction had no effect and may be retried.
        case retry(PostgresError)
    }

    nonisolated(nonsending) private func attemptTransaction<Value>(
        _ isolation: Isolation, _ deadline: Moment, _ body: (Transaction) async throws -> Value
    ) async throws -> Outcome<Value> {
        let lease = try await lease(opening: isolation.begin, deadline: deadline)
        defer { release(lease) }
        let transaction = Transaction(self, lease)
        let value: Value
        do {
            value = try await body(transaction)
        } catch {
            switch transaction.finalPhase {
            case .committed: transaction.runHooks()
            case .unknown: break
            case .open, .refused:
                await transaction.rollBack()
                if let error = error as? PostgresError, error.hasNoEffect { return .retry(error) }
            }
            throw error
        }
        switch transaction.finalPhase {
        case .committed: break
        case .refused(let error):
            await transaction.rollBack()
            throw error
        case .open, .unknown:
            if let failure = await transaction.commit() {
                if failure.isRetryable { return .retry(failure) }
                throw failure
            }
        }
        transaction.runHooks()
        return .done(value)
    }
}

extension PostgresError {
    /// Whether a transaction that failed with this error before its commit had no effect and may succeed when
    /// retried.
    fileprivate var hasNoEffect: Bool {
        if case .connectionLost = self { true } else { isRetryable || isStalePlan || isReadOnlyServer }
    }
}
