import Foundation
import Geo

/// Finds the town or the district of a point: that whose middle is nearest for its size.
///
/// A place is entered in every square of the map that it may reach, so one look-up finds all candidates.
struct PlaceReach {
    private struct Square: Hashable {
        let row: Int
        let column: Int
    }

    private struct Candidate {
        let name: String
        let coordinate: Coordinate
        let metres: Double
    }

    private var candidates: [Candidate] = []
    private var squares: [Square: [Int32]] = [:]

    /// Height and width of a square in degrees: 11 km.
    private static let side = 0.1
    /// **Metres** in a degree of latitude.
    private static let degree = 111_195.0

    /// Adds a place that gives its name to points within `metres`.
    mutating func add(_ name: String, at coordinate: Coordinate, metres: Double) {
        let number = Int32(candidates.count)
        candidates.append(Candidate(name: name, coordinate: coordinate, metres: metres))
        let high = metres / Self.degree
        // Near the poles the meridians meet: a few degrees are enough, for few people live there.
        let wide = high / max(0.05, cos(coordinate.latitude * .pi / 180))
        for row in Self.index(coordinate.latitude - high)...Self.index(coordinate.latitude + high) {
            for column in Self.index(coordinate.longitude - wide)...Self.index(coordinate.longitude + wide) {
                squares[Square(row: row, column: column), default: []].append(number)
            }
        }
    }

    /// Returns the name of the place that is nearest to a point in relation to its reach; `nil` if none reaches it.
    func name(at point: Coordinate) -> String? {
        let square = Square(row: Self.index(point.latitude), column: Self.index(point.longitude))
        var best: (share: Double, name: String)?
        for number in squares[square] ?? [] {
            let candidate = candidates[Int(number)]
            let share = candidate.coordinate.distance(to: point) / candidate.metres
            if share <= 1, share < best?.share ?? .infinity { best = (share, candidate.name) }
        }
        return best?.name
    }

    private static func index(_ degrees: Double) -> Int { Int((degrees / side).rounded(.down)) }
}
