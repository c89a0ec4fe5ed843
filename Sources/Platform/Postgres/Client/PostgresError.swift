/// The reason why a statement failed.
///
/// `description` reveals nothing and is safe to show to anyone; `debugDescription` has all details.
public enum PostgresError: Error, Sendable {
    /// The server rejected the statement and rolled its transaction back.
    case server(ServerError)
    /// The connection was lost. With `sent: false` nothing happened and a retry is safe; with `sent: true`
    /// the outcome is unknown.
    case connectionLost(sent: Bool)
    /// The deadline passed before the answer arrived. `sent` as in ``connectionLost(sent:)``.
    case deadline(sent: Bool)
    /// The calling task was cancelled. `sent` as in ``connectionLost(sent:)``.
    case cancelled(sent: Bool)
    /// Too many statements are waiting; nothing was sent.
    case overloaded
    /// No connection could be made. The error code is that of a server which refused, if one did.
    case connect(String, sqlState: String? = nil)
    /// The answer does not have the type or shape that the caller expects.
    case decode(String)
    /// ``Database/one(_:timeout:)`` found no row, or more than one.
    case rowCount(Int, query: String)
    /// The client is shutting down; nothing was sent.
    case shutdown
    /// The migration files and the database contradict each other; the text explains how.
    case migration(String)

    /// An error that the server reported.
    ///
    /// - Source: PostgreSQL manual, "Error and Notice Message Fields".
    public struct ServerError: Sendable, Hashable {
        public let sqlState: String
        public let message: String
        /// `nil` in the classes of errors whose details quote rows: see ``quotesRows(_:)``.
        public let detail: String?
        /// Name of the violated constraint, and of its table and column.
        public let constraint: String?
        public let table: String?
        public let column: String?
        public let query: String

        public init(
            sqlState: String, message: String, detail: String?, constraint: String?, table: String? = nil,
            column: String? = nil, query: String
        ) {
            self.sqlState = sqlState
            self.message = message
            self.detail = Self.quotesRows(sqlState) ? nil : detail
            self.constraint = constraint
            self.table = table
            self.column = column
            self.query = query
        }

        /// Returns whether the details of an error may contain values of rows, such as "Failing row contains (…)" and
        /// "Key (address)=(…) already exists": data exceptions (22), integrity constraint violations (23) and WITH CHECK
        /// OPTION violations (44). They are never kept, so that names and notes reach no log.
        ///
        /// - Source: PostgreSQL manual, appendix A, "PostgreSQL Error Codes".
        private static func quotesRows(_ sqlState: String) -> Bool {
            ["22", "23", "44"].contains { sqlState.hasPrefix($0) }
        }

        /// The table and column, as `table.column`; `nil` without a table.
        fileprivate var place: String? {
            table.map { table in column.map { "\(table).\($0)" } ?? table }
        }
    }

    /// The five-character error code (SQLSTATE), if the server reported the error.
    ///
    /// - Source: PostgreSQL manual, appendix A, "PostgreSQL Error Codes".
    public var sqlState: String? {
        guard case .server(let error) = self else { return nil }
        return error.sqlState
    }

    /// Name of the violated constraint, if the error is an integrity constraint violation (class 23).
    public var constraint: String? {
        guard case .server(let error) = self, error.sqlState.hasPrefix("23") else { return nil }
        return error.constraint
    }

    /// Whether running the same transaction again may succeed: serialization failure (40001) or deadlock
    /// (40P01).
    ///
    /// - Source: PostgreSQL manual, appendix A, "PostgreSQL Error Codes".
    public var isRetryable: Bool { sqlState == "40001" || sqlState == "40P01" }

    /// Whether the server accepts no writes (25006): it is a standby, or was made read-only.
    public var isReadOnlyServer: Bool { sqlState == "25006" }

    /// Whether a server that can be written to may appear without anyone changing a setting: no server answers, or
    /// those that do start, stop, are full or frozen, or follow another one. `false` for one that refuses the
    /// credentials.
    public var mayPass: Bool {
        switch self {
        case .connect(_, let sqlState): sqlState.map { $0.hasPrefix("57") || $0.hasPrefix("53") } ?? true
        case .connectionLost, .deadline: true
        default: isReadOnlyServer
        }
    }

    /// No server was found that accepts writes.
    static let readOnlyServer = PostgresError.connect("the server is read-only")

    /// What a server that accepts no writes answers to a statement that would only seem to succeed.
    static func refusal(of query: String) -> Self {
        .server(
            ServerError(
                sqlState: "25006", message: "the server is read-only", detail: nil, constraint: nil,
                query: query))
    }

    init(_ failure: ConnectFailure) { self = .connect(failure.reason, sqlState: failure.sqlState) }

    /// The error code, or why there is none, for metrics.
    var reason: String {
        if let sqlState { return sqlState }
        return if case .connectionLost = self { "connection_lost" } else { "other" }
    }

    /// Whether the prepared statement no longer exists (26000) or its result columns have changed (0A000).
    var isStalePlan: Bool { sqlState == "26000" || sqlState == "0A000" }
}

extension PostgresError: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { "database error" }

    public var debugDescription: String {
        switch self {
        case .server(let error):
            "\(error.query) failed with \(error.sqlState): \(error.message)"
                + (error.detail.map { " (\($0))" } ?? "") + (error.constraint.map { " [\($0)]" } ?? "")
                + (error.place.map { " in \($0)" } ?? "")
        case .connectionLost(let sent): "connection lost, \(sent ? "outcome unknown" : "nothing sent")"
        case .deadline(let sent): "deadline passed, \(sent ? "outcome unknown" : "nothing sent")"
        case .cancelled(let sent): "cancelled, \(sent ? "outcome unknown" : "nothing sent")"
        case .overloaded: "too many statements are waiting"
        case .connect(let reason, _): "cannot connect: \(reason)"
        case .decode(let reason): "cannot decode: \(reason)"
        case .rowCount(let count, let query): "\(query) returned \(count) rows, expected one"
        case .shutdown: "the client is shutting down"
        case .migration(let reason): reason
        }
    }
}
