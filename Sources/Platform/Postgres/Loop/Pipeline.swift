internal import CLibPQ
import DequeModule

/// The state machine of one open connection in pipeline mode. Not `Sendable`: it belongs to the loop's thread.
///
/// Every request becomes one or more steps (prepare or execute), each answered by a result and a NULL. A sync ends a
/// group of requests; it is a transaction's end, so nobody is resumed before it is answered.
///
/// - Source: PostgreSQL manual, "Pipeline Mode"; libpq 15's `fe-exec.c` where the manual is silent.
final class Pipeline {
    /// No two connections of a client have the same.
    let number: UInt64
    let policy: LanePolicy
    let handle: OpaquePointer
    let costs: StatementCosts

    /// Sent and not yet ended by their sync, oldest first.
    var inFlight = Deque<Request>()
    /// The first request in ``inFlight`` that is not fully answered.
    var cursor = 0
    /// Under which name each statement is prepared here, by ``Statement/id``.
    var prepared: [PreparedName?] = []
    /// Names given so far.
    var preparedCount = 0
    /// An error that came after every answer of the oldest group: that of its commit.
    var commitFailure: PostgresError?
    /// The last thing from the server was the end of a step; another one would never end.
    var endedStep = false

    /// What must be sent again, oldest first, for the lane to take.
    var unanswered: [Request] = []

    var wantsWrite = false
    var unsentBytes = 0
    var expectedBytes = 0
    /// libpq's buffers have grown too much; close when idle.
    var isRetiring = false
    /// `PQcancel` has been called and has not returned.
    var hasCancelOut = false

    /// Earliest deadline of what is in flight; earlier than true when that one was answered.
    var earliestDeadline = Moment.never
    /// When the server could begin with the oldest group.
    var groupStart = Moment.distantPast
    /// Ones, as many as the longest list of parameters: every value is binary.
    var formats: [Int32] = Array(repeating: 1, count: 16)
    private let notices: NoticeReceiver

    /// Takes an open connection and owns it.
    init(
        _ handle: OpaquePointer, number: UInt64, policy: LanePolicy, costs: StatementCosts,
        notices: NoticeReceiver
    ) {
        self.handle = handle
        self.number = number
        self.policy = policy
        self.costs = costs
        self.notices = notices
    }

    deinit { PQfinish(handle) }

    var isIdle: Bool { inFlight.isEmpty && !hasCancelOut }

    /// Nothing may be sent until `PQcancel` has returned and the answer is read, as it can stop whatever runs by then.
    var isCancelling: Bool { hasCancelOut || inFlight.first?.progress.isCancelling == true }

    var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }

    /// False too while the oldest statement is overdue: the connection may be dead.
    func canTakeMore(_ now: Moment) -> Bool {
        if let head = inFlight.first, head.deadline <= now { return false }
        return !isRetiring && !isCancelling && inFlight.count < policy.inFlightLimit
            && unsentBytes < PostgresLimits.unsentBytes && expectedBytes < PostgresLimits.expectedReplyBytes
    }
}

/// The name of a prepared statement, as C wants it.
final class PreparedName {
    let pointer: UnsafeMutablePointer<CChar>?

    init(_ number: Int) { pointer = strdup("s\(number)") }

    deinit { free(pointer) }
}
