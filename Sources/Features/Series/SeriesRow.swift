import Access
import CivilTime
import Foundation
import NoonishAPI
import OpeningHours
import Outings
import Postgres

/// A row of `series`, as one person sees it.
@Row
struct SeriesRow: PostgresRow {
    let id: SeriesID
    let host: Person
    let version: Int
    let plan: SeriesPlan
    let madeThrough: CivilDate
    let nextCheckAt: Date?
    let endedAt: Date?
    let createdAt: Date
    /// The database's clock when the row was read.
    let now: Date
    /// `nil` for the host and for people who are not in the series.
    let mine: StandingAnswer?

    /// The columns that ``init(row:)`` reads, in order; `s` is the series, `h` its host, `mine` the reader's
    /// row of `series_person`.
    static let columns: SQL = """
        s.id, s.host_id, h.name, s.version,
        \(fragment: .plainColumns(of: "s")), s.restaurant_id, s.place_name, s.time_zone, s.answers_due,
        s.starts_clock, s.minutes,
        s.frequency, s.every, s.weekdays::bigint[], s.week,
        to_char(s.starts_on, 'YYYY-MM-DD'), to_char(s.ends_on, 'YYYY-MM-DD'), s.occurrences, s.holidays_of,
        to_char(s.made_through, 'YYYY-MM-DD'), s.next_check_at, s.ended_at, s.created_at, now(), mine.comes, mine.party_size
        """
}

extension SeriesPlan: PostgresRow {
    init(row: inout RowReader) throws(PostgresError) {
        var template = OutingState.empty
        for field in OutingState.plainFields { try field.read(&row, into: &template) }
        let restaurant: RestaurantID? = try row.next()
        let place: String? = try row.next()
        template.place = place.map { OutingPlace(restaurant: restaurant, name: $0) }
        template.zone = try row.next()
        let answersDue: Int? = try row.next()
        let startMinute: Int = try row.next()
        let minutes: Int? = try row.next()
        let frequency: String = try row.next()
        guard let frequency = SeriesRule.Frequency(rawValue: frequency) else {
            throw .decode("\(frequency) is not a frequency")
        }
        let rule = Recurrence(
            frequency: frequency, interval: try row.next(), weekdays: try row.next(), week: try row.next(),
            startsOn: try row.next(), endsOn: try row.next(), count: try row.next())
        self.init(
            template: template, answersDue: answersDue, startMinute: startMinute, minutes: minutes,
            rule: rule, holidayCountry: try row.next())
    }
}

extension SeriesRow {
    func relation(of actor: Actor) -> Relation {
        guard let person = actor.person else { return .stranger }
        if person == host.id { return .host }
        return mine == nil ? .stranger : .invitee
    }

    /// The current date in the series' time zone.
    var today: CivilDate {
        let wall = ZonedTime(now, in: TimeZone(identifier: plan.zone) ?? .gmt).wall
        return CivilDate(year: wall.year, month: wall.month, day: wall.day)
    }
}

/// A person in a series, with their standing answer. In its columns, `m` is the membership, `p` the person.
@Row
struct SeriesMemberRow: TableRow {
    @Column("m.series_id") let series: SeriesID
    @Column("m.person_id", "p.name") let person: Person
    @Column("m.comes", "m.party_size") let standing: StandingAnswer

    static let tables: SQL = "series_person AS m JOIN person AS p ON p.id = m.person_id"

    var wire: SeriesPerson { SeriesPerson(person: person, standing: standing) }
}

/// An outing of a series, `o` in its columns.
@Row
struct SeriesOutingRow: TableRow {
    @Column("o.series_id") let series: SeriesID
    @Column("to_char(o.series_date, 'YYYY-MM-DD')") let date: CivilDate
    @Column("o.id") let outing: OutingID

    static let tables: SQL = "outing AS o"
}

/// A date that is skipped.
@Row
struct SkipRow: PostgresRow {
    let series: SeriesID
    let date: String
    let reason: SeriesDay.Reason
}

/// A summary of a series' upcoming outings that are not cancelled.
@Row
struct UpcomingOutings: PostgresRow {
    let count: Int
    let firstStart: Date?
    /// When the last of them ends.
    let lastEnd: Date?
}
