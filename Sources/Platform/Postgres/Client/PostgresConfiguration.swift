/// The server's address, the credentials, and the time limits of a ``PostgresClient``.
public struct PostgresConfiguration: Sendable {
    /// Maximum number of connections of each kind. They are opened when they are needed.
    public struct Connections: Sendable {
        /// For statements that only read; they share a sync.
        public var read = 2
        /// For statements that write; several, so that the server can group commits.
        public var write = 4
        /// For slow reads. Each connection runs one at a time.
        public var slow = 2
        /// For transactions. Each connection runs one at a time.
        public var leased = 8

        public init(read: Int = 2, write: Int = 4, slow: Int = 2, leased: Int = 8) {
            precondition(min(read, write, slow, leased) > 0, "Every kind needs at least one connection.")
            self.read = read
            self.write = write
            self.slow = slow
            self.leased = leased
        }
    }

    /// How long the server runs a statement before it cancels it (`statement_timeout`).
    public struct StatementTimeouts: Sendable {
        /// A read that exceeds this limit is sent once more on the slow lane.
        public var read = Duration.milliseconds(250)
        public var write = Duration.seconds(5)
        public var slow = Duration.seconds(30)
        public var leased = Duration.seconds(10)

        public init() {}
    }

    private(set) var parameters: ConnectionParameters
    /// The servers of ``Lane/stale``; `nil` for the lane of slow reads.
    private(set) var standby: ConnectionParameters?
    /// The role to switch to, of which the login must be a member; `nil` keeps the login's own role.
    public var role: String?
    /// Shown in `pg_stat_activity`.
    public var applicationName = "noonish"
    public var connections = Connections()
    public var statementTimeouts = StatementTimeouts()
    /// How long a statement waits for a lock (`lock_timeout`).
    public var lockTimeout = Duration.seconds(2)
    /// How long a transaction may stay idle (`idle_in_transaction_session_timeout`).
    public var idleInTransactionTimeout = Duration.seconds(10)
    /// How long a caller waits when it passes no timeout.
    public var timeout = Duration.seconds(10)
    /// How long one attempt to connect may take.
    public var connectTimeout = Duration.seconds(5)
    /// Where there are several hosts: how long one may answer nothing before it is probed, and how long the probe may
    /// take before its connections are given up.
    public var silence = Duration.seconds(2)

    /// Parses a connection string.
    ///
    /// - Parameter connectionString: A libpq connection string, `host=… dbname=…` or `postgresql://…`, with
    ///   one or more hosts, of which `target_session_attrs=read-write` chooses the leader. Host names are resolved on the loop's thread; use `hostaddr` where DNS is slow.
    /// - Throws: ``PostgresError/connect(_:)`` when the string is not valid.
    /// - Source: PostgreSQL manual, "Connection Strings".
    public init(_ connectionString: String) throws(PostgresError) {
        parameters = try ConnectionParameters(connectionString)
    }

    /// Names servers for the reads that may be some seconds old. If none of them can be reached, the others are read.
    ///
    /// - Throws: ``PostgresError/connect(_:)`` when the string is not valid.
    public mutating func readStale(from connectionString: String) throws(PostgresError) {
        standby = try ConnectionParameters(connectionString)
    }

    /// Returns the value that the connection string gives for a keyword.
    package func parameter(_ keyword: String) -> String? { parameters[keyword] }

    /// The number of servers in the connection string.
    package var serverCount: Int {
        Set(parameters.alternatives.map(\.server)).count
    }

    /// The connection parameters as environment variables for PostgreSQL's own programs. A command line,
    /// unlike the environment, is visible to all users of the machine.
    package var environment: [String: String] { parameters.environment }

    /// Returns a configuration for another database on the same server.
    public func withDatabase(_ name: String) -> Self {
        var copy = self
        copy.parameters = parameters.setting("dbname", to: name)
        copy.standby = standby?.setting("dbname", to: name)
        return copy
    }
}

extension PostgresConfiguration {
    /// Returns the parameters for reads that may be stale; `nil` without servers of their own.
    func staleConnection(statementTimeout: Duration) -> ConnectionParameters? {
        guard let standby else { return nil }
        return connection(statementTimeout: statementTimeout, readOnly: true, to: standby)
            .fallingBack(to: connection(statementTimeout: statementTimeout, readOnly: true))
    }

    /// Returns the parameters for one connection.
    ///
    /// - Parameters:
    ///   - statementTimeout: The value of `statement_timeout`; zero means no limit.
    ///   - readOnly: Whether transactions on the connection are read-only.
    ///   - server: The servers, if not those of the configuration.
    ///   - plansOnce: Whether a prepared statement keeps its first plan, which uses indexes wherever it can. Otherwise
    ///     PostgreSQL plans the first five executions on each connection anew, each of which takes longer than most
    ///     statements run.
    func connection(
        statementTimeout: Duration, readOnly: Bool = false, plansOnce: Bool = false,
        to server: ConnectionParameters? = nil
    ) -> ConnectionParameters {
        let parameters = server ?? parameters
        var settings = [
            "statement_timeout=\(statementTimeout.wholeMilliseconds)",
            "lock_timeout=\(lockTimeout.wholeMilliseconds)",
            "idle_in_transaction_session_timeout=\(idleInTransactionTimeout.wholeMilliseconds)",
            "client_min_messages=warning",
            "TimeZone=UTC",
            "jit=off",
        ]
        // The plan of a queue that was empty at that time would read the whole table when it is full.
        if plansOnce { settings += ["plan_cache_mode=force_generic_plan", "enable_seqscan=off"] }
        if readOnly { settings.append("default_transaction_read_only=on") }
        if let role { settings.append("role=\(role)") }
        let target = readOnly ? parameters.choosingServerByRecovery : parameters
        return target.adding(settings: settings).defaulting([
            "application_name": applicationName,
            "client_encoding": "UTF8",
            "keepalives_idle": "30",
            "keepalives_interval": "10",
            "keepalives_count": "3",
            "tcp_user_timeout": "30000",
        ])
    }
}
