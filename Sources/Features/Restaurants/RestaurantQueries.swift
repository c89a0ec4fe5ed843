import Foundation
import NoonishAPI
import Postgres

extension Query where Row == RestaurantRow {
    /// Returns the restaurant, vanished or not.
    static func restaurant(_ id: RestaurantID) -> Self {
        Query(
            "restaurants.read_restaurant",
            """
            SELECT \(fragment: RestaurantRow.columns)
              FROM restaurant
             WHERE id = \(id.uuid)
            """)
    }
}

extension Query where Row == RestaurantSource {
    static func restaurantSources() -> Self {
        Query(
            "restaurants.list_sources",
            """
            SELECT id, name, licence, attribution, url
              FROM restaurant_source
             ORDER BY id
            """, decode: RestaurantSource.init(row:))
    }

    static func restaurantSource(_ id: String) -> Self {
        Query(
            "restaurants.read_source",
            """
            SELECT id, name, licence, attribution, url
              FROM restaurant_source
             WHERE id = \(id)
            """, decode: RestaurantSource.init(row:))
    }
}

extension RestaurantSource {
    init(row: inout RowReader) throws(PostgresError) {
        self.init(
            id: try row.next(), name: try row.next(), licence: try row.next(), attribution: try row.next(),
            url: try row.next())
    }
}
