import CLibPQ
import CoreMetrics
public import Logging
public import ServiceLifecycle
import Synchronization

/// A client for one PostgreSQL server, or for a set of hosts that serve the same database.
///
/// Statements of all tasks share a few connections in libpq's pipeline mode. One thread does all
/// communication with the server, so no task ever blocks its own thread. A ``Query`` or ``Command`` is a
/// transaction of its own. To run several statements as one transaction, prefer, in this order: one statement
/// with `WITH`, ``batch(_:timeout:)``, ``transaction(isolation:timeout:_:)``.
///
/// The client starts on first use or with ``start()``. ``run()`` keeps it running until graceful shutdown and
/// then stops it.
public final class PostgresClient: Database, Service {
    let configuration: PostgresConfiguration
    let logger: Logger
    let statements = StatementRegistry()
    let inbox = Inbox()
    private let lifecycle = Mutex(LifecycleState.fresh)
    let dedicated = DedicatedConnections()

    private enum LifecycleState {
        case fresh
        case running(BackgroundThread)
        case stopped
    }

    public init(_ configuration: PostgresConfiguration, logger: Logger) {
        self.configuration = configuration
        self.logger = logger
    }

    deinit { inbox.stop() }

    /// Starts the thread, unless the client was started or stopped before. Connections are opened when they
    /// are needed.
    public func start() {
        lifecycle.withLock { lifecycle in
            guard case .fresh = lifecycle else { return }
            lifecycle = .running(
                BackgroundThread("postgres") { [configuration, inbox, logger] in
                    Loop(configuration, inbox: inbox, logger: logger).run()
                })
        }
    }

    /// Runs until graceful shutdown or cancellation, then stops.
    public func run() async {
        start()
        try? await gracefulShutdown()
        await stop()
    }

    /// Refuses new work, waits up to a few seconds for requests in flight, fails the rest, closes every
    /// connection and ends the thread.
    public func stop() async {
        let thread: BackgroundThread? = lifecycle.withLock { lifecycle in
            defer { lifecycle = .stopped }
            if case .running(let thread) = lifecycle { return thread }
            return nil
        }
        inbox.stop()
        await dedicated.stop()
        await thread?.join()
    }
}

extension PostgresClient {
    /// Calls `body` with a client that is stopped when `body` returns or throws.
    nonisolated(nonsending) public static func withClient<Value>(
        _ configuration: PostgresConfiguration, logger: Logger,
        _ body: (PostgresClient) async throws -> Value
    ) async throws -> Value {
        let client = PostgresClient(configuration, logger: logger)
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(client))
        } catch {
            result = .failure(error)
        }
        await client.stop()
        return try result.get()
    }
}

extension PostgresClient {
    public func all<Row>(_ query: Query<Row>, timeout: Duration?) async throws(PostgresError) -> [Row] {
        let statement = statements.bind(query.name, query.sql)
        let results = try await perform([statement], on: query.lane, timeout: timeout)
        return try results.first?.rows(query.decode) ?? []
    }

    @discardableResult
    public func execute(_ command: Command, timeout: Duration?) async throws(PostgresError) -> Int {
        let statement = statements.bind(command.name, command.sql)
        return try await perform([statement], on: .write, timeout: timeout).first?.affectedRows ?? 0
    }

    /// Runs statements as one transaction in one round trip: either all take effect or none does.
    ///
    /// - Parameters:
    ///   - commands: The statements, in order.
    ///   - timeout: How long the caller waits; `nil` means the client's default.
    /// - Returns: The number of rows that each statement affected.
    @discardableResult
    public func batch(_ commands: [Command], timeout: Duration? = nil) async throws(PostgresError) -> [Int] {
        guard !commands.isEmpty else { return [] }
        let bound = commands.map { statements.bind($0.name, $0.sql) }
        return try await perform(bound, on: .write, timeout: timeout).map(\.affectedRows)
    }

    private func perform(
        _ statements: [BoundStatement], on lane: Lane, timeout: Duration?
    ) async throws(PostgresError) -> [ServerResult] {
        let request = Request(
            statements, to: .lane(lane), deadline: deadline(timeout), isAbandonable: lane != .write)
        return try await results(of: request)
    }
}

extension PostgresClient {
    func deadline(_ timeout: Duration?) -> Moment { .now + (timeout ?? configuration.timeout) }

    /// Sends a request that has statements and returns their results.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - heedsCancellation: `false` for a request that must run even in a cancelled task.
    func results(
        of request: Request, heedsCancellation: Bool = true
    ) async throws(PostgresError) -> [ServerResult] {
        let start = Moment.now
        defer {
            request.statements.first?.statement.timer.recordNanoseconds(
                Int64(clamping: start.nanoseconds(until: .now)))
        }
        guard case .results(let results) = try await answer(to: request, heedsCancellation) else { return [] }
        return results
    }

    /// Waits for a connection of its own and leases it, within ``LeaseShare/current``.
    ///
    /// - Parameters:
    ///   - opening: A statement that is sent together with the first request on the lease.
    ///   - deadline: When to give up waiting.
    func lease(opening: SQL? = nil, deadline: Moment) async throws(PostgresError) -> Lease {
        let begin = opening.map { statements.bind("transaction", $0) }
        let request = Request(
            begin.map { [$0] } ?? [], to: .newLease, deadline: deadline, isAbandonable: true,
            shares: LeaseShare.current)
        guard case .lease(let lease) = try await answer(to: request) else { throw .shutdown }
        return lease
    }

    func release(_ lease: Lease) { inbox.post(.release(lease)) }

    private func answer(
        to request: Request, _ heedsCancellation: Bool = true
    ) async throws(PostgresError) -> Request.Answer {
        start()
        let reply: Request.Reply
        if heedsCancellation {
            reply = await withTaskCancellationHandler {
                await send(request)
            } onCancel: {
                if request.cancel() { inbox.post(.abandoned(request)) }
            }
        } else {
            reply = await send(request)
        }
        return try reply.get()
    }

    private func send(_ request: Request) async -> Request.Reply {
        await withCheckedContinuation { continuation in
            if request.arm(continuation) { inbox.submit(request) }
        }
    }
}
