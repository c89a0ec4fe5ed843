import Geo
import NoonishAPI

extension OutingSituation {
    /// Returns the longest distance of any member to `place`, as a category, for hosts. `nil` for fewer than
    /// three starting points: with two, a host could infer the other member's.
    func longestTravelTime(to place: Coordinate) -> LongestTravelTime? {
        guard isCallerHost, origins.count >= RestaurantLimits.minimumOriginsForTravelTime else { return nil }
        return origins.map { $0.distance(to: place) }.max().map { LongestTravelTime(metres: $0) }
    }
}
