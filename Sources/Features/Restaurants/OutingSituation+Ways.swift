import Geo
import NoonishAPI

extension OutingSituation {
    /// The longest way of anybody to a place, in a word, for hosts. With two it would be the other's, so from three on.
    func longestWay(to place: Coordinate) -> LongestTravelTime? {
        guard isAskedByHost, origins.count >= RestaurantLimits.toldOrigins else { return nil }
        return origins.map { $0.distance(to: place) }.max().map { LongestTravelTime(metres: $0) }
    }
}
