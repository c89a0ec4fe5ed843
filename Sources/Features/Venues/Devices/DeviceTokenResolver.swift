package import Access
import Initializers
import NoonishAPI
package import Postgres

/// Resolves the tokens of paired devices, which can do nothing but show and advance the board of their venue.
@MemberwiseInit
package struct DeviceTokenResolver: TokenResolver {
    let database: any Database

    package func actor(forToken token: String) async throws -> Actor? {
        guard let device = try await database.first(.device(TokenHash(token))) else { return nil }
        try await database.execute(.recordUse(of: device))
        return device.actor
    }

    package func ended(among actors: [Actor]) async throws -> Set<Actor> {
        let devices = actors.compactMap { actor in
            if case .device(let id, _) = actor { id } else { nil }
        }
        guard !devices.isEmpty else { return [] }
        let live = try await database.all(.devices(among: devices)).map(\.actor)
        return Set(actors.filter { if case .device = $0 { true } else { false } }).subtracting(live)
    }
}
