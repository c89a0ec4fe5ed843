package import NoonishAPI
package import Postgres

/// The copy of a restaurant that an outing stores when the restaurant is chosen. It does not follow later
/// changes of the directory.
package struct RestaurantSnapshot: Hashable, Sendable {
    package let id: RestaurantID
    package let name: String
    /// One line: street, postcode and city; `nil` if none of them is known.
    package let address: String?
    /// In E.164 format.
    package let phone: String?
    package let website: String?
    package let latitude: Double
    package let longitude: Double
    /// The time zone's name in tzdata; `nil` if unknown.
    package let timeZone: String?
    /// The attribution that its source requires.
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
    /// Returns the restaurant as it is now, even if its source no longer has it; no row if it never existed.
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
