package import HTTPKit
internal import HTTPTypes
package import Postgres

/// That the database is away, full or too busy is nobody's mistake and passes: 503 with `Retry-After`. All else is a fault
/// of the program.
extension PostgresError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .connectionLost(sent: true), .deadline(sent: true):
            .serviceUnavailable(
                "outcome_unknown",
                "The database did not say whether this was done. Look, or ask again with the same Idempotency-Key."
            )
        case .connectionLost, .deadline, .cancelled, .overloaded, .connect, .shutdown:
            .serviceUnavailable("unavailable", "Nothing was changed. Try again in a moment.")
        case .server(let error) where Self.passes(error.sqlState):
            .serviceUnavailable("unavailable", "Nothing was changed. Try again in a moment.")
        case .server, .decode, .rowCount, .migration:
            Problem("internal", .internalServerError, title: "Internal server error")
        }
    }

    /// Connection exceptions, serialization failures, insufficient resources (a full disk among them), an operator's
    /// intervention (shutdown, timeouts) and trouble of the system (input and output).
    ///
    /// - Source: PostgreSQL manual, appendix A, "PostgreSQL Error Codes".
    private static func passes(_ sqlState: String) -> Bool {
        ["08", "40", "53", "57", "58"].contains { sqlState.hasPrefix($0) } || sqlState == "55P03"
    }
}
