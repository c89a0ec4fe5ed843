import AsyncAlgorithms
import Foundation
import NoonishAPI
package import Postgres

extension RestaurantSource {
    static let sample = RestaurantSource(
        id: "sample", name: "Sample town", licence: "CC0 1.0", attribution: "Made up for Noonish, CC0",
        url: "https://creativecommons.org/publicdomain/zero/1.0/")
}

/// Invented restaurants, so that a new installation has search results. The first import from another source removes
/// them, so that they never stand beside real ones.
package enum SampleRestaurants {
    /// Adds the sample restaurants if the directory is empty. Safe to run in several processes at once,
    /// because the rows are the same.
    ///
    /// - Returns: The number of restaurants added.
    @discardableResult
    package static func addIfEmpty(to database: PostgresClient) async throws -> Int {
        guard try await database.one(.hasRestaurants()) == false else { return 0 }
        return try await add(to: database)
    }

    /// Adds the sample restaurants, whatever the directory contains.
    ///
    /// - Returns: The number of restaurants added.
    @discardableResult
    static func add(to database: PostgresClient) async throws -> Int {
        let city = SampleCity.restaurants
        let importID = UUID()
        let rows = zip(1..., city).map { $1.row(importID: importID, ordinal: $0) }
        try await database.execute(.storeSource(.sample))
        try await database.copy(into: ImportedRestaurant.stagingColumns, rows: rows.async)
        let chunk = try await database.one(
            .mergeStaged(importID, source: RestaurantSource.sample.id, 1, city.count))
        try await database.execute(.deleteStaged(importID))
        _ = try await database.one(
            .merge(
                SampleCity.offers, source: RestaurantSource.sample.id, restaurants: RestaurantSource.sample.id
            ))
        return chunk.imported
    }
}

extension Command {
    /// Marks the sample restaurants as vanished. They are kept, because outings may refer to them.
    static let removeSampleRestaurants = Command(
        "restaurants.remove_sample",
        """
        UPDATE restaurant
           SET vanished_at = now()
         WHERE source = \(RestaurantSource.sample.id)
           AND vanished_at IS NULL
        """)
}

extension Query where Row == Bool {
    fileprivate static func hasRestaurants() -> Self {
        Query("restaurants.check_any_exist", "SELECT EXISTS (SELECT FROM restaurant)") {
            (row: inout RowReader) throws(PostgresError) in try row.next()
        }
    }
}
