import Access
import Foundation
import Geo
import NoonishAPI
import Outings
import Postgres

/// One past visit of a circle, with what a proposal needs to know about it.
struct PastVisit: Sendable {
    let outing: OutingID
    let restaurant: RestaurantID
    let startsAt: Date
    /// An IANA time zone name.
    let zone: String
    /// `nil` if the restaurant has no valid coordinate.
    let location: Coordinate?
    /// How many raters liked the visit; `nil` if fewer than three people rated it.
    let liked: Int?
    /// Whether the reader liked the visit.
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
    /// Returns the latest visits of a circle, newest first.
    static func visits(of circle: CircleID, ownedBy owner: PersonID) -> Self {
        Query(
            "visits.list_circle_visits",
            """
            SELECT v.outing_id, v.restaurant_id, v.starts_at, o.time_zone, r.latitude, r.longitude, disclosed.liked,
                   coalesce((SELECT g.stars >= \(VisitLimits.minimumStarsLiked) FROM rating AS g
                              WHERE g.outing_id = v.outing_id AND g.person_id = \(owner)), false)
              FROM circle_visits(\(circle), \(owner)) AS v
              JOIN outing AS o ON o.id = v.outing_id
              JOIN restaurant AS r ON r.id = v.restaurant_id
             CROSS JOIN LATERAL (
                   SELECT CASE WHEN count(*) >= \(VisitLimits.minimumRatings)
                               THEN count(*) FILTER (WHERE g.stars >= \(VisitLimits.minimumStarsLiked)) END
                     FROM rating AS g
                    WHERE g.outing_id = v.outing_id AND g.restaurant_id = v.restaurant_id) AS disclosed (liked)
             ORDER BY v.starts_at DESC, v.outing_id DESC
             LIMIT \(VisitLimits.visitsConsidered)
            """)
    }
}

extension Query where Row == DateInterval {
    /// Returns the times of a person's own upcoming outings, including those they might attend.
    static func busy(_ person: PersonID) -> Self {
        Query(
            "visits.list_busy_people",
            """
            SELECT o.starts_at, \(fragment: OutingRow.end)
              FROM attendance AS a
              JOIN outing AS o ON o.id = a.outing_id
             WHERE a.person_id = \(person)
               AND a.status IN ('attending', 'maybe')
               AND o.starts_at > now() - interval '14 days'
               AND \(fragment: OutingRow.end) > now()
               AND o.cancelled_at IS NULL
            """
        ) { row throws(PostgresError) in
            let start: Date = try row.next()
            let end: Date = try row.next()
            return DateInterval(start: start, end: max(start, end))
        }
    }
}
