package import Access
internal import Foundation
internal import HTTPKit
package import NIOCore
internal import NoonishAPI
package import Postgres

/// Finds out whose a bearer token or session cookie is: one look-up by its SHA-256, each time, so that a sign-out
/// counts everywhere at once.
package struct SessionAuthenticator: TokenResolver {
    let database: any Database
    let settings: AccountSettings
    let clock: AccountClock

    package init(_ database: any Database, settings: AccountSettings, clock: AccountClock = .ofDatabase) {
        self.database = database
        self.settings = settings
        self.clock = clock
    }

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
            // A session that passed to another person does not prove the first one.
            if sessions[session.id]?.person == session.person { sessions[session.id] = nil }
        }
        return Set(sessions.values)
    }
}

/// A session that has just begun; the only moment at which its token is known.
struct NewSession: Sendable {
    let token: String
    let person: Person
    let expiresAt: Date
}
