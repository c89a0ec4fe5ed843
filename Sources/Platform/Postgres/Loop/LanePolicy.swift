/// The behaviour of the connections of one lane.
struct LanePolicy {
    enum Sync {
        /// One sync for all requests that are sent together: cheap, but a failure aborts the requests behind
        /// it.
        case batch
        /// One sync per request, which makes it a transaction of its own.
        case request
    }

    let name: String
    let connectionCount: Int
    let sync: Sync
    /// Maximum number of requests in flight on one connection.
    let inFlightLimit: Int
    /// Whether every request is a transaction of its own. Otherwise it may be part of a larger one, which
    /// only its owner can run again.
    let isShared: Bool
    /// Whether a request may be sent again after its connection broke, or on the slow lane after it timed
    /// out.
    let isRepeatable: Bool
    /// Whether a statement is cancelled at the server when its caller no longer waits for it.
    let isCancellable: Bool
    let statementTimeout: Duration
    let parameters: ConnectionParameters
    let connectTimeout: Duration

    static func read(_ configuration: PostgresConfiguration) -> Self {
        let timeout = configuration.statementTimeouts.read
        return Self(
            name: "read", connectionCount: configuration.connections.read, sync: .batch,
            inFlightLimit: PostgresLimits.inFlightRequests, isShared: true, isRepeatable: true,
            isCancellable: false,
            statementTimeout: timeout,
            parameters: configuration.connection(statementTimeout: timeout, readOnly: true),
            connectTimeout: configuration.connectTimeout)
    }

    static func write(_ configuration: PostgresConfiguration) -> Self {
        let timeout = configuration.statementTimeouts.write
        return Self(
            name: "write", connectionCount: configuration.connections.write, sync: .request,
            inFlightLimit: PostgresLimits.inFlightRequests, isShared: true, isRepeatable: false,
            isCancellable: false,
            statementTimeout: timeout, parameters: configuration.connection(statementTimeout: timeout),
            connectTimeout: configuration.connectTimeout)
    }

    static func slow(_ configuration: PostgresConfiguration) -> Self {
        let timeout = configuration.statementTimeouts.slow
        return Self(
            name: "slow", connectionCount: configuration.connections.slow, sync: .request,
            inFlightLimit: 1, isShared: true, isRepeatable: true, isCancellable: true,
            statementTimeout: timeout,
            parameters: configuration.connection(statementTimeout: timeout, readOnly: true),
            connectTimeout: configuration.connectTimeout)
    }

    static func leased(_ configuration: PostgresConfiguration) -> Self {
        let timeout = configuration.statementTimeouts.leased
        return Self(
            name: "leased", connectionCount: configuration.connections.leased, sync: .request,
            inFlightLimit: 1, isShared: false, isRepeatable: false, isCancellable: true,
            statementTimeout: timeout, parameters: configuration.connection(statementTimeout: timeout),
            connectTimeout: configuration.connectTimeout)
    }
}
