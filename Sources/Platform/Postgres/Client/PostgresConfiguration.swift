/// Where the server is, as whom to speak to it, and how long things may take.
public struct PostgresConfiguration: Sendable {
    /// Number of connections of each kind. They are opened when they are needed.
    public struct Connections: Sendable {
        /// For statements that only read; they share a sync.
        public var read = 2
        /// For statements that write; several, so that the server can group commits.
        public var write = 4
        /// For reads that take long, one at a time each.
        public var slow = 2
        /// For transactions, one at a time each.
        public var leased = 8

        public init(read: Int = 2, write: Int = 4, slow: Int = 2, leased: Int = 8) {
            precondition(min(read, write, slow, leased) > 0, "Every kind needs at least one connection.")
            self.read = read
            self.write = write
            self.slow = slow
            self.leased = leased
        }
    }

    /// How long the server works on one statement before it stops it (`statement_timeout`).
    public struct StatementTimeouts: Sendable {
        /// A read that takes longer is sent once more on the slow lane.
        public var read = Duration.milliseconds(250)
        public var write = Duration.seconds(5)
        public var slow = Duration.seconds(30)
        public var leased = Duration.seconds(10)

        public init() {}
    }

    private(set) var parameters: ConnectionParameters
    /// A role to act as, which the login must be a member of; nil acts as the login itself.
    public var role: String?
    /// Seen in `pg_stat_activity`.
    public var applicationName = "noonish"
    public var connections = Connections()
    public var statementTimeouts = StatementTimeouts()
    /// How long a statement waits for a lock (`lock_timeout`).
    public var lockTimeout = Duration.seconds(2)
    /// How long a transaction may do nothing (`idle_in_transaction_session_timeout`).
    public var idleInTransactionTimeout = Duration.seconds(10)
    /// How long a caller waits when it does not say.
    public var timeout = Duration.seconds(10)
    /// How long one attempt to connect may take.
    public var connectTimeout = Duration.seconds(5)

    /// - Parameter connectionString: A libpq connection string, `host=… dbname=…` or `postgresql://…`, with one or more
    ///   hosts. A host name is looked up on the loop's thread: where name service is slow, give `hostaddr`.
    /// - Throws: ``PostgresError/connect(_:)`` when it cannot be understood.
    /// - Source: PostgreSQL manual, "Connection Strings".
    public init(_ connectionString: String) throws(PostgresError) {
        parameters = try ConnectionParameters(connectionString)
    }

    /// What the connection string says of a keyword.
    package func parameter(_ keyword: String) -> String? { parameters[keyword] }

    /// The same for PostgreSQL's own programs, as variables of their environment: what stands on a command line is seen by
    /// everybody on the machine.
    package var environment: [String: String] { parameters.environment }

    /// The same server, another database.
    public func withDatabase(_ name: String) -> Self {
        var copy = self
        copy.parameters = parameters.setting("dbname", to: name)
        return copy
    }
}

extension PostgresConfiguration {
    /// Parameters of a connection with `statementTimeout` (zero: none) and, if `readOnly`, no way to write.
    func connection(statementTimeout: Duration, readOnly: Bool = false) -> ConnectionParameters {
        var settings = [
            "statement_timeout=\(statementTimeout.wholeMilliseconds)",
            "lock_timeout=\(lockTimeout.wholeMilliseconds)",
            "idle_in_transaction_session_timeout=\(idleInTransactionTimeout.wholeMilliseconds)",
            "client_min_messages=warning",
            "TimeZone=UTC",
            "jit=off",
        ]
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
