internal import Access
internal import Foundation
internal import NoonishAPI
package import Postgres

extension OutingState: PostgresRow {
    /// The columns that ``init(row:)`` reads, in order; `o` is the outing.
    static let columns: SQL = """
        o.title, o.note, o.time_zone,
        to_char(o.starts_wall, 'YYYY-MM-DD"T"HH24:MI'), o.starts_at,
        to_char(o.ends_wall, 'YYYY-MM-DD"T"HH24:MI'), o.ends_at,
        o.restaurant_id, o.place_name, o.place_address, o.place_phone, o.place_website,
        o.place_latitude, o.place_longitude, o.place_attribution,
        o.capacity, o.respond_by, o.cancelled_at, o.cancel_reason
        """

    /// Reads everything but the attendees.
    package init(row: inout RowReader) throws(PostgresError) {
        self.init(title: try row.next(), note: try row.next(), zone: try row.next())
        let starts = try Self.zonedTime(&row, zone: zone)
        let ends = try Self.zonedTime(&row, zone: zone)
        time = starts.map { OutingTime(startsAt: $0, endsAt: ends) }
        let restaurant: RestaurantID? = try row.next()
        let name: String? = try row.next()
        var place = OutingPlace(restaurant: restaurant, name: name ?? "")
        place.address = try row.next()
        place.phone = try row.next()
        place.website = try row.next()
        place.latitude = try row.next()
        place.longitude = try row.next()
        place.attribution = try row.next()
        self.place = name == nil ? nil : place
        capacity = try row.next()
        deadline = try row.next()
        let cancelledAt: Date? = try row.next()
        let reason: String? = try row.next()
        cancellation = cancelledAt == nil ? nil : Cancellation(reason: reason)
    }

    private static func zonedTime(_ row: inout RowReader, zone: String) throws(PostgresError) -> ZonedTime? {
        let text: String? = try row.next()
        let instant: Date? = try row.next()
        guard let text, let instant else { return nil }
        guard let wall = WallTime(text: text) else { throw .decode("\(text) is not a wall time") }
        return ZonedTime(wall: wall, zone: zone, instant: instant)
    }
}
