package import NIOCore
package import NoonishAPI

/// The authenticated identity of a request's sender.
package enum Actor: Hashable, Sendable {
    case anonymous
    /// A member with a session.
    case person(PersonID, session: SessionID)
    /// A person without an account, authenticated by the personal token of one outing.
    case guest(PersonID, outing: OutingID)
    /// A tablet that was paired with a venue.
    case device(VenueDeviceID, venue: RestaurantID)

    package var person: PersonID? {
        switch self {
        case .anonymous, .device: nil
        case .person(let person, _), .guest(let person, _): person
        }
    }
}

/// Resolves bearer tokens and cookies to actors. Each feature that issues tokens provides one.
package protocol TokenResolver: Sendable {
    /// Returns the actor authenticated by a token.
    ///
    /// - Returns: `nil` if the token was not issued by this resolver's feature or is no longer valid.
    func actor(forToken token: String) async throws -> Actor?

    /// Returns the actor authenticated by a token in a request from `peer`, for resolvers that record where a
    /// token is used.
    func actor(forToken token: String, from peer: SocketAddress?) async throws -> Actor?

    /// Returns a check for a statement that answers a request: whether the token still authenticates an actor that it
    /// authenticated before.
    ///
    /// - Returns: `nil` if this resolver did not issue the token, or checks its tokens only by a statement of their own.
    func check(of token: TokenHash, as actor: Actor, from peer: SocketAddress?) -> SessionCheck?

    /// Returns those of `actors` whose tokens are no longer valid, among the actors that this resolver
    /// created.
    ///
    /// One query for all connections that outlive their request, such as streams. An open connection counts
    /// as use of its token.
    func ended(among actors: [Actor]) async throws -> Set<Actor>
}

extension TokenResolver {
    package func actor(forToken token: String, from peer: SocketAddress?) async throws -> Actor? {
        try await actor(forToken: token)
    }

    package func check(of token: TokenHash, as actor: Actor, from peer: SocketAddress?) -> SessionCheck? {
        nil
    }
}

extension [any TokenResolver] {
    /// Returns the actor of the first valid credential, and that credential. Without a valid one, returns an
    /// anonymous actor and the first credential.
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
