internal import Access
internal import Foundation
internal import Geo
internal import NoonishAPI
internal import Outings
internal import Postgres

/// One time that a circle ate together, as a proposal looks at it.
struct PastVisit: Sendable {
    let outing: OutingID
    let restaurant: RestaurantID
    let startsAt: Date
    /// Name of tzdata.
    let zone: String
    /// Nil for what no map shows.
    let location: Coordinate?
    /// How many of those who came liked it; nil before three of them have said what they think.
    let liked: Int?
    /// Whether the reader did.
    let isLikedByReader: Bool

    var time: ZonedTime? { TimeZone(identifier: zone).map { ZonedTime(startsAt, in: $0) } }
}

extension PastVisit: PostgresRow {
    init(row: inout RowReader) throws(PostgresError) {
        outing = try row.next()
        restaurant = try row.next()
        startsAt = try row.next()
        zone = try row.next()
        let latitude: Double = try row.next()
        let longitude: Double = try row.next()
        location = try? Coordinate(latitude: latitude, longitude: longitude)
        liked = try row.next()
        isLikedByReader = try row.next()
    }
}

extension Query where Row == PastVisit {
    /// The last visits of a circle, the newest first.
    static func visits(of circle: CircleID, keptBy keeper: PersonID) -> Self {
        Query(
            "visits.list_circle_visits",
            """
            SELECT v.outing_id, v.restaurant_id, v.starts_at, o.time_zone, r.latitude, r.longitude, told.liked,
                   coalesce((SELECT g.stars >= \(VisitLimits.likedStars) FROM rating AS g
                              WHERE g.outing_id = v.outing_id AND g.person_id = \(keeper)), false)
              FROM circle_visits(\(circle), \(keeper)) AS v
              JOIN outing AS o ON o.id = v.outing_id
              JOIN restaurant AS r ON r.id = v.restaurant_id
             CROSS JOIN LATERAL (
                   SELECT CASE WHEN count(*) >= \(VisitLimits.toldVoices)
                               THEN count(*) FILTER (WHERE g.stars >= \(VisitLimits.likedStars)) END
                     FROM rating AS g
                    WHERE g.outing_id = v.outing_id AND g.restaurant_id = v.restaurant_id) AS told (liked)
             ORDER BY v.starts_at DESC, v.outing_id DESC
             LIMIT \(VisitLimits.visitsRead)
            """)
    }
}

extension Query where Row == DateInterval {
    /// When somebody is out already, or might be: their own coming outings.
    static func busy(_ person: PersonID) -> Self {
        Query(
            "visits.list_busy_people",
            """
            SELECT o.starts_at,
                   coalesce(o.ends_at, o.starts_at + \(OutingLimits.usualDuration) * interval '1 s')
              FROM attendance AS a
              JOIN outing AS o ON o.id = a.outing_id
             WHERE a.person_id = \(person)
               AND a.status IN ('attending', 'maybe')
               AND o.starts_at > now() - interval '14 days'
               AND coalesce(o.ends_at, o.starts_at + \(OutingLimits.usualDuration) * interval '1 s') > now()
               AND o.cancelled_at IS NULL
            """
        ) { row throws(PostgresError) in
            let start: Date = try row.next()
            let end: Date = try row.next()
            return DateInterval(start: start, end: max(start, end))
        }
    }
}
