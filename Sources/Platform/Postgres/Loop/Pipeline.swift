import CLibPQ
import DequeModule

/// The state machine of one open connection in pipeline mode. Not `Sendable`: it belongs to the loop's
/// thread.
///
/// Every request becomes one or more steps (prepare or execute), each answered by a result and a NULL. A sync
/// ends a group of requests and with it a transaction, so callers are resumed only after the sync has been
/// answered.
///
/// - Source: PostgreSQL manual, "Pipeline Mode"; libpq 15's `fe-exec.c` where the manual is silent.
final class Pipeline {
    /// Unique among all connections of a client.
    let number: UInt64
    let policy: LanePolicy
    let connection: OpenConnection
    /// The host and port of the server.
    let server: String
    let costs: StatementCosts

    /// Requests that were sent and whose sync has not been answered, oldest first.
    var inFlight = Deque<Request>()
    /// Index of the first request in ``inFlight`` that is not fully answered.
    var cursor = 0
    /// The name under which each statement is prepared on this connection, by ``Statement/id``.
    var prepared: [PreparedName?] = []
    /// Number of names used so far.
    var preparedCount = 0
    /// Why the oldest group may not be committed although all its answers arrived: an error after them, or a notice
    /// that its commit is not confirmed.
    var commitFailure: PostgresError?
    /// Whether the server's last message ended a step; a second end in a row would loop for ever.
    var endedStep = false

    /// Requests that must be sent again, oldest first, for the lane to take.
    var unanswered: [Request] = []

    var wantsWrite = false
    var unsentBytes = 0
    var expectedBytes = 0
    /// libpq's buffers have grown too large; close the connection when it is idle.
    var isRetiring = false
    /// When to leave a server to which another one is preferred, as soon as nothing is in flight.
    let leavesAt: Moment
    /// The server refused to write; the connection is of no use.
    var isServerReadOnly = false
    /// When the server last sent anything.
    var lastHeard = Moment.now
    /// `PQcancel` has been called and has not returned.
    var hasCancelOut = false

    /// A lower bound of the deadlines in flight; not raised when the request with the earliest one is
    /// answered.
    var earliestDeadline = Moment.never
    /// When the server could start with the oldest group.
    var groupStart = Moment.distantPast
    /// Parameter formats, one per parameter of the longest list so far; all are 1 (binary).
    var formats: [Int32] = Array(repeating: 1, count: 16)

    init(_ connection: OpenConnection, number: UInt64, policy: LanePolicy, costs: StatementCosts) {
        self.connection = connection
        server = connection.parameters.server
        leavesAt = connection.parameters.isFallback ? .now + PostgresLimits.timeOnFallback : .never
        self.number = number
        self.policy = policy
        self.costs = costs
    }

    var handle: OpaquePointer { connection.handle }

    /// Since when an answer is awaited without a sign of life; `nil` if none is awaited.
    var silentSince: Moment? { inFlight.isEmpty ? nil : max(groupStart, lastHeard) }

    var isIdle: Bool { inFlight.isEmpty && !hasCancelOut }

    /// Whether a cancellation is in progress. Nothing may be sent until `PQcancel` has returned and the
    /// answer has been read, because the cancellation hits whatever is running by then.
    var isCancelling: Bool { hasCancelOut || inFlight.first?.progress.isCancelling == true }

    var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }

    /// Whether another request may be sent. Also `false` while the oldest request is overdue, because the
    /// connection may be dead.
    func canTakeMore(_ now: Moment) -> Bool {
        if let head = inFlight.first, head.deadline <= now { return false }
        return !isRetiring && now < leavesAt && !isCancelling && inFlight.count < policy.inFlightLimit
            && unsentBytes < PostgresLimits.unsentBytes && expectedBytes < PostgresLimits.expectedReplyBytes
    }
}

/// The name of a prepared statement as a C string.
final class PreparedName {
    let pointer: UnsafeMutablePointer<CChar>?

    init(_ number: Int) { pointer = strdup("s\(number)") }

    deinit { free(pointer) }
}
