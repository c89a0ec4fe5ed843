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
    /// Where its people have met before, and when the asker was there with them last; long ago if they were not.
    package var visited: [UUID: Date]

    package init(
        startsAt: Date?, timeZone: String, origins: [Coordinate] = [], ownOrigin: Coordinate? = nil,
        visited: [UUID: Date] = [:], isAskedByHost: Bool = false
    ) {
        self.startsAt = startsAt
        self.timeZone = timeZone
        self.origins = origins
        self.ownOrigin = ownOrigin
        self.isAskedByHost = isAskedByHost
        self.visited = visited
    }
}

extension OutingSituation {
    /// Where its people would rather not go again.
    ///
    /// - Parameters:
    ///   - all: Wherever they have met before.
    ///   - weeks: Where they have within so many weeks.
    func left(out all: Bool, _ weeks: Int?, now: Date) -> Set<UUID> {
        if all { return Set(visited.keys) }
        guard let weeks else { return [] }
        let since = now - Double(weeks) * 7 * 86_400
        return Set(visited.lazy.filter { $0.value > since }.map(\.key))
    }
}

/// Knows what people like, which restaurants do not: the program hands one in.
package protocol PersonalContext: Sendable {
    /// Which of `restaurants` somebody liked when they were there.
    func liked(by person: PersonID, among restaurants: [RestaurantID]) async throws -> Set<RestaurantID>

    /// What somebody liked last, so many at most.
    func liked(by person: PersonID, most: Int) async throws -> Set<UUID>

    /// Where a circle of somebody's has eaten within so many weeks.
    ///
    /// - Throws: 404 if they have no such circle.
    func visited(by circle: CircleID, of person: PersonID, withinWeeks weeks: Int) async throws -> Set<UUID>
}

/// Knows outings, which restaurants do not: the program hands one in.
package protocol OutingContext: Sendable {
    /// - Throws: 404 if there is no such outing, or `actor` may not know of it.
    func situation(of outing: OutingID, for actor: Actor) async throws -> OutingSituation

    /// For how many of its people places work. Empty where too few have said what they need. Ask for the situation
    /// first, which says whether the asker may know.
    func dietFits(of outing: OutingID, at restaurants: [RestaurantID]) async throws -> [RestaurantID: DietFit]
}
