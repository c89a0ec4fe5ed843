package import Geo
package import Postgres

/// A place's opening hours as stored in the directory.
package struct PlaceHours: Hashable, Sendable {
    /// The value of OpenStreetMap's `opening_hours`.
    let text: String
    /// The time zone's name in tzdata.
    let zone: String
    /// ISO 3166-1 alpha-2; `nil` when no day is known to be a holiday.
    let country: String?
    let coordinate: Coordinate

    /// Returns `nil` if the hours, time zone or coordinate are unknown.
    package init?(text: String?, zone: String?, country: String?, coordinate: Coordinate?) {
        guard let text, let zone, let coordinate else { return nil }
        self.text = text
        self.zone = zone
        self.country = country
        self.coordinate = coordinate
    }
}

extension PlaceHours: PostgresJoinedRow {
    /// The columns that ``init(joined:)`` reads, in order. `r` is the restaurant, which may come from an outer
    /// join.
    package static let columns: SQL = "r.opening_hours, r.time_zone, r.country, r.latitude, r.longitude"

    /// The same number of columns, all null, for queries that do not need the hours.
    package static let nullColumns: SQL =
        "NULL::text, NULL::text, NULL::text, NULL::double precision, NULL::double precision"

    /// Reads ``columns``. Returns `nil` if the hours or the time zone are unknown, or the directory does not
    /// have the place.
    package init?(joined row: inout RowReader) throws(PostgresError) {
        let text: String? = try row.next()
        let zone: String? = try row.next()
        let country: String? = try row.next()
        let latitude: Double? = try row.next()
        let longitude: Double? = try row.next()
        guard let latitude, let longitude else { return nil }
        guard let coordinate = try? Coordinate(latitude: latitude, longitude: longitude) else {
            throw .decode("\(latitude), \(longitude) is not a coordinate")
        }
        self.init(text: text, zone: zone, country: country, coordinate: coordinate)
    }
}
