import Access
import Foundation
import NoonishAPI
import Postgres

// Which outings count as a circle's visits is defined once, in the database function circle_visits
// (sql/migrations/0011_visits.sql). The mean rating of a visit is shown only if at least three people rated it:
// otherwise a member could work out another person's rating by comparing circles that differ by one person.

extension Query where Row == Bool {
    /// Reads whether `owner` owns a circle.
    static func keeps(_ circle: CircleID, _ owner: PersonID) -> Self {
        Query(
            "visits.check_circle_owner",
            "SELECT EXISTS (SELECT FROM circle WHERE id = \(circle) AND owner_id = \(owner))")
    }
}

extension Query where Row == CircleVisit {
    /// Reads a circle's visits, newest first.
    static func memory(
        of circle: CircleID, ownedBy owner: PersonID, before cursor: CircleHistoryPage.Cursor?, limit: Int
    ) -> Self {
        Query(
            "visits.read_circle_memory",
            """
            WITH visit AS (
                 SELECT outing_id, restaurant_id, starts_at, count(*) OVER (PARTITION BY restaurant_id) AS times
                   FROM circle_visits(\(circle), \(owner))
                 )
            SELECT v.outing_id, o.title, v.restaurant_id, o.place_name, v.starts_at, o.time_zone,
                   p.outing_id IS NOT NULL, who.id, who.name, v.times,
                   (SELECT CASE WHEN count(*) >= \(VisitLimits.minimumRatings) THEN round(avg(g.stars) * 2) / 2.0 END
                      FROM rating AS g
                     WHERE g.outing_id = v.outing_id AND g.restaurant_id = v.restaurant_id)::float8
              FROM visit AS v
              JOIN outing AS o ON o.id = v.outing_id
              LEFT JOIN place_proposer AS p ON p.outing_id = v.outing_id
              LEFT JOIN person AS who ON who.id = p.person_id
             WHERE \(cursor?.startsAt)::timestamptz IS NULL
                OR (v.starts_at, v.outing_id) < (\(cursor?.startsAt), \(cursor?.outing))
             ORDER BY v.starts_at DESC, v.outing_id DESC
             LIMIT \(limit)
            """
        ) { row throws(PostgresError) in
            CircleVisit(
                outing: .init(id: try row.next(), title: try row.next()),
                restaurant: .init(id: try row.next(), name: try row.next()), startsAt: try row.next(),
                timeZone: try row.next(), pick: try CircleVisit.Pick(&row), times: try row.next(),
                mean: try row.next())
        }
    }
}

extension CircleVisit.Pick {
    fileprivate init?(_ row: inout RowReader) throws(PostgresError) {
        let isKnown: Bool = try row.next()
        let id: PersonID? = try row.next()
        let name: String? = try row.next()
        guard isKnown else { return nil }
        if let id, let name { self = .person(Person(id: id, name: name)) } else { self = .vote }
    }
}

extension Query where Row == UUID {
    /// Reads the restaurants that a circle has visited within the last `weeks` weeks.
    static func visited(by circle: CircleID, ownedBy owner: PersonID, withinWeeks weeks: Int) -> Self {
        Query(
            "visits.list_visited_places",
            """
            SELECT DISTINCT restaurant_id
              FROM circle_visits(\(circle), \(owner))
             WHERE starts_at > now() - \(weeks) * interval '7 days'
            """)
    }
}
