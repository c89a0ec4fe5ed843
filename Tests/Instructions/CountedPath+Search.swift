import Foundation
import Geo
import GeoSearch

extension CountedPath {
    /// Questions to 5,000 places, from sixteen spots in turn.
    static let searches = [
        search("search, nearest") { PlaceQuery(.around($0)) },
        search("search, a word and prices") { PlaceQuery(.around($0), text: "pizza", prices: [1, 2]) },
        search("search, while typing") { PlaceQuery(.around($0), text: "piz") },
        search("search, one typo") { PlaceQuery(.around($0), text: "piza") },
    ]

    private static func search(
        _ name: String, _ query: @escaping @Sendable (Coordinate) -> PlaceQuery
    ) -> CountedPath {
        CountedPath(name) {
            let index = try index()
            let queries = try (0..<16).map { query(try spot($0 * 311)) }
            return { round in try expect(!index.search(queries[round % 16]).hits.isEmpty) }
        }
    }

    private static let names = [
        "Pizza", "Pizzeria", "Napoli", "Café", "Golden", "Dragon", "寿司", "Trattoria", "Grill",
    ]
    private static let cuisines = [
        "pizza", "italian", "sushi", "chinese", "burger", "coffee_shop", "regional",
    ]

    private static func index() throws -> PlaceIndex {
        var batch = PlaceBatch()
        for number in 0..<5_000 {
            batch.add(
                Place(
                    id: identity(number), coordinate: try spot(number),
                    name: "\(names[number % names.count]) \(names[number / 7 % names.count]) \(number % 977)",
                    cuisines: [cuisines[number % cuisines.count]], price: 1 + number % 4,
                    areas: ["Town \(number % 40)"]))
        }
        let index = PlaceIndex()
        index.replaceAll(with: batch)
        return index
    }

    /// Spread over a few hundred kilometres, without two on one spot.
    private static func spot(_ number: Int) throws -> Coordinate {
        try Coordinate(
            latitude: 60 + Double(number * 7_919 % 10_007) / 5_000,
            longitude: 24 + Double(number * 104_729 % 10_009) / 2_500)
    }
}
