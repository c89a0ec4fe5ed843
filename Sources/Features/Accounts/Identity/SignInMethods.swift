import Access
import HTTPKit
import NoonishAPI
import Postgres

/// The sign-in methods that this server offers. Used to keep people from removing their last one.
struct SignInMethods: Sendable {
    let hasMail: Bool
    let hasPasskeys: Bool
    /// Issuers of the configured providers.
    let issuers: [String]

    /// Runs `removal`, and throws if it leaves the person without a sign-in method.
    ///
    /// Locks the person's row, so that removals of the same person's methods run one at a time.
    ///
    /// - Throws: 409 `last_way_in`; the caller's transaction rolls back.
    func removeKeepingOne(
        of me: Capability<PersonID>, in transaction: Transaction, _ removal: () async throws -> Void
    ) async throws {
        try await transaction.execute(.lockSignInMethods(of: me))
        try await removal()
        guard try await transaction.one(.signInMethodCount(self, of: me)) > 0 else {
            throw IdentityProblems.lastSignInMethod
        }
    }
}

extension Command {
    fileprivate static func lockSignInMethods(of me: Capability<PersonID>) -> Self {
        Command("accounts.lock_sign_in_methods", "SELECT true FROM person WHERE id = \(me.object) FOR UPDATE")
    }
}

extension Query where Row == Int {
    fileprivate static func signInMethodCount(_ methods: SignInMethods, of me: Capability<PersonID>) -> Self {
        Query(
            "accounts.count_sign_in_methods", on: .write,
            """
            SELECT (SELECT count(*) FROM person_email WHERE person_id = \(me.object) AND \(methods.hasMail))
                 + (SELECT count(*) FROM passkey WHERE person_id = \(me.object) AND \(methods.hasPasskeys))
                 + (SELECT count(*) FROM identity WHERE person_id = \(me.object) AND issuer = ANY (\(methods.issuers)))
            """)
    }
}
