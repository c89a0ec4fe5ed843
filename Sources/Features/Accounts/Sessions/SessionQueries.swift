internal import Access
internal import Foundation
internal import NoonishAPI
internal import Postgres

// `now` is nil for the database's clock; see ``AccountClock``.

extension Query where Row == LiveSession {
    /// The session that a token is of, while it lives.
    static func session(_ token: TokenHash, idle: Duration, now: Date?) -> Self {
        Query(
            "accounts.read_session_by_token",
            """
            SELECT id, person_id,
                   network IS NULL
                   OR seen_at <= coalesce(\(now), now()) - \(AccountLimits.seenGranularity) * interval '1 s'
              FROM session
             WHERE token_hash = \(token.bytes)
               AND ends_at > coalesce(\(now), now())
               AND seen_at > coalesce(\(now), now()) - \(idle)
            """)
    }

    /// Those of `sessions` that live.
    static func sessions(_ sessions: [SessionID], idle: Duration, now: Date?) -> Self {
        Query(
            "accounts.read_live_sessions",
            """
            SELECT id, person_id,
                   seen_at <= coalesce(\(now), now()) - \(AccountLimits.seenGranularity) * interval '1 s'
              FROM session
             WHERE id = ANY (\(sessions))
               AND ends_at > coalesce(\(now), now())
               AND seen_at > coalesce(\(now), now()) - \(idle)
            """)
    }
}

extension Query where Row == SessionRow {
    /// Live sessions of somebody, the one used last first.
    static func sessions(of me: Capability<PersonID>, idle: Duration, now: Date?) -> Self {
        Query(
            "accounts.list_sessions",
            """
            SELECT id, client, network, created_at, seen_at, ends_at
              FROM session
             WHERE person_id = \(me.object)
               AND ends_at > coalesce(\(now), now())
               AND seen_at > coalesce(\(now), now()) - \(idle)
             ORDER BY seen_at DESC, id DESC
             LIMIT \(AccountLimits.sessions)
            """)
    }
}

extension Query where Row == Date {
    /// Begins a session; when it ends.
    ///
    /// - Parameter provenAt: nil, or later than now: now.
    static func insertSession(
        _ id: SessionID, of person: PersonID, token: TokenHash, client: String, life: Duration,
        provenAt: Date?, now: Date?
    ) -> Self {
        Query(
            "accounts.insert_session", on: .write,
            """
            INSERT INTO session (id, person_id, token_hash, client, created_at, seen_at, proven_at, ends_at)
            VALUES (\(id), \(person), \(token.bytes), \(client), coalesce(\(now), now()), coalesce(\(now), now()),
                    least(\(provenAt), coalesce(\(now), now())), coalesce(\(now), now()) + \(life))
            RETURNING ends_at
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}

extension Command {
    /// Notes that a session is used, and from where if that is known. Several requests at once write it once.
    static func touchSession(_ id: SessionID, from network: String? = nil, now: Date?) -> Self {
        Command(
            "accounts.touch_session",
            """
            UPDATE session
               SET seen_at = coalesce(\(now), now()), network = coalesce(\(network), network)
             WHERE id = \(id)
               AND (seen_at <= coalesce(\(now), now()) - \(AccountLimits.seenGranularity) * interval '1 s'
                    OR network IS NULL)
            """)
    }

    /// Makes room for a new session: ends what is over, the one it replaces, and all but the `kept` used last.
    static func endSessions(
        of person: PersonID, beyond kept: Int, replaced: SessionID?, _ settings: AccountSettings, now: Date?
    ) -> Self {
        Command(
            "accounts.end_surplus_sessions",
            """
            DELETE FROM session
             WHERE person_id = \(person)
               AND (ends_at <= coalesce(\(now), now())
                    OR seen_at <= coalesce(\(now), now()) - \(settings.sessionIdle)
                    OR id IN (SELECT id FROM session
                               WHERE person_id = \(person)
                               ORDER BY seen_at DESC, id DESC
                              OFFSET \(kept)))
                OR id = \(replaced)
            """)
    }

    static func endSession(_ id: SessionID, of me: Capability<PersonID>) -> Self {
        Command("accounts.end_session", "DELETE FROM session WHERE id = \(id) AND person_id = \(me.object)")
    }

    static func endAllSessions(of me: Capability<PersonID>) -> Self {
        Command("accounts.end_other_sessions", "DELETE FROM session WHERE person_id = \(me.object)")
    }
}

/// What a request needs to know of its session.
struct LiveSession: PostgresRow {
    let id: SessionID
    let person: PersonID
    /// Whether its last use was noted so long ago, or from so unknown a place, that this one is to be noted too.
    let isStale: Bool

    init(row: inout RowReader) throws(PostgresError) {
        id = try row.next()
        person = try row.next()
        isStale = try row.next()
    }
}

/// What its owner gets to see of a session.
struct SessionRow: PostgresRow {
    let id: SessionID
    let client: String
    let network: String?
    let createdAt: Date
    let seenAt: Date
    let endsAt: Date

    init(row: inout RowReader) throws(PostgresError) {
        id = try row.next()
        client = try row.next()
        network = try row.next()
        createdAt = try row.next()
        seenAt = try row.next()
        endsAt = try row.next()
    }

    /// - Parameters:
    ///   - here: the network that the request comes from.
    ///   - idle: how long it lives unused.
    func wire(current: SessionID?, from here: String?, idle: Duration) -> SessionSummary {
        let idleEnd = seenAt.addingTimeInterval(Double(idle.components.seconds))
        return SessionSummary(
            id: id, client: client, network: network, isNear: network != nil && network == here,
            createdAt: createdAt, seenAt: seenAt, expiresAt: min(endsAt, idleEnd),
            current: id == current)
    }
}
