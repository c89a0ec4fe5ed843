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
    /// Where its people come from, those who have said so, in no order that tells who. For ``PlaceOrder/fair`` alone, and
    /// for no answer.
    package var origins: [Coordinate]
    /// The asker's own of them.
    package var ownOrigin: Coordinate?
    package var isAskedByHost: Bool
    /// Where its people have met before.
    package var visited: Set<UUID>

    package init(
        startsAt: Date?, timeZone: String, origins: [Coordinate] = [], ownOrigin: Coordinate? = nil,
        visited: Set<UUID> = [], isAskedByHost: Bool = false
    ) {
        self.startsAt = startsAt
        self.timeZone = timeZone
        self.origins = origins
        self.ownOrigin = ownOrigin
        self.isAskedByHost = isAskedByHost
        self.visited = visited
    }
}

/// Knows what people like, which restaurants do not: the program hands one in.
package protocol PersonalContext: Sendable {
    /// Which of `restaurants` somebody liked when they were there.
    func liked(by person: PersonID, among restaurants: [RestaurantID]) async throws -> Set<RestaurantID>
}

/// Knows outings, which restaurants do not: the program hands one in.
package protocol OutingContext: Sendable {
    /// - Throws: 404 if there is no such outing, or `actor` may not know of it.
    func situation(of outing: OutingID, for actor: Actor) async throws -> OutingSituation

    /// For how many of its people places work. Empty where too few have said what they need. Ask for the situation
    /// first, which says whether the asker may know.
    func dietFits(of outing: OutingID, at restaurants: [RestaurantID]) async throws -> [RestaurantID: DietFit]
}
