package import Access
import Initializers
package import Postgres

/// Resolves personal tokens: of guests, and of members who followed the link in their mail. Both may act on
/// that outing only.
@MemberwiseInit
package struct InvitationTokenResolver: TokenResolver {
    let database: any Database

    package func actor(forToken token: String) async throws -> Actor? {
        try await database.first(.invitation(TokenHash(token))).map(\.holder)
    }

    package func ended(among actors: [Actor]) async throws -> Set<Actor> {
        let guests = actors.compactMap { actor in
            if case .guest(let person, let outing) = actor { (person, outing) } else { nil }
        }
        guard !guests.isEmpty else { return [] }
        let invitations = try await database.all(.invitations(of: guests))
        return Set(guests.map { Actor.guest($0, outing: $1) }).subtracting(invitations.map(\.holder))
    }
}
