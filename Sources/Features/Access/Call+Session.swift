import HTTPKit
import HTTPTypes
import Hummingbird
import NoonishAPI
package import Postgres

extension Call {
    /// Runs the query that answers a request. If the route leaves the check of the caller's session to its handler
    /// (``RouteContract/checksSession``), the statement makes that check.
    ///
    /// - Throws: 401 if the session has ended.
    package func all<Row>(_ query: Query<Row>, from database: any Database) async throws -> [Row] {
        if let checked = try await all(query, finding: "false", from: database) { return checked.rows }
        return try await database.all(query)
    }

    /// Runs a query in one statement with the check of the caller's session and a condition on `caller.person_id`, a column.
    ///
    /// - Returns: The rows, and whether the condition holds; `nil`, with nothing run, if no session is left to check.
    /// - Throws: 401 if the session has ended.
    package func all<Row>(
        _ query: Query<Row>, finding condition: SQL, from database: any Database
    ) async throws -> (rows: [Row], isMet: Bool)? {
        guard let session, !session.hasPassed else { return nil }
        let rows = try await database.all(query.checking(session, and: condition))
        guard let first = rows.first else { throw Problem.sessionEnded }
        session.pass(isStale: first.isStale)
        return (rows.compactMap(\.row), first.isMet)
    }
}

// For a statement that does nothing for an ended session, and that leaves the refusal to another.
extension Call {
    /// A query with one row if the caller's session is live, or was found live before: `is_stale`, for
    /// ``passSession(isStale:)``.
    package var sessionQuery: SQL { session?.query.sql ?? "SELECT false AS is_stale" }

    /// Notes that a statement found the session live.
    package func passSession(isStale: Bool) { session?.pass(isStale: isStale) }
}

extension Problem {
    /// 401 for a token that no longer authenticates anyone.
    static let sessionEnded = Problem.unauthorized(
        "session_ended", "This sign-in is no longer valid here. Sign in again.")

    /// Returns the problem with fields that delete the cookies of a session that has ended, so that the browser soon stops
    /// sending it. A live session takes precedence over all other cookies, so one that was sent has ended.
    ///
    /// Only the answer to "who am I" has them: the refusal of any other request may arrive after the person has signed in
    /// again, and would delete the new cookies. The web client sends that request and sign-ins one after another.
    func deletingEndedSession(of request: Request, to endpoint: Endpoint, site: Site) -> Problem {
        guard endpoint == .readMe, code == Self.sessionEnded.code, request.headers[.authorization] == nil,
            request.cookies[CookieName.session(site)] != nil
        else { return self }
        var problem = self
        for cookie in Cookie.session("", maxAge: 0, site: site) {
            problem.headers.append(HTTPField(name: .setCookie, value: cookie.description))
        }
        return problem
    }
}
