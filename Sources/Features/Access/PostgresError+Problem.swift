package import HTTPKit
import HTTPTypes
package import Postgres

/// Failures of a database that is unreachable, full or overloaded are temporary: 503. All others are defects
/// of the program: 500.
extension PostgresError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .connectionLost(sent: true), .deadline(sent: true):
            .serviceUnavailable(
                "outcome_unknown",
                "It is unknown whether this was done. Check, or retry with the same Idempotency-Key."
            )
        case .connectionLost, .deadline, .cancelled, .overloaded, .connect, .shutdown:
            .serviceUnavailable("unavailable", "Nothing was changed. Try again in a moment.")
        case .server(let error) where Self.isTransient(error.sqlState):
            .serviceUnavailable("unavailable", "Nothing was changed. Try again in a moment.")
        case .server, .decode, .rowCount, .migration:
            Problem("internal", .internalServerError, title: "Internal server error")
        }
    }

    /// Returns whether the error is temporary: connection exceptions (08), serialization failures (40),
    /// insufficient resources such as a full disk (53), operator intervention such as shutdown and timeouts
    /// (57), system errors such as I/O (58), locks that are not available (55P03), and a server that was made
    /// read-only (25006).
    ///
    /// - Source: PostgreSQL manual, appendix A, "PostgreSQL Error Codes".
    private static func isTransient(_ sqlState: String) -> Bool {
        ["08", "40", "53", "57", "58"].contains { sqlState.hasPrefix($0) }
            || ["25006", "55P03"].contains(sqlState)
    }
}
