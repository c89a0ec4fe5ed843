import Access
import Foundation
import HTTPKit
import HTTPTypes
import JSON
import NoonishAPI
package import Postgres

extension Call {
    /// Requires that the caller signed in recently. Protects actions that take an account away, export it or
    /// delete it from anyone who finds an unlocked device.
    ///
    /// - Throws: 401 without a session; 403 `sign_in_again`, which lists the person's sign-in methods. The
    ///   client repeats the request after they have signed in again.
    package func requireRecentSignIn(
        _ database: any Database, clock: AccountClock = .databaseTime
    ) async throws {
        guard let session else { throw Problem.unauthorized() }
        let proof = try await database.first(.proof(of: session, now: clock.now()))
        guard let proof else { throw Problem.unauthorized() }
        guard proof.isRecent else { throw SignInProblems.signInAgain(methods: proof.methods) }
    }
}

/// Whether a session was proven recently, and the methods to prove it again.
@Row
struct SessionProof: PostgresRow {
    let isRecent: Bool
    /// `email`, `passkey`, and the IDs of providers.
    let methods: [String]
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
