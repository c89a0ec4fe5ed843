/// How the connections of one lane behave.
struct LanePolicy {
    enum Sync {
        /// One for everything that is sent at once: cheap, and a failure aborts the neighbours behind it.
        case batch
        /// One for each request: a transaction of its own.
        case request
    }

    let name: String
    let connectionCount: Int
    let sync: Sync
    /// Requests on the wire of one connection.
    let inFlightLimit: Int
    /// Every request is a transaction of its own. Otherwise it may be part of one, which only its owner can run again.
    let isShared: Bool
    /// A request may be sent again after its connection broke, and a timed out one on the slow lane.
    let isRepeatable: Bool
    /// What nobody waits for is stopped at the server.
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
