package import Access
import Foundation
import HTTPKit
import Initializers
package import NIOCore
import NoonishAPI
package import Postgres

/// Resolves bearer tokens and session cookies to their session. Queries the database by the token's SHA-256
/// each time, by itself or within the statement that answers a request, so that a sign-out takes effect everywhere at
/// once.
@MemberwiseInit(unlabeled: 1)
package struct SessionAuthenticator: TokenResolver {
    let database: any Database
    let settings: AccountSettings
    var clock: AccountClock = .databaseTime

    package func actor(forToken token: String) async throws -> Actor? {
        try await actor(forToken: token, from: nil)
    }

    package func actor(forToken token: String, from peer: SocketAddress?) async throws -> Actor? {
        let now = clock.now()
        let found = try await database.first(
            .session(TokenHash(token), idle: settings.sessionIdle, now: now))
        guard let session = found else { return nil }
        if session.isStale {
            let network = PeerAddress.network(of: peer)
            try await database.execute(.touchSession(session.id, from: network, now: now))
        }
        return .person(session.person, session: session.id)
    }

    package func check(of token: TokenHash, as actor: Actor, from peer: SocketAddress?) -> SessionCheck? {
        guard case .person(let person, let session) = actor else { return nil }
        let now = clock.now()
        return SessionCheck(token, of: person, session, idle: settings.sessionIdle, now: now) {
            try await database.execute(
                .touchSession(session, from: PeerAddress.network(of: peer), now: now))
        }
    }

    package func ended(among actors: [Actor]) async throws -> Set<Actor> {
        var sessions: [SessionID: Actor] = [:]
        for actor in actors {
            if case .person(_, let session) = actor { sessions[session] = actor }
        }
        guard !sessions.isEmpty else { return [] }
        let now = clock.now()
        let live = try await database.all(
            .sessions(Array(sessions.keys), idle: settings.sessionIdle, now: now))
        for session in live {
            if session.isStale { try await database.execute(.touchSession(session.id, now: now)) }
            // If the session was moved to another person, it no longer authenticates the first one.
            if sessions[session.id]?.person == session.person { sessions[session.id] = nil }
        }
        return Set(sessions.values)
    }
}

/// A newly begun session; the only place where its token exists in plain text.
struct NewSession: Sendable {
    let token: String
    let person: Person
    /// A name for a person who has not chosen one; `nil` if none is known.
    let suggestedName: String?
    let expiresAt: Date
}
