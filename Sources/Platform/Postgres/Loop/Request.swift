import Synchronization

/// One call on its way: statements that share a sync, or the wish for a connection of one's own.
///
/// Unchecked because two sides share it without a lock. `state` decides between them: `continuation` is written before
/// the move from `fresh` to `queued` (release) and read only by whoever moves to `done` first (acquire), which is one
/// party by compare-and-exchange. `progress` is touched by the loop's thread only. All else is constant.
final class Request: @unchecked Sendable {
    typealias Reply = Result<Answer, PostgresError>

    enum Answer: Sendable {
        case results([ServerResult])
        case lease(Lease)
    }

    enum Destination: Sendable {
        case lane(Lane)
        case lease(Lease)
        /// A lease itself is asked for; the statement, if there is one, is what its transaction begins with.
        case newLease
    }

    let statements: [BoundStatement]
    let destination: Destination
    let deadline: Moment
    /// A caller may leave before the answer. False for what writes: only the server knows the outcome.
    let isAbandonable: Bool
    /// Bytes of all parameters.
    let byteCount: Int

    /// Loop's thread only.
    var progress = Progress()

    private enum State {
        static let fresh: UInt8 = 0
        static let queued: UInt8 = 1
        static let sent: UInt8 = 2
        static let done: UInt8 = 3
    }

    private let state = Atomic<UInt8>(State.fresh)
    private var continuation: CheckedContinuation<Reply, Never>?

    init(_ statements: [BoundStatement], to destination: Destination, deadline: Moment, isAbandonable: Bool) {
        self.statements = statements
        self.destination = destination
        self.deadline = deadline
        self.isAbandonable = isAbandonable
        byteCount = statements.reduce(0) { $0 + $1.parameters.bytes.count }
    }
}

extension Request {
    /// Takes the caller's continuation. False: the task was cancelled before, and the continuation is resumed.
    func arm(_ continuation: CheckedContinuation<Reply, Never>) -> Bool {
        self.continuation = continuation
        guard move(from: State.fresh, to: State.queued) else {
            continuation.resume(returning: .failure(.cancelled(sent: false)))
            return false
        }
        return true
    }

    /// To be called before the first byte is sent. False: nobody waits any more, do not send.
    func markSent() -> Bool {
        move(from: State.queued, to: State.sent) || state.load(ordering: .acquiring) == State.sent
    }

    /// Resumes the caller if nobody has done so yet.
    ///
    /// - Returns: Whether this call did.
    @discardableResult
    func finish(_ reply: Reply) -> Bool {
        let old = state.exchange(State.done, ordering: .acquiringAndReleasing)
        guard old == State.queued || old == State.sent else { return false }
        let continuation = continuation
        self.continuation = nil
        continuation?.resume(returning: reply)
        return true
    }

    /// Somebody waits for the answer.
    var isAwaited: Bool {
        let state = state.load(ordering: .acquiring)
        return state == State.queued || state == State.sent
    }

    var isSent: Bool { state.load(ordering: .acquiring) == State.sent }

    /// Called when the task is cancelled.
    ///
    /// - Returns: Whether the server may still be working on it for nobody.
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
    /// Where the loop is with a request.
    struct Progress {
        /// What libpq was given for it, in order. Empty stands for one `execute` for each statement.
        var steps: [Step] = []
        /// Steps that are fully answered.
        var answered = 0
        var results: [ServerResult] = []
        var failure: PostgresError?
        /// Not run, since a neighbour of its sync failed before it.
        var isAborted = false
        /// A sync follows it.
        var endsGroup = false
        /// What its answer is expected to take.
        var expectedBytes = 0
        /// Sent again after its connection broke.
        var survivedLoss = false
        /// Sent again since what was prepared did not fit any more.
        var wasReprepared = false
        /// Sent again on the slow lane.
        var wasDemoted = false
        /// The server was asked to stop it.
        var isCancelling = false

        /// Back to not sent, remembering why it is sent again.
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
        /// Begins the transaction; an answer that its caller does not see.
        case open(Statement)
        case execute(Statement)
    }

    func step(at index: Int) -> Step {
        progress.steps.isEmpty ? .execute(statements[index].statement) : progress.steps[index]
    }

    var stepCount: Int { progress.steps.isEmpty ? statements.count : progress.steps.count }
}

/// The right to one connection, until it is released or lost.
struct Lease: Hashable, Sendable {
    /// Index of the connection.
    let slot: Int
    /// No two leases have the same.
    let number: UInt64
}
