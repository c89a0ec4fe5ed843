internal import Access
internal import Foundation
internal import NoonishAPI
internal import Postgres

// `now` is nil for the database's clock; see ``AccountClock``.

extension Query where Row == Bool {
    /// Until the transaction ends nobody else asks for a mail to `address`, or proves that one arrived.
    static func lockAddress(_ address: String) -> Self {
        Query(
            "accounts.lock_sign_in_address", on: .write,
            "SELECT true FROM pg_advisory_xact_lock(hashtextextended(\("address:" + address), 0))"
        ) { row throws(PostgresError) in try row.next() }
    }

    /// One row: whether `address` may get another mail within this hour.
    static func mayMailSignIn(to address: String, limit: Int, now: Date?) -> Self {
        Query(
            "accounts.check_sign_in_mail_limit",
            """
            SELECT count(*) < \(limit)
              FROM sign_in
             WHERE address = \(address) AND created_at > coalesce(\(now), now()) - interval '1 hour'
            """
        ) { row throws(PostgresError) in try row.next() }
    }

    /// One row: whether the link with this token would work in the browser that asked for it.
    static func linkIsForAnotherBrowser(_ link: TokenHash, now: Date?) -> Self {
        Query(
            "accounts.check_sign_in_browser",
            """
            SELECT EXISTS (SELECT FROM sign_in
                            WHERE link_hash = \(link.bytes)
                              AND used_at IS NULL AND expires_at > coalesce(\(now), now()))
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}

extension Query where Row == OpenSignIn {
    /// Spends one guess on every open sign-in of `address` that has one left, and returns those. What is guessed is
    /// compared only afterwards, so guesses that race cannot be more than the limit.
    ///
    /// Guesses from the asking browser and from elsewhere are counted apart, so strangers cannot spend those of the
    /// person who waits for the mail.
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
    /// Uses up a sign-in by its code; the address, unless it was used a moment before.
    static func useCode(of id: SignInID, now: Date?) -> Self {
        Query(
            "accounts.use_sign_in_code", on: .write,
            """
            UPDATE sign_in
               SET used_at = coalesce(\(now), now())
             WHERE id = \(id) AND used_at IS NULL AND expires_at > coalesce(\(now), now())
            RETURNING address
            """
        ) { row throws(PostgresError) in try row.next() }
    }

    /// Uses up a sign-in by its link, in the browser that asked or, if a program asked, anywhere.
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
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}

extension Query where Row == PersonID {
    /// The member with this address, made if there is none. Asks for ``Query/lockAddress(_:)`` before.
    static func memberOwning(_ address: String, otherwise new: PersonID, name: String) -> Self {
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
            """
        ) { row throws(PostgresError) in try row.next() }
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

/// A sign-in that may still be proved with its code.
struct OpenSignIn: PostgresRow {
    let id: SignInID
    let codeHash: [UInt8]

    init(row: inout RowReader) throws(PostgresError) {
        id = try row.next()
        codeHash = try row.next()
    }
}
