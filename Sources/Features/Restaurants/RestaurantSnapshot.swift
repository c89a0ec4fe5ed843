package import NoonishAPI
package import Postgres

/// What an outing keeps of a restaurant when it is chosen: it stays as it was when the directory changes.
package struct RestaurantSnapshot: Hashable, Sendable {
    package let id: RestaurantID
    package let name: String
    /// One line: street, postcode and town; nil if none is known.
    package let address: String?
    /// E.164.
    package let phone: String?
    package let website: String?
    package let latitude: Double
    package let longitude: Double
    /// Name of tzdata; nil if it is not known.
    package let timeZone: String?
    /// What must be said of its source.
    package let attribution: String
}

extension RestaurantSnapshot: PostgresRow {
    package init(row: inout RowReader) throws(PostgresError) {
        id = RestaurantID(try row.next())
        name = try row.next()
        address = try row.next()
        phone = try row.next()
        website = try row.next()
        latitude = try row.next()
        longitude = try row.next()
        timeZone = try row.next()
        attribution = try row.next()
    }
}

extension Query where Row == RestaurantSnapshot {
    /// The restaurant as it is now, even if its source no longer has it; no row if it never existed.
    package static func snapshot(of id: RestaurantID) -> Self {
        Query(
            "restaurants.read_snapshot",
            """
            SELECT restaurant.id, restaurant.name,
                   NULLIF(concat_ws(', ', street, NULLIF(concat_ws(' ', postcode, city), '')), ''),
                   phone, website, latitude, longitude, time_zone, restaurant_source.attribution
              FROM restaurant
              JOIN restaurant_source ON restaurant_source.id = restaurant.source
             WHERE restaurant.id = \(id.uuid)
            """)
    }
}
