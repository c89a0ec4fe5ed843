import Geo
package import Postgres

/// When a place is open, as the directory has it.
package struct PlaceHours: Hashable, Sendable {
    /// OpenStreetMap's `opening_hours`.
    let text: String
    /// Name of tzdata.
    let zone: String
    /// ISO 3166-1 alpha-2; nil: no day is known to be a holiday.
    let country: String?
    let coordinate: Coordinate

    /// Nil where the hours or the clock are not known.
    init?(text: String?, zone: String?, country: String?, coordinate: Coordinate?) {
        guard let text, let zone, let coordinate else { return nil }
        self.text = text
        self.zone = zone
        self.country = country
        self.coordinate = coordinate
    }
}

extension PlaceHours {
    /// What ``read(_:)`` reads, in its order. `r` is the restaurant, which need not be there.
    package static let columns: SQL = "r.opening_hours, r.time_zone, r.country, r.latitude, r.longitude"

    /// The same where nobody asks: nil is read.
    package static let noColumns: SQL =
        "NULL::text, NULL::text, NULL::text, NULL::double precision, NULL::double precision"

    /// Nil where the hours or the clock are not known, or the directory does not have the place.
    package static func read(_ row: inout RowReader) throws(PostgresError) -> PlaceHours? {
        let text: String? = try row.next()
        let zone: String? = try row.next()
        let country: String? = try row.next()
        let latitude: Double? = try row.next()
        let longitude: Double? = try row.next()
        guard let latitude, let longitude else { return nil }
        do {
            let coordinate = try Coordinate(latitude: latitude, longitude: longitude)
            return PlaceHours(text: text, zone: zone, country: country, coordinate: coordinate)
        } catch {
            throw .decode("\(latitude), \(longitude) is no coordinate")
        }
    }
}
