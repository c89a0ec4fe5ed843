package import NoonishAPI
import Postgres
package import Restaurants

extension HoursPatterns {
    /// Returns outings for the API, with whether the chosen place is open at the chosen time and how many
    /// people it suits. Both are computed at every request, so that they reflect the current outing and
    /// directory.
    func wire(_ rows: some Collection<OutingRow>, in database: any Database) async throws -> [Outing] {
        let rowsWithAggregates = rows.filter(\.hasAggregates)
        let extras = rowsWithAggregates.isEmpty ? [] : try await database.all(.extras(of: rowsWithAggregates))
        let found = Dictionary(extras.map { ($0.outing, $0) }) { $1 }
        return rows.map { row in
            var outing = row.wire
            outing.openThen = openThen(row)
            if row.placeHasVanished { outing.restaurant?.vanished = true }
            outing.dietFit = found[row.id]?.fit
            outing.origins = found[row.id]?.origins
            return outing
        }
    }

    func wire(_ row: OutingRow, in database: any Database) async throws -> Outing {
        try await wire([row], in: database)[0]
    }

    /// Returns whether the chosen place is open at the chosen time, as known to the directory when the row
    /// was read. `nil` without a time or a restaurant that the directory lists, and for outings that are cancelled
    /// or over.
    package func openThen(_ row: OutingRow) -> OpenStatus? {
        guard row.state.place?.restaurant != nil, !row.placeHasVanished, let time = row.state.time,
            row.stage != .cancelled,
            row.stage != .done
        else { return nil }
        return openThen(row.hours, at: time.startsAt.instant)
    }
}

/// Anonymous counts over the people of an outing.
@Row
private struct OutingExtras: PostgresRow {
    let outing: OutingID
    let origins: SharedOriginCount?
    let fit: DietFit?
}

extension Query where Row == OutingExtras {
    /// Reads both counts with one statement. Returns no row for an outing with neither.
    fileprivate static func extras(of rows: [OutingRow]) -> Self {
        let outings = rows.map(\.id)
        let reader = rows.lazy.compactMap { $0.mine?.person }.first
        let places = rows.compactMap { row in row.upcomingRestaurant.map { (outing: row.id, restaurant: $0) }
        }
        return Query(
            "outings.read_aggregates",
            """
            SELECT outing_id, g.shared, g.is_own, f.fits, f.people, f.unknown
              FROM starting_point_counts(\(outings), \(reader)) AS g
              FULL JOIN diet_fit(\(places.map(\.outing)), \(places.map(\.restaurant))) AS f USING (outing_id)
            """)
    }
}
