package import NIOCore
package import NoonishAPI

/// Who a request comes from, as far as it could prove it.
package enum Actor: Hashable, Sendable {
    case anonymous
    /// A member with a session.
    case person(PersonID, session: SessionID)
    /// Somebody without an account, by the personal token of one outing.
    case guest(PersonID, outing: OutingID)

    package var person: PersonID? {
        switch self {
        case .anonymous: nil
        case .person(let person, _), .guest(let person, _): person
        }
    }
}

/// Finds out whose a bearer token or a cookie is. Each feature that hands out tokens has one.
package protocol TokenResolver: Sendable {
    /// - Returns: Nil if the token is not one of this resolver's, or no longer holds.
    func actor(forToken token: String) async throws -> Actor?

    /// The same for a request from `peer`, for those who note where a token is used.
    func actor(forToken token: String, from peer: SocketAddress?) async throws -> Actor?

    /// Whose tokens no longer prove what they once did, of those that this resolver made: one question for the many
    /// connections that stay open after the one that asked. That they are open counts as use.
    func ended(among actors: [Actor]) async throws -> Set<Actor>
}

extension TokenResolver {
    package func actor(forToken token: String, from peer: SocketAddress?) async throws -> Actor? {
        try await actor(forToken: token)
    }
}

extension [any TokenResolver] {
    /// Whom the first credential that still holds belongs to, and that credential; else nobody, and what was tried.
    package func actor(
        for credentials: [Credential], from peer: SocketAddress? = nil
    ) async throws -> (Actor, Credential?) {
        for credential in credentials {
            for resolver in self {
                if let actor = try await resolver.actor(forToken: credential.token, from: peer) {
                    return (actor, credential)
                }
            }
        }
        return (.anonymous, credentials.first)
    }
}
