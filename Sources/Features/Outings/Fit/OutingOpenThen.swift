package import NoonishAPI
import Postgres
package import Restaurants

extension HoursPatterns {
    /// Returns outings for the API, with whether the chosen place is open at the chosen time and how many
    /// people it suits. Both are computed at every request, so that they reflect the current outing and
    /// directory.
    func wire(_ rows: some Collection<OutingRow>, in database: any Database) async throws -> [Outing] {
        let reader = rows.lazy.compactMap { $0.mine?.person }.first
        let aggregates = try await database.aggregates(
            of: rows.lazy.filter(\.hasAggregates).map { ($0.id, $0.upcomingRestaurant) }, for: reader)
        return rows.map { row in
            var outing = wireWithoutAggregates(row)
            outing.dietFit = aggregates[row.id]?.fit
            outing.origins = aggregates[row.id]?.origins
            return outing
        }
    }

    func wire(_ row: OutingRow, in database: any Database) async throws -> Outing {
        try await wire([row], in: database)[0]
    }

    /// Returns an outing for the API without ``OutingAggregates``.
    func wireWithoutAggregates(_ row: OutingRow) -> Outing {
        var outing = row.wire
        outing.openThen = openThen(row)
        if row.placeHasVanished { outing.restaurant?.vanished = true }
        return outing
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
