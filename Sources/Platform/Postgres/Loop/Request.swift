import Synchronization

/// One call to the client: statements that share a sync, or the request for a lease.
///
/// `@unchecked Sendable` because the caller and the loop share it without a lock. `state` arbitrates:
/// `continuation` is written before the transition from `fresh` to `queued` (release) and read only by the
/// party that makes the transition to `done` (acquire), which compare-and-exchange grants to exactly one.
/// `progress` is used on the loop's thread only. Everything else is constant.
final class Request: @unchecked Sendable {
    typealias Reply = Result<Answer, PostgresError>

    enum Answer: Sendable {
        case results([ServerResult])
        case lease(Lease)
    }

    enum Destination: Sendable {
        case lane(Lane)
        case lease(Lease)
        /// A new lease; the statement, if there is one, begins its transaction.
        case newLease
    }

    let statements: [BoundStatement]
    let destination: Destination
    let deadline: Moment
    /// Whether the caller may stop waiting before the answer arrives, and the server be requested to cancel the
    /// statement. `false` for writes and commits, because only the server knows their outcome.
    let isAbandonable: Bool
    /// What a new lease counts towards.
    let shares: [LeaseShare]
    /// Total bytes of all parameters.
    let byteCount: Int

    /// Used on the loop's thread only.
    var progress = Progress()

    private enum State {
        static let fresh: UInt8 = 0
        static let queued: UInt8 = 1
        static let sent: UInt8 = 2
        static let done: UInt8 = 3
    }

    private let state = Atomic<UInt8>(State.fresh)
    private var continuation: CheckedContinuation<Reply, Never>?

    init(
        _ statements: [BoundStatement], to destination: Destination, deadline: Moment, isAbandonable: Bool,
        shares: [LeaseShare] = []
    ) {
        self.shares = shares
        self.statements = statements
        self.destination = destination
        self.deadline = deadline
        self.isAbandonable = isAbandonable
        byteCount = statements.reduce(0) { $0 + $1.parameters.bytes.count }
    }
}

extension Request {
    /// Stores the caller's continuation. Returns `false` if the task had already been cancelled; the
    /// continuation is then resumed here.
    func arm(_ continuation: CheckedContinuation<Reply, Never>) -> Bool {
        self.continuation = continuation
        guard move(from: State.fresh, to: State.queued) else {
            continuation.resume(returning: .failure(.cancelled(sent: false)))
            return false
        }
        return true
    }

    /// Marks the request as sent; call it before the first byte is sent. Returns `false` if the caller no
    /// longer waits and the request must not be sent.
    func markSent() -> Bool {
        move(from: State.queued, to: State.sent) || state.load(ordering: .acquiring) == State.sent
    }

    /// Resumes the caller unless that has already happened.
    ///
    /// - Returns: Whether this call resumed the caller.
    @discardableResult
    func finish(_ reply: Reply) -> Bool {
        let old = state.exchange(State.done, ordering: .acquiringAndReleasing)
        guard old == State.queued || old == State.sent else { return false }
        let continuation = continuation
        self.continuation = nil
        continuation?.resume(returning: reply)
        return true
    }

    /// Whether the caller is waiting for the answer.
    var isAwaited: Bool {
        let state = state.load(ordering: .acquiring)
        return state == State.queued || state == State.sent
    }

    var isSent: Bool { state.load(ordering: .acquiring) == State.sent }

    /// Cancels the request after its task was cancelled.
    ///
    /// - Returns: Whether the server may still be working on a request that has been given up.
    func cancel() -> Bool {
        if move(from: State.fresh, to: State.done) { return false }
        if move(from: State.queued, to: State.done) {
            resume(.failure(.cancelled(sent: false)))
            return false
        }
        if isAbandonable, move(from: State.sent, to: State.done) {
            resume(.failure(.cancelled(sent: true)))
            return true
        }
        return false
    }

    private func resume(_ reply: Reply) {
        let continuation = continuation
        self.continuation = nil
        continuation?.resume(returning: reply)
    }

    private func move(from old: UInt8, to new: UInt8) -> Bool {
        state.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
    }
}

extension Request {
    /// The loop's progress with a request.
    struct Progress {
        /// The steps passed to libpq, in order. If empty, one `execute` per statement.
        var steps: [Step] = []
        /// Number of steps that are fully answered.
        var answered = 0
        var results: [ServerResult] = []
        var failure: PostgresError?
        /// The request did not run because an earlier one under the same sync failed.
        var isAborted = false
        /// The request is the last one before a sync.
        var endsGroup = false
        /// Expected size of the answer.
        var expectedBytes = 0
        /// Sent again after its connection broke.
        var wasRetriedAfterLoss = false
        /// Sent again because its prepared statement was stale.
        var wasReprepared = false
        /// Sent again on the slow lane.
        var wasDemoted = false
        /// Sent again because the server was read-only. It had no effect.
        var wasRefused = false
        /// The server has been requested to cancel it.
        var isCancelling = false

        /// Resets the request to unsent but keeps the reasons for which it is sent again.
        mutating func restart() {
            steps = []
            answered = 0
            results = []
            failure = nil
            isAborted = false
            endsGroup = false
        }
    }

    enum Step {
        case prepare(Statement)
        /// Begins the transaction; the caller does not see its result.
        case open(Statement)
        case execute(Statement)
    }

    func step(at index: Int) -> Step {
        progress.steps.isEmpty ? .execute(statements[index].statement) : progress.steps[index]
    }

    var stepCount: Int { progress.steps.isEmpty ? statements.count : progress.steps.count }
}

/// The exclusive use of one connection until it is released or lost.
struct Lease: Hashable, Sendable {
    /// Index of the connection.
    let slot: Int
    /// Unique among all leases.
    let number: UInt64
}
