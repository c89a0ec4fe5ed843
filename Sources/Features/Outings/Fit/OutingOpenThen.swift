package import Foundation
package import NoonishAPI
internal import Postgres
package import Restaurants

/// What an outing needs to know of a restaurant besides its snapshot: whether it is open then.
package protocol RestaurantHours: Sendable {
    /// An answer for each question, in their order, from what is known now.
    func openThen(_ asked: [(restaurant: RestaurantID, at: Date)]) async throws -> [OpenThen]
}

extension OpenPlaces: RestaurantHours {}

extension RestaurantHours {
    /// Outings as their reader sees them, with whether the chosen place is open at the chosen time and for how many it
    /// works. Both are looked up each time, so that they follow the outing and the directory.
    func wire(_ rows: some Collection<OutingRow>, in database: any Database) async throws -> [Outing] {
        let questions = rows.map(\.openQuestion)
        let asked = questions.compactMap(\.self)
        async let answered = openThen(asked)
        let extras = try await database.all(.extras(of: rows))
        let found = Dictionary(extras.map { ($0.outing, $0) }) { $1 }
        var answers = try await answered.makeIterator()
        return zip(rows, questions).map { row, question in
            var outing = row.wire
            outing.openThen = question == nil ? nil : answers.next()
            outing.dietFit = found[row.id]?.fit
            outing.origins = found[row.id]?.origins
            return outing
        }
    }

    func wire(_ row: OutingRow, in database: any Database) async throws -> Outing {
        try await wire([row], in: database)[0]
    }

    /// Nil where there is nothing to ask.
    package func openThen(_ row: OutingRow) async throws -> OpenThen? {
        guard let question = row.openQuestion else { return nil }
        return try await openThen([question]).first
    }
}

extension OutingRow {
    /// Nil while time or restaurant are open, for a place in words, and once nobody will go there any more.
    fileprivate var openQuestion: (restaurant: RestaurantID, at: Date)? {
        guard let restaurant = state.place?.restaurant, let time = state.time, stage != .cancelled,
            stage != .done
        else { return nil }
        return (restaurant, time.startsAt.instant)
    }
}

/// What is counted over the people of an outing without saying whose it is.
private struct OutingExtras: PostgresRow {
    let outing: OutingID
    let origins: OriginsShared?
    let fit: DietFit?

    init(row: inout RowReader) throws(PostgresError) {
        outing = try row.next()
        let shared: Int? = try row.next()
        let isOwn: Bool? = try row.next()
        origins = shared.map { OriginsShared(count: $0, isMine: isOwn ?? false) }
        let fits: Int? = try row.next()
        let people: Int? = try row.next()
        let unknown: Int? = try row.next()
        fit = fits.map { DietFit(fits: $0, of: people ?? 0, unknown: unknown ?? 0) }
    }
}

extension Query where Row == OutingExtras {
    /// Both counts by one statement; no row for an outing that has neither.
    fileprivate static func extras(of rows: some Collection<OutingRow>) -> Self {
        let outings = rows.map(\.id)
        let reader = rows.lazy.compactMap { $0.mine?.person }.first
        let places = rows.compactMap { row in row.restaurantToCome.map { (outing: row.id, restaurant: $0) } }
        return Query(
            "outings.extras",
            """
            SELECT outing_id, g.shared, g.is_own, f.fits, f.people, f.unknown
              FROM origin_counts(\(outings), \(reader)) AS g
              FULL JOIN diet_fit(\(places.map(\.outing)), \(places.map(\.restaurant))) AS f USING (outing_id)
            """)
    }
}
