import Access
import Foundation
import NoonishAPI
import Postgres

// `now` is `nil` for the database's clock; see ``AccountClock``.

extension Query where Row == LiveSession {
    /// The live session of a token.
    static func session(_ token: TokenHash, idle: Duration, now: Date?) -> Self {
        Query(
            "accounts.read_session_by_token",
            "\(liveSession: token, idle: idle, now: now)")
    }

    /// The live ones of `sessions`.
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

extension SQL.StringInterpolation {
    /// Inserts a query for the live session of a token: the columns of ``LiveSession``.
    fileprivate mutating func appendInterpolation(liveSession token: TokenHash, idle: Duration, now: Date?) {
        appendLiteral("SELECT id, person_id, network IS NULL OR seen_at <= coalesce(")
        appendInterpolation(now)
        appendLiteral(", now()) - ")
        appendInterpolation(AccountLimits.seenGranularity)
        appendLiteral(" * interval '1 s' AS is_stale FROM session WHERE token_hash = ")
        appendInterpolation(token.bytes)
        appendLiteral(" AND ends_at > coalesce(")
        appendInterpolation(now)
        appendLiteral(", now()) AND seen_at > coalesce(")
        appendInterpolation(now)
        appendLiteral(", now()) - ")
        appendInterpolation(idle)
    }
}

extension SessionCheck {
    /// The check that a token's session is live and still that of the person.
    convenience init(
        _ token: TokenHash, of person: PersonID, _ session: SessionID, idle: Duration, now: Date?,
        recordUse: @escaping @Sendable () async throws -> Void
    ) {
        self.init(
            query: { sql in
                sql.appendInterpolation(liveSession: token, idle: idle, now: now)
                sql.appendLiteral(" AND person_id = ")
                sql.appendInterpolation(person)
                sql.appendLiteral(" AND id = ")
                sql.appendInterpolation(session)
            }, recordUse: recordUse)
    }
}

extension Query where Row == SessionRow {
    /// A person's live sessions, most recently used first.
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
    /// Inserts a session and returns when it ends.
    ///
    /// - Parameter provenAt: When the person authenticated; `nil` or a later time counts as now.
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
            """)
    }
}

extension Command {
    /// Records that a session was used and, if known, from which network. Concurrent requests write it once.
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

    /// Ends a person's expired sessions, the replaced one, and all but the `kept` most recently used ones.
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

/// The part of a session that authentication needs.
@Row
struct LiveSession: PostgresRow {
    let id: SessionID
    let person: PersonID
    /// Whether `seen_at` is old enough, or the network unknown, so that this use must be recorded.
    let isStale: Bool
}

/// The part of a session that its owner can see.
@Row
struct SessionRow: PostgresRow {
    let id: SessionID
    let client: String
    let network: String?
    let createdAt: Date
    let seenAt: Date
    let endsAt: Date

    /// - Parameters:
    ///   - here: The network of the current request.
    ///   - idle: The time after which an unused session ends.
    func wire(current: SessionID?, from here: String?, idle: Duration) -> SessionSummary {
        let idleEnd = seenAt.addingTimeInterval(Double(idle.components.seconds))
        return SessionSummary(
            id: id, client: client, network: network, isNear: network != nil && network == here,
            createdAt: createdAt, seenAt: seenAt, expiresAt: min(endsAt, idleEnd),
            current: id == current)
    }
}
