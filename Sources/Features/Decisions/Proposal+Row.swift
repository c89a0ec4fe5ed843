import Foundation
import NoonishAPI
import Outings
import Postgres

// Reads a proposal from the columns that `suggestion` and `poll_option` have in common.

extension Proposal: PostgresRow {
    /// The columns that ``init(row:)`` reads, in order; `p` is the row.
    static let columns: SQL = """
        p.time_zone, to_char(p.starts_wall, 'YYYY-MM-DD"T"HH24:MI'), p.starts_at,
        to_char(p.ends_wall, 'YYYY-MM-DD"T"HH24:MI'), p.ends_at, p.restaurant_id, p.place_name
        """

    /// Reads a time, a place or both; not a guest.
    init(row: inout RowReader) throws(PostgresError) {
        let zone: String? = try row.next()
        let starts = try ZonedTime(row: &row, zone: zone)
        let ends = try ZonedTime(row: &row, zone: zone)
        time = starts.map { OutingTime(startsAt: $0, endsAt: ends) }
        let restaurant: RestaurantID? = try row.next()
        let name: String? = try row.next()
        if let name { place = restaurant.map { .restaurant($0, name: name) } ?? .unlisted(name) }
    }

    var restaurant: RestaurantID? {
        if case .restaurant(let id, _)? = place { id } else { nil }
    }

    var placeName: String? {
        switch place {
        case .restaurant(_, let name): name
        case .unlisted(let words): words
        case nil: nil
        }
    }

    var person: PersonID? {
        if case .person(let person)? = guest { person } else { nil }
    }

    var address: String? {
        if case .address(let address)? = guest { address } else { nil }
    }
}

extension ZonedTime {
    fileprivate init?(row: inout RowReader, zone: String?) throws(PostgresError) {
        let text: String? = try row.next()
        let instant: Date? = try row.next()
        guard let text, let instant, let zone else { return nil }
        guard let wall = WallTime(text: text) else { throw .decode("\(text) is not a wall time") }
        self.init(wall: wall, zone: zone, instant: instant)
    }
}
