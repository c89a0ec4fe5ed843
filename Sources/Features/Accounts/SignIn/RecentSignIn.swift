internal import Access
internal import Foundation
internal import HTTPKit
internal import HTTPTypes
internal import JSON
internal import NoonishAPI
package import Postgres

extension Call {
    /// Whether whoever asks has proved lately who they are: a device that was left open must not be enough to take an
    /// account away, to carry all of it off, or to end it.
    ///
    /// - Throws: 403 `sign_in_again` with `ways`, by which this person can; the route is asked again after that.
    package func requireRecentSignIn(
        _ database: any Database, clock: AccountClock = .ofDatabase
    ) async throws {
        guard let session else { throw Problem.unauthorized() }
        let proof = try await database.first(.proof(of: session, now: clock.now()))
        guard let proof else { throw Problem.unauthorized() }
        guard proof.isRecent else { throw SignInProblems.signInAgain(ways: proof.ways) }
    }
}

/// When a session was proven, and how it can be again.
struct SessionProof: PostgresRow {
    let isRecent: Bool
    /// `email`, `passkey`, and names of providers.
    let ways: [String]

    init(row: inout RowReader) throws(PostgresError) {
        isRecent = try row.next()
        ways = try row.next()
    }
}

extension Query where Row == SessionProof {
    fileprivate static func proof(of session: SessionID, now: Date?) -> Self {
        Query(
            "accounts.read_session_proof",
            """
            SELECT s.proven_at > coalesce(\(now), now()) - \(AccountLimits.recentSignIn) * interval '1 s',
                   ARRAY(SELECT 'email' WHERE EXISTS (SELECT FROM person_email WHERE person_id = s.person_id)
                          UNION ALL
                         SELECT 'passkey' WHERE EXISTS (SELECT FROM passkey WHERE person_id = s.person_id)
                          UNION ALL
                         SELECT DISTINCT provider FROM identity WHERE person_id = s.person_id)
              FROM session AS s
             WHERE s.id = \(session)
            """)
    }
}
