import NoonishAPI
import Postgres

/// Anonymous counts over the people of an outing.
@Row
struct OutingAggregates: PostgresRow {
    let outing: OutingID
    let origins: SharedOriginCount?
    let fit: DietFit?
}

extension Database {
    /// Reads both counts of outings with one statement. An outing with neither has no entry.
    ///
    /// - Parameter outings: Each with its chosen restaurant, unless it is cancelled or over.
    func aggregates(
        of outings: some Sequence<(OutingID, RestaurantID?)>, for reader: PersonID?
    ) async throws -> [OutingID: OutingAggregates] {
        let outings = Array(outings)
        if outings.isEmpty { return [:] }
        let rows = try await all(.aggregates(of: outings, for: reader))
        return Dictionary(rows.map { ($0.outing, $0) }) { $1 }
    }
}

extension Query where Row == OutingAggregates {
    fileprivate static func aggregates(of outings: [(OutingID, RestaurantID?)], for reader: PersonID?) -> Self
    {
        let places = outings.compactMap { outing, place in place.map { (outing: outing, restaurant: $0) } }
        return Query(
            "outings.read_aggregates",
            """
            SELECT outing_id, g.shared, g.is_own, f.fits, f.people, f.unknown
              FROM starting_point_counts(\(outings.map(\.0)), \(reader)) AS g
              FULL JOIN diet_fit(\(places.map(\.outing)), \(places.map(\.restaurant))) AS f USING (outing_id)
            """)
    }
}
