import Access
import Foundation
import NoonishAPI
import Postgres

extension Query where Row == Bool {
    /// Inserts or replaces a rating.
    ///
    /// - Returns: Whether there was none before.
    static func rate(_ restaurant: RestaurantID, _ input: RatingInput, by person: PersonID) -> Self {
        Query(
            "visits.set_rating", on: .write,
            """
            INSERT INTO rating (outing_id, person_id, restaurant_id, stars, comment)
            VALUES (\(input.outing), \(person), \(restaurant), \(input.stars)::bigint::smallint, \(input.words))
                ON CONFLICT (outing_id, person_id) DO UPDATE
               SET stars = excluded.stars, comment = excluded.comment, updated_at = now()
            RETURNING xmax = 0
            """)
    }
}

extension Command {
    static func removeRating(of outing: OutingID, by person: PersonID) -> Self {
        Command(
            "visits.delete_rating",
            "DELETE FROM rating WHERE outing_id = \(outing) AND person_id = \(person)")
    }
}

extension Query where Row == VisitRating {
    static func rating(of outing: OutingID, by person: PersonID) -> Self {
        Query(
            "visits.read_own_rating",
            """
            SELECT outing_id, restaurant_id, stars::int8, comment, updated_at
              FROM rating
             WHERE outing_id = \(outing) AND person_id = \(person)
            """
        ) { row throws(PostgresError) in
            VisitRating(
                outing: try row.next(), restaurant: try row.next(), stars: try row.next(),
                words: try row.next(), updatedAt: try row.next())
        }
    }
}

extension Query where Row == RestaurantID {
    /// Returns those of `restaurants` that the person liked, according to their latest rating of each.
    static func liked(by person: PersonID, among restaurants: [RestaurantID]) -> Self {
        Query(
            "visits.list_liked_places",
            """
            SELECT last.restaurant_id
              FROM (SELECT DISTINCT ON (restaurant_id) restaurant_id, stars
                      FROM rating
                     WHERE person_id = \(person) AND restaurant_id = ANY (\(restaurants))
                     ORDER BY restaurant_id, updated_at DESC, outing_id DESC) AS last
             WHERE last.stars >= \(VisitLimits.minimumStarsLiked)
            """)
    }
}

/// When a person was last at a restaurant.
@Row
struct LastVisit: PostgresRow {
    let restaurant: RestaurantID
    let at: Date
}

extension Query where Row == LastVisit {
    /// Returns the start of the last outing at each of `restaurants` that the person attended.
    static func lastVisits(by person: PersonID, among restaurants: [RestaurantID]) -> Self {
        Query(
            "visits.list_last_visits",
            """
            SELECT o.restaurant_id, max(o.starts_at)
              FROM attendance AS own
              JOIN outing AS o ON o.id = own.outing_id
             WHERE own.person_id = \(person)
               AND own.status = 'attending'
               AND o.restaurant_id = ANY (\(restaurants))
               AND o.cancelled_at IS NULL
               AND outing_end(o.starts_at, o.ends_at) <= now()
             GROUP BY o.restaurant_id
            """)
    }
}

extension Query where Row == UUID {
    /// Returns the restaurants that the person liked, according to their latest rating of each, most recently
    /// rated first.
    static func liked(by person: PersonID, most: Int) -> Self {
        Query(
            "visits.list_last_liked_places",
            """
            SELECT last.restaurant_id
              FROM (SELECT DISTINCT ON (restaurant_id) restaurant_id, stars, updated_at
                      FROM rating
                     WHERE person_id = \(person)
                     ORDER BY restaurant_id, updated_at DESC, outing_id DESC) AS last
             WHERE last.stars >= \(VisitLimits.minimumStarsLiked)
             ORDER BY last.updated_at DESC, last.restaurant_id
             LIMIT \(most)
            """)
    }
}
