package import Access
package import Foundation
package import Geo
package import NoonishAPI

/// What a search needs to know of the outing that a place is looked for.
package struct OutingSituation: Hashable, Sendable {
    /// Nil while the time is open.
    package var startsAt: Date?
    /// Name of tzdata.
    package var timeZone: String
    /// Where its people come from, those who have said so.
    package var origins: [Coordinate]
    /// Where its people have met before.
    package var visited: Set<UUID>

    package init(
        startsAt: Date?, timeZone: String, origins: [Coordinate] = [], visited: Set<UUID> = []
    ) {
        self.startsAt = startsAt
        self.timeZone = timeZone
        self.origins = origins
        self.visited = visited
    }
}

/// Knows outings, which restaurants do not: the program hands one in.
package protocol OutingContext: Sendable {
    /// - Throws: 404 if there is no such outing, or `actor` may not know of it.
    func situation(of outing: OutingID, for actor: Actor) async throws -> OutingSituation
}
