internal import Access
internal import Foundation
internal import NoonishAPI
internal import OpeningHours
internal import Outings
internal import Postgres

extension Query where Row == SeriesRow {
    static func series(_ id: SeriesID, for person: PersonID?) -> Self {
        Query(
            "series.read_series",
            """
            SELECT \(fragment: SeriesRow.columns)
              FROM series AS s
              JOIN person AS h ON h.id = s.host_id
              LEFT JOIN series_person AS mine ON mine.series_id = s.id AND mine.person_id = \(person)
             WHERE s.id = \(id)
            """)
    }

    /// Those of somebody that have not ended, the next to be looked at first.
    static func series(of person: PersonID) -> Self {
        Query(
            "series.list_series",
            """
            SELECT \(fragment: SeriesRow.columns)
              FROM series AS s
              JOIN person AS h ON h.id = s.host_id
              LEFT JOIN series_person AS mine ON mine.series_id = s.id AND mine.person_id = \(person)
             WHERE (s.host_id = \(person) OR mine.person_id IS NOT NULL) AND s.ended_at IS NULL
             ORDER BY s.id
             LIMIT \(SeriesLimits.people)
            """)
    }
}

extension Query where Row == Bool {
    /// Takes the series' row lock until the transaction ends; before that of any outing of it.
    static func lockSeries(_ id: SeriesID) -> Self {
        Query("series.lock_series", on: .write, "SELECT true FROM series WHERE id = \(id) FOR NO KEY UPDATE")
        {
            row throws(PostgresError) in try row.next()
        }
    }
}

extension Query where Row == Int {
    /// Series that somebody hosts and that go on. Until the transaction ends nobody else begins one of theirs.
    static func countSeries(of host: PersonID) -> Self {
        let name = "series:" + host.description
        return Query(
            "series.count_series", on: .write,
            """
            WITH held AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended(\(name), 0)))
            SELECT (SELECT count(*) FROM series WHERE host_id = \(host) AND ended_at IS NULL) FROM held
            """
        ) { row throws(PostgresError) in try row.next() }
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
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}

extension Query where Row == SeriesMemberRow {
    static func people(of series: [SeriesID]) -> Self {
        Query(
            "series.list_people",
            """
            SELECT m.series_id, m.person_id, p.name, m.comes, m.party_size
              FROM series_person AS m
              JOIN person AS p ON p.id = m.person_id
             WHERE m.series_id = ANY (\(series))
             ORDER BY m.series_id, lower(p.name), p.id
            """)
    }

    /// In the order in which they came in, which is that of their seats.
    static func queue(of series: SeriesID) -> Self {
        Query(
            "series.list_people_in_order",
            """
            SELECT m.series_id, m.person_id, p.name, m.comes, m.party_size
              FROM series_person AS m
              JOIN person AS p ON p.id = m.person_id
             WHERE m.series_id = \(series)
             ORDER BY m.added_at, m.person_id
            """)
    }
}

extension Query where Row == MadeRow {
    /// Outings that are not over, cancelled ones too, in the order of their dates.
    static func made(for series: [SeriesID]) -> Self {
        Query(
            "series.list_occurrences",
            """
            SELECT o.series_id, to_char(o.series_date, 'YYYY-MM-DD'), o.id
              FROM outing AS o
             WHERE o.series_id = ANY (\(series))
               AND coalesce(o.ends_at, o.starts_at + \(OutingLimits.usualDuration) * interval '1 s', o.series_date + interval '1 day')
                   > now()
             ORDER BY o.series_id, o.series_date
            """)
    }

    static func made(of series: SeriesID, on date: CivilDate) -> Self {
        Query(
            "series.read_occurrence",
            """
            SELECT o.series_id, to_char(o.series_date, 'YYYY-MM-DD'), o.id
              FROM outing AS o
             WHERE o.series_id = \(series) AND o.series_date = \(date.text)::text::date
            """)
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

extension Query where Row == ComingOutings {
    static func comingOutings(of series: SeriesID) -> Self {
        Query(
            "series.list_coming_outings",
            """
            SELECT count(*), min(o.starts_at),
                   max(coalesce(o.ends_at, o.starts_at + \(OutingLimits.usualDuration) * interval '1 s'))
              FROM outing AS o
             WHERE o.series_id = \(series) AND o.starts_at > now() AND o.cancelled_at IS NULL
            """)
    }
}
