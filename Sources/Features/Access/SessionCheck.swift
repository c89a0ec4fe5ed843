package import Postgres
import Synchronization

/// The check of a caller's session by the statement that answers the request. Both see the same state of the
/// database, and take one round trip.
///
/// ``TokenResolver/check(of:as:from:)`` creates it, ``Call/all(_:from:)`` and ``Call/write(_:_:)`` use it.
package final class SessionCheck: Sendable {
    /// Appends a query that returns one row if the session is live: `person_id`, and `is_stale`, whether this use of it
    /// must be recorded.
    let appendQuery: @Sendable (inout SQL.StringInterpolation) -> Void
    let recordUse: @Sendable () async throws -> Void
    private let outcome = Mutex<Outcome?>(nil)

    /// What a statement found of a live session.
    private struct Outcome {
        /// Whether this use of the session must be recorded.
        let isStale: Bool
    }

    package init(
        query: @escaping @Sendable (inout SQL.StringInterpolation) -> Void,
        recordUse: @escaping @Sendable () async throws -> Void
    ) {
        appendQuery = query
        self.recordUse = recordUse
    }

    /// Whether a statement found the session live.
    var hasPassed: Bool { outcome.withLock { $0 != nil } }

    /// Whether the session is live and this use of it must be recorded.
    var isStale: Bool { outcome.withLock { $0?.isStale ?? false } }

    func pass(isStale: Bool) { outcome.withLock { $0 = Outcome(isStale: isStale) } }

    /// The check as a query of its own, for the first round trip of a transaction.
    var query: Query<Bool> {
        Query(Self.queryName, "SELECT is_stale FROM (\(self)) AS caller")
    }

    static let queryName = "access.check_session"
}

extension PostgresError {
    /// Whether ``SessionCheck/query`` found no live session.
    var isEndedSession: Bool {
        if case .rowCount(0, query: SessionCheck.queryName) = self { true } else { false }
    }
}

/// A row of a query that checks the caller's session too.
struct CheckedRow<Row: Sendable>: Sendable {
    /// Whether the use of the session must be recorded.
    let isStale: Bool
    /// Whether the condition holds that the query also evaluates.
    let isMet: Bool
    /// `nil` in the only row of a query that found none.
    let row: Row?
}

extension Query {
    /// Returns this query in one statement with the check of a session and a condition on `caller.person_id`. The statement
    /// returns no row if the session has ended, otherwise at least one.
    ///
    /// The rows keep their order: the check returns at most one row, and a join without a condition can only be a
    /// nested loop.
    func checking(_ session: SessionCheck, and condition: SQL) -> Query<CheckedRow<Row>> {
        Query<CheckedRow<Row>>(
            name, on: lane,
            """
            SELECT caller.is_stale, caller.is_met, answer.*
              FROM (SELECT true AS is_row, found.*
                      FROM (\(statement: sql)) AS found) AS answer
             RIGHT JOIN (SELECT is_stale, \(fragment: condition) AS is_met
                           FROM (\(session)) AS caller
                          LIMIT 1) AS caller ON true
            """
        ) { [decode] reader throws(PostgresError) in
            let isStale: Bool = try reader.next()
            let isMet: Bool = try reader.next()
            let isRow: Bool? = try reader.next()
            guard isRow != nil else {
                reader.skipRest()
                return CheckedRow(isStale: isStale, isMet: isMet, row: nil)
            }
            return CheckedRow(isStale: isStale, isMet: isMet, row: try decode(&reader))
        }
    }
}

extension SQL.StringInterpolation {
    fileprivate mutating func appendInterpolation(_ session: SessionCheck) { session.appendQuery(&self) }
}
