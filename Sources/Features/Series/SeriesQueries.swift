import Access
import CivilTime
import Foundation
import NoonishAPI
import OpeningHours
import Outings
import Postgres

extension Query where Row == SeriesRow {
    static func series(_ id: SeriesID, for person: PersonID?) -> Self {
        Query(
            "series.read_series",
            """
            \(statement: .series(for: person))
             WHERE s.id = \(id)
            """)
    }

    /// Returns the active series that a person hosts or is in, oldest first.
    static func series(of person: PersonID) -> Self {
        Query(
            "series.list_series",
            """
            \(statement: .series(for: person))
             WHERE (s.host_id = \(person) OR mine.person_id IS NOT NULL) AND s.ended_at IS NULL
             ORDER BY s.id
             LIMIT \(SeriesLimits.people)
            """)
    }
}

extension SQL {
    /// Selects all series as a person sees them.
    fileprivate static func series(for person: PersonID?) -> SQL {
        """
        SELECT \(fragment: SeriesRow.columns)
          FROM series AS s
          JOIN person AS h ON h.id = s.host_id
          LEFT JOIN series_person AS mine ON mine.series_id = s.id AND mine.person_id = \(person)
        """
    }
}

extension Query where Row == Bool {
    /// Locks the series' row until the transaction ends. Lock the series before any of its outings.
    static func lockSeries(_ id: SeriesID) -> Self {
        Query("series.lock_series", on: .write, "SELECT true FROM series WHERE id = \(id) FOR NO KEY UPDATE")
    }
}

extension Query where Row == Int {
    /// Counts a host's active series, and locks out other transactions that count them, such as those
    /// creating a series, until this one ends.
    static func countSeries(of host: PersonID) -> Self {
        let name = "series:" + host.description
        return Query(
            "series.count_series", on: .write,
            """
            WITH held AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended(\(name), 0)))
            SELECT (SELECT count(*) FROM series WHERE host_id = \(host) AND ended_at IS NULL) FROM held
            """)
    }
}

extension Query where Row == SeriesID {
    static var dueSeries: Self {
        Query(
            "series.list_due_series",
            """
            SELECT id
              FROM series
             WHERE next_check_at <= now()
             ORDER BY next_check_at
             LIMIT \(SeriesLimits.batch)
            """)
    }
}

extension Query where Row == SeriesMemberRow {
    static func people(of series: [SeriesID]) -> Self {
        .select(
            "series.list_people",
            "WHERE m.series_id = ANY (\(series)) ORDER BY m.series_id, lower(p.name), p.id")
    }

    /// Returns a series' people in the order in which they were added, which is the order in which they get
    /// seats.
    static func queue(of series: SeriesID) -> Self {
        .select(
            "series.list_people_in_order",
            "WHERE m.series_id = \(series) ORDER BY m.added_at, m.person_id")
    }
}

extension Query where Row == SeriesOutingRow {
    /// Returns the outings that are not over, including cancelled ones, by date.
    static func made(for series: [SeriesID]) -> Self {
        .select(
            "series.list_occurrences",
            """
             WHERE o.series_id = ANY (\(series))
               AND coalesce(\(fragment: OutingRow.end), o.series_date + interval '1 day')
                   > now()
             ORDER BY o.series_id, o.series_date
            """)
    }

    static func made(of series: SeriesID, on date: CivilDate) -> Self {
        .select(
            "series.read_occurrence",
            "WHERE o.series_id = \(series) AND o.series_date = \(date.text)::text::date")
    }
}

extension Query where Row == SkipRow {
    static func skips(of series: [SeriesID]) -> Self {
        Query(
            "series.list_skips",
            """
            SELECT series_id, to_char(date, 'YYYY-MM-DD'), reason
              FROM series_skip
             WHERE series_id = ANY (\(series)) AND date >= now() - interval '2 days'
            """)
    }
}

extension Query where Row == UpcomingOutings {
    static func upcomingOutings(of series: SeriesID) -> Self {
        Query(
            "series.list_coming_outings",
            """
            SELECT count(*), min(o.starts_at),
                   max(\(fragment: OutingRow.end))
              FROM outing AS o
             WHERE o.series_id = \(series) AND o.starts_at > now() AND o.cancelled_at IS NULL
            """)
    }
}
