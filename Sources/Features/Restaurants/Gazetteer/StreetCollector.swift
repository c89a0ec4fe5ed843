import Geo
import GeoSearch
import NoonishAPI

// How ways become streets
// =======================
// A street is many ways, and its houses are many points, in any order of the file. The map is divided into
// squares of about 1.7 km (wider towards the equator). All that has one name in one square is a part of a street;
// parts in neighbouring squares are one street. So namesakes that are more than a few kilometres apart stay apart,
// and the memory grows with the streets and not with their ways.

/// The streets of an extract with their houses, gathered record by record.
struct StreetCollector {
    private struct Square: Hashable {
        /// The folded words of the name.
        let name: String
        let row: Int32
        let column: Int32
    }

    /// What a street has in one square.
    private struct Part {
        let square: Square
        var name: String
        var otherNames: [String]
        var coordinate: Coordinate
        /// Whether it is a way, and not only the address of a house.
        var isWay: Bool
    }

    private struct NumberedAddress {
        /// The part; after ``finish()``, the street.
        var owner: Int32
        let number: String
        let coordinate: Coordinate
    }

    private var parts: [Part] = []
    private var numbers: [Square: Int32] = [:]
    private var houses: [NumberedAddress] = []
    private var streets: [GazetteerEntry] = []
    private var houseRanges: [Range<Int>] = []
    /// Number of parts and houses beyond the limits, which were left out.
    private(set) var omitted = 0

    private static let height = 0.015
    private static let width = 0.03

    /// Adds a way or a square.
    mutating func add(_ name: String, _ otherNames: [String], at coordinate: Coordinate) {
        guard let part = partNumber(name, at: coordinate) else { return }
        if !parts[part].isWay {
            parts[part].name = name
            parts[part].coordinate = coordinate
            parts[part].isWay = true
        }
        for other in otherNames where !parts[part].otherNames.contains(other) {
            guard parts[part].otherNames.count < RestaurantLimits.gazetteerStreetNames else { break }
            parts[part].otherNames.append(other)
        }
    }

    /// Adds a house.
    ///
    /// - Parameter number: One number, or several separated by semicolons or commas.
    mutating func add(house number: String, on street: String, at coordinate: Coordinate) {
        guard let part = partNumber(street, at: coordinate) else { return }
        for number in number.split(whereSeparator: { ";,".contains($0) }).map({ String($0).trimmed })
        where (1...RestaurantLimits.gazetteerHouseNumber).contains(number.utf8.count) {
            guard houses.count < RestaurantLimits.gazetteerHouses else {
                omitted += 1
                continue
            }
            houses.append(NumberedAddress(owner: Int32(part), number: number, coordinate: coordinate))
        }
    }

    private mutating func partNumber(_ name: String, at coordinate: Coordinate) -> Int? {
        let folded = TextFolding.words(of: name).joined(separator: " ")
        guard !folded.isEmpty else { return nil }
        let square = Square(
            name: folded, row: Int32((coordinate.latitude / Self.height).rounded(.down)),
            column: Int32((coordinate.longitude / Self.width).rounded(.down)))
        if let known = numbers[square] { return Int(known) }
        guard parts.count < RestaurantLimits.gazetteerStreets else {
            omitted += 1
            return nil
        }
        numbers[square] = Int32(parts.count)
        parts.append(
            Part(square: square, name: name, otherNames: [], coordinate: coordinate, isWay: false))
        return parts.count - 1
    }
}

extension StreetCollector {
    /// Number of streets; after ``finish()``.
    var count: Int { streets.count }

    /// Number of houses, of which some may be the same.
    var houseCount: Int { houses.count }

    /// Returns a street with its houses, of which the first with a number counts; after ``finish()``.
    func street(at position: Int) -> GazetteerEntry {
        var street = streets[position]
        var seen: Set<String> = []
        for house in houses[houseRanges[position]] where seen.insert(house.number).inserted {
            street.houses.append(.init(number: house.number, coordinate: house.coordinate))
        }
        return street
    }

    /// Joins the parts into streets. Nothing is added afterwards.
    mutating func finish() {
        var streetOfPart = [Int32](repeating: -1, count: parts.count)
        for start in parts.indices where streetOfPart[start] < 0 {
            let number = Int32(streets.count)
            var group = [start]
            streetOfPart[start] = number
            var next = 0
            while next < group.count {
                for neighbour in neighbours(of: group[next]) where streetOfPart[neighbour] < 0 {
                    streetOfPart[neighbour] = number
                    group.append(neighbour)
                }
                next += 1
            }
            streets.append(street(of: group.map { parts[$0] }))
        }
        parts = []
        numbers = [:]
        for position in houses.indices {
            houses[position].owner = streetOfPart[Int(houses[position].owner)]
        }
        houses.sort { ($0.owner, $0.number) < ($1.owner, $1.number) }
        var first = 0
        for number in streets.indices {
            var end = first
            while end < houses.count, houses[end].owner == Int32(number) { end += 1 }
            houseRanges.append(first..<end)
            first = end
        }
    }

    private func neighbours(of part: Int) -> [Int] {
        let square = parts[part].square
        return (square.row - 1...square.row + 1).flatMap { row in
            (square.column - 1...square.column + 1).compactMap { column in
                numbers[Square(name: square.name, row: row, column: column)].map(Int.init)
            }
        }
    }

    /// Returns the street that parts make up, at that of their points that is nearest to their middle.
    private func street(of all: [Part]) -> GazetteerEntry {
        let ways = all.filter(\.isWay)
        let parts = ways.isEmpty ? all : ways
        let middle = try? Coordinate(
            latitude: parts.map(\.coordinate.latitude).reduce(0, +) / Double(parts.count),
            longitude: parts.map(\.coordinate.longitude).reduce(0, +) / Double(parts.count))
        let point = parts.map(\.coordinate).min { left, right in
            guard let middle else { return false }
            return left.distance(to: middle) < right.distance(to: middle)
        }
        var otherNames: [String] = []
        for name in parts.flatMap(\.otherNames) where !otherNames.contains(name) { otherNames.append(name) }
        return GazetteerEntry(
            kind: .street, name: parts[0].name,
            otherNames: Array(otherNames.prefix(RestaurantLimits.gazetteerStreetNames)),
            coordinate: point ?? parts[0].coordinate)
    }
}
