package import Access
package import Foundation
package import Geo
import Initializers
package import NoonishAPI

/// The properties of an outing that a restaurant search uses.
@MemberwiseInit
package struct OutingSituation: Hashable, Sendable {
    /// `nil` when the time is undecided.
    package var startsAt: Date?
    /// The time zone's name in tzdata.
    package var timeZone: String
    /// The starting points of the outing's members who have shared one, in an order that does not identify
    /// them. Used only for ``PlaceOrder/fair`` and the longest travel time, and never part of a response.
    package var origins: [Coordinate] = []
    /// The caller's own starting point, one of ``origins``.
    package var ownOrigin: Coordinate? = nil
    /// Restaurants where the outing's members have met before, with the time when the caller last attended;
    /// 1970 if the caller did not attend.
    package var visited: [UUID: Date] = [:]
    package var isCallerHost: Bool = false
}

extension OutingSituation {
    /// Returns the restaurants to exclude because the outing's members have been there.
    ///
    /// - Parameters:
    ///   - all: Excludes every restaurant where they have met before.
    ///   - weeks: Excludes restaurants where the caller attended within this number of weeks.
    func excludedPlaces(all: Bool, withinWeeks weeks: Int?, now: Date) -> Set<UUID> {
        if all { return Set(visited.keys) }
        guard let weeks else { return [] }
        let since = now - Double(weeks) * 7 * 86_400
        return Set(visited.lazy.filter { $0.value > since }.map(\.key))
    }
}

/// Provides personal preferences, which belong to another module. The composition root passes in the
/// implementation.
package protocol PersonalRanking: Sendable {
    /// Returns those of `restaurants` that the person liked after a visit.
    func liked(by person: PersonID, among restaurants: [RestaurantID]) async throws -> Set<RestaurantID>

    /// Returns the restaurants that the person liked most recently, at most `most`.
    func liked(by person: PersonID, most: Int) async throws -> Set<UUID>

    /// Returns the start of the person's last outing at each of `restaurants` where they attended one.
    func lastVisits(
        by person: PersonID, among restaurants: [RestaurantID]
    ) async throws -> [RestaurantID: Date]

    /// Returns the restaurants where one of the person's circles has eaten within this number of weeks.
    ///
    /// - Throws: 404 if the person has no such circle.
    func visited(by circle: CircleID, of person: PersonID, withinWeeks weeks: Int) async throws -> Set<UUID>
}

/// Provides outings, which belong to another module. The composition root passes in the implementation.
package protocol OutingContext: Sendable {
    /// Returns the properties of the outing that a search uses.
    ///
    /// - Throws: 404 if the outing does not exist or `actor` may not see it.
    func situation(of outing: OutingID, for actor: Actor) async throws -> OutingSituation

    /// Returns how many of the outing's members each restaurant suits. Empty when too few members have stated
    /// their diets. Does not check access: call ``situation(of:for:)`` first.
    func dietFits(of outing: OutingID, at restaurants: [RestaurantID]) async throws -> [RestaurantID: DietFit]
}
