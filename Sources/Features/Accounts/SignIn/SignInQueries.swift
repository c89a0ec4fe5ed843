import Access
import Foundation
import NoonishAPI
import Postgres

// `now` is `nil` for the database's clock; see ``AccountClock``.

extension Query where Row == LimitEntry {
    static func signInMails(to address: String) -> Self {
        Query(
            "accounts.count_sign_in_mails", "SELECT created_at, 1 FROM sign_in WHERE address = \(address)")
    }
}

extension Query where Row == Bool {
    /// Locks an address until the transaction ends, so that its mails and proofs are handled one at a time.
    static func lockAddress(_ address: String) -> Self {
        Query(
            "accounts.lock_sign_in_address", on: .write,
            "SELECT true FROM pg_advisory_xact_lock(hashtextextended(\("address:" + address), 0))")
    }

    /// One row: whether `browser` itself requested this many mails to `address` within the last hour.
    static func hasRequestedSignIns(
        to address: String, by browser: TokenHash?, atLeast count: Int, now: Date?
    ) -> Self {
        Query(
            "accounts.check_sign_in_requests",
            """
            SELECT count(*) >= \(count)
              FROM sign_in
             WHERE address = \(address) AND browser_hash = \(browser?.bytes)
               AND created_at > coalesce(\(now), now()) - interval '1 hour'
            """)
    }

    /// One row: whether `browser` has open sign-ins of `address`, and no guess left for any of them.
    static func codesAreSpent(of address: String, by browser: TokenHash?, limit: Int, now: Date?) -> Self {
        Query(
            "accounts.check_sign_in_guesses",
            """
            SELECT coalesce(bool_and(attempts >= \(limit)), false)
              FROM sign_in
             WHERE address = \(address) AND browser_hash = \(browser?.bytes)
               AND used_at IS NULL AND expires_at > coalesce(\(now), now())
            """)
    }

    /// One row: whether the link with this token is valid, apart from the browser it is bound to.
    static func linkIsForAnotherBrowser(_ link: TokenHash, now: Date?) -> Self {
        Query(
            "accounts.check_sign_in_browser",
            """
            SELECT EXISTS (SELECT FROM sign_in
                            WHERE link_hash = \(link.bytes)
                              AND used_at IS NULL AND expires_at > coalesce(\(now), now()))
            """)
    }
}

extension Query where Row == OpenSignIn {
    /// Spends one guess on every open sign-in of `address` that has one left, and returns those. The code is
    /// compared only afterwards, so concurrent guesses cannot exceed the limit.
    ///
    /// Guesses from the requesting browser and from elsewhere are counted separately, so that strangers
    /// cannot use up the guesses of the person waiting for the mail.
    static func takeGuess(
        of address: String, browser: TokenHash?, limit: Int, now: Date?
    ) -> Self {
        Query(
            "accounts.take_sign_in_guess", on: .write,
            """
            WITH open AS (
                SELECT id, coalesce(browser_hash = \(browser?.bytes), browser_hash IS NULL) AS own
                  FROM sign_in
                 WHERE address = \(address) AND used_at IS NULL AND expires_at > coalesce(\(now), now()))
            UPDATE sign_in AS s
               SET attempts          = s.attempts + open.own::int,
                   stranger_attempts = s.stranger_attempts + (NOT open.own)::int
              FROM open
             WHERE s.id = open.id
               AND CASE WHEN open.own THEN s.attempts ELSE s.stranger_attempts END < \(limit)
            RETURNING s.id, s.code_hash
            """)
    }
}

extension Query where Row == String {
    /// Consumes a sign-in by its code and returns the address. No row if it was used or expired meanwhile.
    static func useCode(of id: SignInID, now: Date?) -> Self {
        Query(
            "accounts.use_sign_in_code", on: .write,
            """
            UPDATE sign_in
               SET used_at = coalesce(\(now), now())
             WHERE id = \(id) AND used_at IS NULL AND expires_at > coalesce(\(now), now())
            RETURNING address
            """)
    }

    /// Consumes a sign-in by its link and returns the address. The browser must be the requesting one, unless
    /// the link is not bound to a browser.
    static func useLink(_ link: TokenHash, browser: TokenHash?, now: Date?) -> Self {
        Query(
            "accounts.use_sign_in_link", on: .write,
            """
            UPDATE sign_in
               SET used_at = coalesce(\(now), now())
             WHERE link_hash = \(link.bytes)
               AND used_at IS NULL AND expires_at > coalesce(\(now), now())
               AND (browser_hash IS NULL OR browser_hash = \(browser?.bytes))
            RETURNING address
            """)
    }
}

extension Query where Row == PersonID {
    /// Returns the member with this address, and creates one if there is none. Requires the lock of
    /// ``Query/lockAddress(_:)``.
    static func findOrCreateMember(_ address: String, otherwise new: PersonID, name: String) -> Self {
        Query(
            "accounts.read_member_owning_address", on: .write,
            """
            WITH known AS (
                SELECT person_id FROM person_email WHERE address = \(address)
            ), made AS (
                INSERT INTO person (id, kind, name)
                SELECT \(new), 'member', \(name)
                 WHERE NOT EXISTS (SELECT FROM known)
                RETURNING id
            ), proved AS (
                INSERT INTO person_email (address, person_id)
                SELECT \(address), id FROM made
                RETURNING person_id
            )
            SELECT person_id FROM known
             UNION ALL
            SELECT person_id FROM proved
            """)
    }
}

extension Command {
    static func insertSignIn(
        _ id: SignInID, address: String, codeHash: [UInt8], link: TokenHash, browser: TokenHash?,
        life: Duration,
        now: Date?
    ) -> Self {
        Command(
            "accounts.insert_sign_in",
            """
            INSERT INTO sign_in (id, address, code_hash, link_hash, browser_hash, created_at, expires_at)
            VALUES (\(id), \(address), \(codeHash), \(link.bytes), \(browser?.bytes), coalesce(\(now), now()),
                    coalesce(\(now), now()) + \(life))
            """)
    }
}

/// A sign-in that can still be completed with its code.
@Row
struct OpenSignIn: PostgresRow {
    let id: SignInID
    let codeHash: [UInt8]
}
