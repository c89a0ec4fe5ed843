internal import Access
internal import HTTPKit
internal import NoonishAPI
internal import Postgres

/// The ways in that this server has, so that nobody gives up their last.
struct WaysIn: Sendable {
    let hasMail: Bool
    let hasPasskeys: Bool
    /// Of the providers that are set up.
    let issuers: [String]

    /// Runs `removal` and undoes it if no way in is left. One removal of a person's ways at a time.
    ///
    /// - Throws: 409 `last_way_in`.
    func keepingOne(
        of me: Capability<PersonID>, in transaction: Transaction, _ removal: () async throws -> Void
    ) async throws {
        try await transaction.execute(.lockWaysIn(of: me))
        try await removal()
        guard try await transaction.one(.wayInCount(self, of: me)) > 0 else {
            throw IdentityProblems.lastWayIn
        }
    }
}

extension Command {
    fileprivate static func lockWaysIn(of me: Capability<PersonID>) -> Self {
        Command("accounts.lock_sign_in_methods", "SELECT true FROM person WHERE id = \(me.object) FOR UPDATE")
    }
}

extension Query where Row == Int {
    fileprivate static func wayInCount(_ ways: WaysIn, of me: Capability<PersonID>) -> Self {
        Query(
            "accounts.count_sign_in_methods", on: .write,
            """
            SELECT (SELECT count(*) FROM person_email WHERE person_id = \(me.object) AND \(ways.hasMail))
                 + (SELECT count(*) FROM passkey WHERE person_id = \(me.object) AND \(ways.hasPasskeys))
                 + (SELECT count(*) FROM identity WHERE person_id = \(me.object) AND issuer = ANY (\(ways.issuers)))
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}
