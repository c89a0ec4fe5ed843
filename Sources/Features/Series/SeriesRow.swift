internal import Access
internal import Foundation
internal import NoonishAPI
internal import OpeningHours
internal import Outings
internal import Postgres

/// A row of `series`, as one person sees it.
struct SeriesRow: PostgresRow {
    let id: SeriesID
    let host: Person
    let version: Int
    let plan: SeriesPlan
    let madeThrough: CivilDate
    let lookAt: Date?
    let endedAt: Date?
    let createdAt: Date
    /// The database's clock when the row was read.
    let now: Date
    /// Nil for the host, and for who is not in it.
    let mine: StandingAnswer?

    init(row: inout RowReader) throws(PostgresError) {
        id = try row.next()
        host = Person(id: try row.next(), name: try row.next())
        version = try row.next()
        plan = try Self.plan(&row)
        madeThrough = try Self.date(&row)
        lookAt = try row.next()
        endedAt = try row.next()
        createdAt = try row.next()
        now = try row.next()
        let comes: Bool? = try row.next()
        let partySize: Int? = try row.next()
        mine = comes.flatMap { comes in partySize.map { StandingAnswer(comes: comes, partySize: $0) } }
    }

    private static func plan(_ row: inout RowReader) throws(PostgresError) -> SeriesPlan {
        let title: String = try row.next()
        let note: String? = try row.next()
        let restaurant: RestaurantID? = try row.next()
        let place: String? = try row.next()
        let capacity: Int? = try row.next()
        let answersDue: Int? = try row.next()
        let zone: String = try row.next()
        let startsClock: Int = try row.next()
        let minutes: Int? = try row.next()
        let frequency: String = try row.next()
        guard let frequency = SeriesRule.Frequency(rawValue: frequency) else {
            throw .decode("\(frequency) is no frequency")
        }
        let rule = Recurrence(
            frequency: frequency, interval: try row.next(), weekdays: try row.next(), week: try row.next(),
            startsOn: try date(&row), endsOn: try optionalDate(&row), count: try row.next())
        return SeriesPlan(
            title: title, note: note, place: place.map { OutingPlace(restaurant: restaurant, name: $0) },
            capacity: capacity, answersDue: answersDue, zone: zone, startsClock: startsClock,
            minutes: minutes,
            rule: rule, holidaysOf: try row.next())
    }

    private static func date(_ row: inout RowReader) throws(PostgresError) -> CivilDate {
        guard let date = try optionalDate(&row) else { throw .decode("a series without a date") }
        return date
    }

    private static func optionalDate(_ row: inout RowReader) throws(PostgresError) -> CivilDate? {
        let text: String? = try row.next()
        guard let text else { return nil }
        guard let date = CivilDate(text: text) else { throw .decode("\(text) is no date") }
        return date
    }

    /// What `SeriesRow` reads, in its order. `s` is the series, `h` its host, `mine` the reader in it.
    static let columns: SQL = """
        s.id, s.host_id, h.name, s.version,
        s.title, s.note, s.restaurant_id, s.place_name, s.capacity, s.answers_due, s.time_zone, s.starts_clock, s.minutes,
        s.frequency, s.every, s.weekdays::bigint[], s.week,
        to_char(s.starts_on, 'YYYY-MM-DD'), to_char(s.ends_on, 'YYYY-MM-DD'), s.occurrences, s.holidays_of,
        to_char(s.made_through, 'YYYY-MM-DD'), s.next_check_at, s.ended_at, s.created_at, now(), mine.comes, mine.party_size
        """
}

extension SeriesRow {
    func relation(of actor: Actor) -> Relation {
        guard let person = actor.person else { return .stranger }
        if person == host.id { return .host }
        return mine == nil ? .stranger : .invitee
    }

    /// The date on the wall where the series is.
    var today: CivilDate {
        let wall = ZonedTime(now, in: TimeZone(identifier: plan.zone) ?? .gmt).wall
        return CivilDate(year: wall.year, month: wall.month, day: wall.day)
    }
}

/// Somebody in a series.
struct SeriesMemberRow: PostgresRow {
    let series: SeriesID
    let person: Person
    let standing: StandingAnswer

    init(row: inout RowReader) throws(PostgresError) {
        series = try row.next()
        person = Person(id: try row.next(), name: try row.next())
        standing = StandingAnswer(comes: try row.next(), partySize: try row.next())
    }

    var wire: SeriesPerson { SeriesPerson(person: person, standing: standing) }
}

/// An outing of a series that is not over.
struct MadeRow: PostgresRow {
    let series: SeriesID
    let date: CivilDate
    let outing: OutingID

    init(row: inout RowReader) throws(PostgresError) {
        series = try row.next()
        let text: String = try row.next()
        outing = try row.next()
        guard let date = CivilDate(text: text) else { throw .decode("\(text) is no date") }
        self.date = date
    }
}

/// A date on which nothing takes place.
struct SkipRow: PostgresRow {
    let series: SeriesID
    let date: String
    let reason: SeriesDay.Reason

    init(row: inout RowReader) throws(PostgresError) {
        series = try row.next()
        date = try row.next()
        let word: String = try row.next()
        guard let reason = SeriesDay.Reason(rawValue: word) else { throw .decode("\(word) is no reason") }
        self.reason = reason
    }
}

/// What of a series is there already and still to come.
struct ComingOutings: PostgresRow {
    let count: Int
    let firstStart: Date?
    /// When the last of them is over.
    let lastEnd: Date?

    init(row: inout RowReader) throws(PostgresError) {
        count = try row.next()
        firstStart = try row.next()
        lastEnd = try row.next()
    }
}
