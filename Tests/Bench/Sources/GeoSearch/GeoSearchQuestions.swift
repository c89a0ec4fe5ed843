import Foundation
import Geo
import GeoSearch
import Postgres

/// What is measured: one question as we are asked it, as PostGIS is, and what is to be reached.
struct GeoSearchQuestion: Sendable {
    let name: String
    let query: @Sendable (Coordinate) -> PlaceQuery
    /// What stands between SELECT and ORDER BY distance; nil if PostGIS has nothing like it.
    let condition: SQL?
    /// How many times faster than PostGIS; nil for a goal of another kind.
    let goal: Double?

    init(
        _ name: String, sql condition: SQL?, goal: Double?,
        _ query: @escaping @Sendable (Coordinate) -> PlaceQuery
    ) {
        self.name = name
        self.condition = condition
        self.goal = goal
        self.query = query
    }

    static let all: [Self] = [
        Self("nearest, no text", sql: "", goal: 500) { PlaceQuery(.around($0)) },
        Self("frequent word (pizza)", sql: "WHERE words @@ 'pizza'::tsquery", goal: 350) {
            PlaceQuery(.around($0), text: "pizza")
        },
        Self("rare word (eritrean, 41 places)", sql: "WHERE words @@ 'eritrean'::tsquery", goal: 120) {
            PlaceQuery(.around($0), text: PlaceMaker.rareWord)
        },
        Self(
            "word + rating + price + open at T",
            sql: """
                JOIN hours ON hours.id = place.hours AND get_bit(hours.open, 115) = 1
                WHERE words @@ 'pizza'::tsquery AND rating >= 4 AND price <= 2
                """, goal: 3_000
        ) { origin in
            PlaceQuery(
                .around(origin), text: "pizza", prices: [1, 2], minimumRating: 4, openAt: states,
                open: [.open])
        },
        Self("prefix while typing (piz)", sql: "WHERE words @@ 'piz:*'::tsquery", goal: 250) {
            PlaceQuery(.around($0), text: "piz")
        },
        Self(
            "one typo (piza)",
            sql: """
                WHERE words @@ (SELECT string_agg(quote_literal(word), ' | ')::tsquery FROM word
                                 WHERE word % 'piza' AND levenshtein(word, 'piza') <= 1)
                """, goal: 300
        ) { PlaceQuery(.around($0), text: "piza") },
        Self("two words (pizza napoli)", sql: "WHERE words @@ 'pizza & napoli'::tsquery", goal: 200) {
            PlaceQuery(.around($0), text: "pizza napoli")
        },
        Self("fair, five origins in a city", sql: nil, goal: nil) { origin in
            let others = [(0.02, -0.03), (-0.03, 0.01), (0.01, 0.04), (-0.01, -0.02)].map {
                PlaceMaker.coordinate(origin.latitude + $0.0, origin.longitude + $0.1)
            }
            return PlaceQuery(.around(origin, others: others), order: .fair)
        },
    ]

    /// Any length of a beginning is to be quick.
    static let prefixes = ["p", "pi", "pizz", "s", "st", "sta", "gr", "gra", "r"].map { text in
        Self("prefix \(text)", sql: nil, goal: nil) { PlaceQuery(.around($0), text: text) }
    }

    private static let states = PlaceMaker.states()
}
