/// Every number of the client that an operator has no reason to change.
enum PostgresLimits {
    /// Statements that may wait for a connection; more are refused as ``PostgresError/overloaded``. At 10,000
    /// statements a second this is under half a second of work.
    static let waitingRequests = 4_096

    /// Bytes of parameters that may wait.
    static let waitingBytes = 64 << 20

    /// Statements on the wire of one connection. Enough to fill a batch; few enough that one slow statement holds back
    /// only its own batch.
    static let inFlightRequests = 64

    /// Bytes handed to libpq and not yet taken by the socket. libpq's buffer takes everything and never shrinks.
    static let unsentBytes = 1 << 20

    /// Bytes of replies expected on one connection, by what each statement answered so far.
    static let expectedReplyBytes = 16 << 20

    /// A request or a reply of so many bytes has made libpq's buffers grow for good; its connection is closed when it
    /// is idle.
    static let retiringBytes = 8 << 20

    /// Mean time above which a read moves to the slow lane…
    static let slowMean = Duration.milliseconds(20)

    /// …and under which it comes back.
    static let fastMean = Duration.milliseconds(5)

    /// Measurements before either is decided.
    static let samplesBeforeMoving = 8

    /// A connection whose oldest statement is overdue by its `statement_timeout` and this much is dead.
    static let deadAfter = Duration.seconds(1)

    /// First and longest pause before connecting again.
    static let shortestBackoff = Duration.milliseconds(10)
    static let longestBackoff = Duration.seconds(1)

    /// How long shutdown waits for replies that are on their way.
    static let drain = Duration.seconds(5)

    /// Texts under one query name that are prepared; further ones run unprepared, so that a text built at run time
    /// cannot fill the server's memory.
    static let textsPerName = 16

    /// Times that a transaction is run when the server asks for it to be run again.
    static let transactionAttempts = 5

    /// Most parameters of one statement: the protocol counts them in 16 bits.
    static let parameters = 65_535
}
