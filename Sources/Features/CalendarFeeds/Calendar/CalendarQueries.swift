import Access
import Calendars
import NoonishAPI
import Outings
import Postgres

/// Every number of calendars that are followed.
enum CalendarFeedLimits {
    /// How often programs are asked to look again. Many do as they like; an hour is what a plan for tomorrow needs.
    static let refresh = Duration.seconds(3_600)
    /// How long an outing stays after it is over, in days: enough to see with whom one ate last month.
    static let pastDays = 90
    /// How long a cancelled outing stays after it was called off, in days, lest a program that looks rarely keeps it.
    static let cancelledDays = 30
    /// Outings in one calendar; the latest count. About 1 kB each.
    static let outings = 500
}

/// An outing in somebody's calendar.
struct CalendarEntry: PostgresRow {
    /// What must be said wherever the restaurant's data is shown.
    let attribution: String?
    let outing: OutingRow

    init(row: inout RowReader) throws(PostgresError) {
        attribution = try row.next()
        outing = try OutingRow(row: &row)
    }

    /// Nil without a time. Who might come has it down as tentative; who has not answered is still free.
    func event(_ site: Site) -> CalendarEvent? {
        guard var event = outing.event(link: site.url("/outings/\(outing.id)"), attribution: attribution)
        else {
            return nil
        }
        let status = outing.mine?.answer.status ?? .invited
        if event.status == .confirmed, status != .attending { event.status = .tentative }
        event.isBusy = event.status != .cancelled && status != .invited && status != .declined
        return event
    }
}

extension SQL {
    fileprivate static let calendarEntry: SQL = """
        SELECT (SELECT s.attribution FROM restaurant_source AS s WHERE s.id = r.source),
               \(fragment: OutingRow.columns)
          FROM attendance AS mine
          JOIN outing AS o ON o.id = mine.outing_id
          JOIN person AS h ON h.id = o.host_id
          LEFT JOIN restaurant AS r ON r.id = o.restaurant_id
          JOIN person AS mine_person ON mine_person.id = mine.person_id
          LEFT JOIN invitation AS asked ON asked.outing_id = o.id AND asked.person_id = mine.person_id
        """
}

extension Query where Row == CalendarEntry {
    static func calendarEntry(_ outing: OutingID, for person: PersonID) -> Self {
        Query(
            "calendar.read_calendar_entry",
            """
            \(fragment: SQL.calendarEntry)
             WHERE mine.outing_id = \(outing) AND mine.person_id = \(person)
            """)
    }

    /// What `person` comes to, may come to or was asked to; not what they declined.
    static func calendarEntries(of person: PersonID) -> Self {
        Query(
            "calendar.list_calendar_entries",
            """
            \(fragment: SQL.calendarEntry)
             WHERE mine.person_id = \(person)
               AND mine.status <> 'declined'
               AND o.starts_at > now() - \(CalendarFeedLimits.pastDays) * interval '1 day'
               AND coalesce(o.cancelled_at > now() - \(CalendarFeedLimits.cancelledDays) * interval '1 day', true)
             ORDER BY o.starts_at DESC, o.id
             LIMIT \(CalendarFeedLimits.outings)
            """)
    }
}

/// Whose a followed calendar is.
struct CalendarOwner: PostgresRow {
    let person: PersonID
    let name: String

    init(row: inout RowReader) throws(PostgresError) {
        person = try row.next()
        name = try row.next()
    }
}

extension Query where Row == CalendarOwner {
    static func calendarOwner(_ secret: TokenHash) -> Self {
        Query(
            "calendar.read_feed_owner",
            """
            SELECT p.id, p.name
              FROM calendar_feed AS f
              JOIN person AS p ON p.id = f.person_id
             WHERE f.secret_hash = \(secret.bytes)
            """)
    }
}

extension Query where Row == Int {
    /// How often the address was renewed; no row while there is none.
    static func calendarGeneration(of mine: Capability<PersonID>) -> Self {
        Query(
            "calendar.read_feed_generation",
            """
            SELECT generation
              FROM calendar_feed
             WHERE person_id = \(mine.object) AND secret_hash IS NOT NULL
            """
        ) { row throws(PostgresError) in try row.next() }
    }

    /// Counts on and closes the address that was; ``Command/openCalendar(of:_:)`` opens the next.
    static func nextCalendarGeneration(of mine: Capability<PersonID>) -> Self {
        Query(
            "calendar.advance_feed_generation", on: .write,
            """
            INSERT INTO calendar_feed AS f (person_id, generation)
            VALUES (\(mine.object), 1)
                ON CONFLICT (person_id) DO UPDATE
               SET generation = f.generation + 1, secret_hash = NULL
            RETURNING generation
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}

extension Command {
    static func openCalendar(of mine: Capability<PersonID>, _ secret: TokenHash) -> Self {
        Command(
            "calendar.open_feed",
            "UPDATE calendar_feed SET secret_hash = \(secret.bytes) WHERE person_id = \(mine.object)")
    }

    /// The row stays, so that no later address is one of before.
    static func closeCalendar(of mine: Capability<PersonID>) -> Self {
        Command(
            "calendar.close_feed",
            "UPDATE calendar_feed SET secret_hash = NULL WHERE person_id = \(mine.object)")
    }
}
