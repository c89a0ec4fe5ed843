import Logging
import Synchronization

/// How much a transaction sees of others that run beside it.
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

/// A transaction on a connection of its own. Valid inside the closure that received it.
public final class Transaction: Database {
    private let client: PostgresClient
    private let lease: Lease
    private let hooks = Mutex<[@Sendable () -> Void]>([])

    init(_ client: PostgresClient, _ lease: Lease) {
        self.client = client
        self.lease = lease
    }

    public func all<Row>(_ query: Query<Row>, timeout: Duration?) async throws(PostgresError) -> [Row] {
        try await all(query, after: [], timeout: timeout)
    }

    /// All rows of a query, which sees what `commands` did: one after the other, with one round trip. When one fails, those
    /// behind it do not run, and its error is thrown.
    public func all<Row>(
        _ query: Query<Row>, after commands: [Command], timeout: Duration? = nil
    ) async throws(PostgresError) -> [Row] {
        let statements = commands.map { ($0.name, $0.sql) } + [(query.name, query.sql)]
        return try await perform(statements, timeout).last?.rows(query.decode) ?? []
    }

    @discardableResult
    public func execute(_ command: Command, timeout: Duration?) async throws(PostgresError) -> Int {
        try await perform([(command.name, command.sql)], timeout).first?.touchedRows ?? 0
    }

    /// Runs `hook` once, after the transaction has committed; never when it is rolled back. A transaction that is run
    /// again starts without hooks.
    public func afterCommit(_ hook: @escaping @Sendable () -> Void) { hooks.withLock { $0.append(hook) } }

    func runHooks() {
        let hooks = hooks.withLock { hooks in
            defer { hooks = [] }
            return hooks
        }
        for hook in hooks { hook() }
    }

    /// - Returns: Why it is not known to be committed, if it is not.
    func commit() async -> PostgresError? {
        do throws(PostgresError) {
            try await control("COMMIT")
            return nil
        } catch {
            return error
        }
    }

    /// A connection on which this fails is closed when it is released, which is a rollback too.
    func rollBack() async { _ = try? await control("ROLLBACK") }

    /// What ends it. Not given up half-way: a cancelled task ends its transaction too.
    private func control(_ sql: SQL) async throws(PostgresError) {
        let request = Request(
            [client.statements.bind("transaction", sql)], to: .lease(lease), deadline: client.deadline(nil),
            isAbandonable: false)
        _ = try await client.results(of: request, heedsCancellation: false)
    }

    private func perform(
        _ statements: [(name: String, sql: SQL)], _ timeout: Duration?
    ) async throws(PostgresError) -> [ServerResult] {
        let request = Request(
            statements.map(client.statements.bind), to: .lease(lease), deadline: client.deadline(timeout),
            isAbandonable: true)
        return try await client.results(of: request)
    }
}

extension PostgresClient {
    /// Runs `body` as one transaction on a connection of its own, which is committed when it returns and rolled back
    /// when it throws.
    ///
    /// When the server asks for it (40001, 40P01), the connection broke before the commit, or a prepared statement no
    /// longer fits its table, nothing has happened and the whole body is run again, so it may run several times; what must happen once belongs in
    /// ``Transaction/afterCommit(_:)``.
    ///
    /// - Parameter timeout: How long to wait for a connection.
    @discardableResult
    nonisolated(nonsending) public func transaction<Value>(
        isolation: Isolation = .readCommitted, timeout: Duration? = nil,
        _ body: (Transaction) async throws -> Value
    ) async throws -> Value {
        var attempt = 1
        while true {
            switch try await runOnce(isolation, deadline(timeout), body) {
            case .done(let value): return value
            case .again(let error):
                guard attempt < PostgresLimits.transactionAttempts else { throw error }
                logger.debug(
                    "transaction is run again", metadata: ["because": "\(String(reflecting: error))"])
                try await Task.sleep(for: Backoff.pause(failures: attempt))
                attempt += 1
            }
        }
    }

    private enum Outcome<Value> {
        case done(Value)
        /// Nothing has happened; it may be run again.
        case again(PostgresError)
    }

    nonisolated(nonsending) private func runOnce<Value>(
        _ isolation: Isolation, _ deadline: Moment, _ body: (Transaction) async throws -> Value
    ) async throws -> Outcome<Value> {
        let lease = try await lease(opening: isolation.begin, deadline: deadline)
        defer { release(lease) }
        let transaction = Transaction(self, lease)
        let value: Value
        do {
            value = try await body(transaction)
        } catch {
            await transaction.rollBack()
            if let error = error as? PostgresError, error.leavesNothing { return .again(error) }
            throw error
        }
        if let failure = await transaction.commit() {
            if failure.isRetryable { return .again(failure) }
            throw failure
        }
        transaction.runHooks()
        return .done(value)
    }
}

extension PostgresError {
    /// Before its commit a transaction that failed so may be run again: it has left nothing, and the reason may be gone.
    fileprivate var leavesNothing: Bool {
        if case .connectionLost = self { true } else { isRetryable || isStalePlan }
    }
}
