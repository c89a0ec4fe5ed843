/// Why a statement has no answer.
///
/// `description` says no more than a stranger may hear; `debugDescription` has it all.
public enum PostgresError: Error, Sendable {
    /// The server refused the statement; its transaction is rolled back.
    case server(ServerError)
    /// The connection broke. `sent: false`: nothing happened, safe to retry. `sent: true`: the outcome is unknown.
    case connectionLost(sent: Bool)
    /// Not answered in time. `sent` as above.
    case deadline(sent: Bool)
    /// The calling task was cancelled. `sent` as above.
    case cancelled(sent: Bool)
    /// Too many statements wait already; nothing was sent.
    case overloaded
    /// No connection can be made.
    case connect(String)
    /// An answer was not what the caller asked for.
    case decode(String)
    /// ``Database/one(_:)`` found no row, or more than one.
    case rowCount(Int, query: String)
    /// The client is shutting down; nothing was sent.
    case shutdown
    /// The migration files and the database do not fit; the words say how.
    case migration(String)

    /// What the server says of an error.
    ///
    /// - Source: PostgreSQL manual, "Error and Notice Message Fields".
    public struct ServerError: Sendable, Hashable {
        public let sqlState: String
        public let message: String
        public let detail: String?
        /// Name of the violated constraint: the rule that was broken.
        public let constraint: String?
        public let query: String

        public init(sqlState: String, message: String, detail: String?, constraint: String?, query: String) {
            self.sqlState = sqlState
            self.message = message
            self.detail = detail
            self.constraint = constraint
            self.query = query
        }
    }

    /// The server's code for what happened.
    ///
    /// - Source: PostgreSQL manual, appendix A, "PostgreSQL Error Codes".
    public var sqlState: String? {
        guard case .server(let error) = self else { return nil }
        return error.sqlState
    }

    /// Name of the violated constraint, if that is what happened (class 23).
    public var constraint: String? {
        guard case .server(let error) = self, error.sqlState.hasPrefix("23") else { return nil }
        return error.constraint
    }

    /// True if running the same transaction again may succeed: serialization failure (40001) or deadlock (40P01).
    ///
    /// - Source: PostgreSQL manual, appendix A, "PostgreSQL Error Codes".
    public var isRetryable: Bool { sqlState == "40001" || sqlState == "40P01" }

    /// What was prepared is gone (26000) or would return other columns than it did (0A000).
    var isStalePlan: Bool { sqlState == "26000" || sqlState == "0A000" }
}

extension PostgresError: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { "database error" }

    public var debugDescription: String {
        switch self {
        case .server(let error):
            "\(error.query) failed with \(error.sqlState): \(error.message)"
                + (error.detail.map { " (\($0))" } ?? "") + (error.constraint.map { " [\($0)]" } ?? "")
        case .connectionLost(let sent): "connection lost, \(sent ? "outcome unknown" : "nothing sent")"
        case .deadline(let sent): "deadline passed, \(sent ? "outcome unknown" : "nothing sent")"
        case .cancelled(let sent): "cancelled, \(sent ? "outcome unknown" : "nothing sent")"
        case .overloaded: "too many statements are waiting"
        case .connect(let reason): "cannot connect: \(reason)"
        case .decode(let reason): "cannot decode: \(reason)"
        case .rowCount(let count, let query): "\(query) returned \(count) rows, expected one"
        case .shutdown: "the client is shutting down"
        case .migration(let reason): reason
        }
    }
}
