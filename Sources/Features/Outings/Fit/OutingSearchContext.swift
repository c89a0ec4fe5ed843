package import Access
import Foundation
import Geo
import Initializers
package import NoonishAPI
package import Postgres
package import Restaurants

/// Provides the restaurant search with facts about an outing.
@MemberwiseInit
package struct OutingSearchContext: OutingContext {
    let database: any Database

    package func situation(of outing: OutingID, for actor: Actor) async throws -> OutingSituation {
        let row = try await OutingRoutes.outing(outing, for: actor, .readOuting, from: database)
        let visited = try await database.all(.placesVisited(byPeopleOf: outing, for: actor.person))
        let origins = try await database.all(.origins(of: outing, for: actor.person)).compactMap { shared in
            (try? Coordinate(latitude: shared.latitude, longitude: shared.longitude)).map {
                ($0, shared.isOwn)
            }
        }
        return OutingSituation(
            startsAt: row.state.time?.startsAt.instant, timeZone: row.state.zone, origins: origins.map(\.0),
            ownOrigin: origins.first(where: \.1)?.0,
            visited: Dictionary(visited.map { ($0.restaurant, $0.at) }) { $1 },
            isCallerHost: row.relation == .host || row.relation == .cohost)
    }

    package func dietFits(
        of outing: OutingID, at restaurants: [RestaurantID]
    ) async throws -> [RestaurantID: DietFit] {
        guard !restaurants.isEmpty else { return [:] }
        let rows = try await database.all(.dietFits(restaurants.map { (outing, $0) }))
        return Dictionary(rows.map { ($0.restaurant, $0.fit) }) { $1 }
    }
}

/// A place where the outing's people have met, and when the reader was there with them. The date is 1970 if
/// the reader was not, because other people's visits are private.
@Row
struct LastVisit: PostgresRow {
    let restaurant: UUID
    let at: Date
}

extension Query where Row == LastVisit {
    /// Reads the restaurants of past outings, not cancelled, that at least half of the people on this list
    /// attended.
    static func placesVisited(byPeopleOf outing: OutingID, for reader: PersonID?) -> Self {
        Query(
            "outings.list_places_visited",
            """
            WITH people AS (
                SELECT person_id
                  FROM attendance
                 WHERE outing_id = \(outing)
                   AND status IN ('attending', 'maybe', 'invited')
            )
            SELECT restaurant_id, coalesce(max(starts_at) FILTER (WHERE is_own), to_timestamp(0))
              FROM (SELECT o.restaurant_id, o.starts_at,
                           EXISTS (SELECT FROM attendance AS own
                                    WHERE own.outing_id = o.id AND own.person_id = \(reader)
                                      AND own.status = 'attending') AS is_own
                      FROM outing AS o
                      JOIN attendance AS a ON a.outing_id = o.id AND a.status = 'attending'
                      JOIN people USING (person_id)
                     WHERE o.id <> \(outing)
                       AND o.restaurant_id IS NOT NULL
                       AND o.cancelled_at IS NULL
                       AND o.starts_at < now()
                     GROUP BY o.id
                    HAVING 2 * count(*) >= (SELECT count(*) FROM people)) AS met
             GROUP BY restaurant_id
            """)
    }
}
