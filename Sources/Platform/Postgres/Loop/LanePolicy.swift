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
    /// Whether its transactions are read-only. A request may then be sent again after its connection broke, or on the
    /// slow lane after it timed out.
    let isReadOnly: Bool
    /// Whether a statement is cancelled at the server when its caller no longer waits for it.
    let isCancellable: Bool
    let statementTimeout: Duration
    let parameters: ConnectionParameters
    let connectTimeout: Duration

    private init(
        _ name: String, _ connectionCount: Int, timeout: Duration, _ configuration: PostgresConfiguration,
        sync: Sync = .request, inFlightLimit: Int = 1, isShared: Bool = true, isReadOnly: Bool = false,
        isCancellable: Bool, plansOnce: Bool = true, parameters: ConnectionParameters? = nil
    ) {
        self.name = name
        self.connectionCount = connectionCount
        self.sync = sync
        self.inFlightLimit = inFlightLimit
        self.isShared = isShared
        self.isReadOnly = isReadOnly
        self.isCancellable = isCancellable
        statementTimeout = timeout
        self.parameters =
            parameters
            ?? configuration.connection(
                statementTimeout: timeout, readOnly: isReadOnly, plansOnce: plansOnce)
        connectTimeout = configuration.connectTimeout
    }

    static func read(_ configuration: PostgresConfiguration) -> Self {
        Self(
            "read", configuration.connections.read, timeout: configuration.statementTimeouts.read,
            configuration, sync: .batch, inFlightLimit: PostgresLimits.inFlightRequests, isReadOnly: true,
            isCancellable: false)
    }

    static func write(_ configuration: PostgresConfiguration) -> Self {
        Self(
            "write", configuration.connections.write, timeout: configuration.statementTimeouts.write,
            configuration, inFlightLimit: PostgresLimits.inFlightRequests, isCancellable: false)
    }

    /// Its statements run for so long that planning each with its values costs little; some page through a
    /// whole table, where the plan depends on them.
    static func slow(_ configuration: PostgresConfiguration) -> Self {
        Self(
            "slow", configuration.connections.slow, timeout: configuration.statementTimeouts.slow,
            configuration, isReadOnly: true, isCancellable: true, plansOnce: false)
    }

    /// Returns `nil` if no servers are named for it: the slow lane then has its statements.
    static func stale(_ configuration: PostgresConfiguration) -> Self? {
        let timeout = configuration.statementTimeouts.slow
        guard let parameters = configuration.staleConnection(statementTimeout: timeout) else { return nil }
        return Self(
            "stale", configuration.connections.slow, timeout: timeout, configuration, isReadOnly: true,
            isCancellable: true, plansOnce: false, parameters: parameters)
    }

    static func leased(_ configuration: PostgresConfiguration) -> Self {
        Self(
            "leased", configuration.connections.leased, timeout: configuration.statementTimeouts.leased,
            configuration, isShared: false, isCancellable: true)
    }
}
