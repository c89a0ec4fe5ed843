import Timing

/// The client's limits and thresholds that operators have no reason to change.
enum PostgresLimits {
    /// Maximum number of requests that wait for a connection; more are refused with
    /// ``PostgresError/overloaded``. At 10,000 statements a second this is under half a second of work.
    static let waitingRequests = 4_096

    /// Maximum bytes of parameters that wait.
    static let waitingBytes = 64 << 20

    /// Maximum number of requests in flight on one connection. Enough to fill a batch, few enough that a slow
    /// statement delays only its own batch.
    static let inFlightRequests = 64

    /// Maximum bytes passed to libpq that the socket has not taken yet. libpq's buffer accepts everything and
    /// never shrinks.
    static let unsentBytes = 1 << 20

    /// Maximum bytes of replies expected on one connection, estimated from what each statement returned
    /// before.
    static let expectedReplyBytes = 16 << 20

    /// A connection that carried a request or reply larger than this is closed when it becomes idle, because
    /// libpq's buffers never shrink.
    static let retiringBytes = 8 << 20

    /// A read whose mean duration exceeds this moves to the slow lane.
    static let slowMean = Duration.milliseconds(20)

    /// A read whose mean duration falls below this moves back.
    static let fastMean = Duration.milliseconds(5)

    /// Number of measurements required before a statement moves in either direction.
    static let samplesBeforeMoving = 8

    /// A connection is considered dead when its oldest request is overdue by `statement_timeout` plus this.
    static let deadAfter = Duration.seconds(1)

    /// How long a host may be silent before the next one is tried too.
    static let hostStagger = Duration.milliseconds(250)

    /// After how long a host that refused is tried again while another is silent.
    static let hostRetry = Duration.milliseconds(500)

    /// The pause before reconnecting after a server was found to be read-only.
    static let pauseAfterReadOnly = Duration.milliseconds(250)

    /// How long a lane stays with a server that it fell back to.
    static let timeOnFallback = Duration.seconds(60)

    /// The pause before reconnecting after an open connection was lost.
    static let pauseAfterLoss = Duration.milliseconds(10)
    /// The pauses between failed attempts to connect, and between attempts of a transaction that conflicted.
    static let backoff = Backoff(first: .milliseconds(20), longest: .seconds(1), jitter: .half)

    /// How long shutdown waits for replies to requests in flight.
    static let drain = Duration.seconds(5)

    /// Maximum number of texts that are prepared for one query name. Further ones run unprepared, so that SQL
    /// built at run time cannot fill the server's memory.
    static let textsPerName = 16

    /// Maximum number of times that a transaction is attempted.
    static let transactionAttempts = 5

    /// Maximum number of parameters of one statement: the protocol counts them in 16 bits.
    static let parameters = 65_535
}
