import Access
import Calendars
import Localization
import NoonishAPI
import Outings
import Postgres

/// Limits of calendar feeds.
enum CalendarFeedLimits {
    /// The refresh interval that feeds suggest to calendar programs. Many ignore it; an hour is enough for a
    /// plan for tomorrow.
    static let refresh = Duration.seconds(3_600)
    /// How long an outing stays in the feed after it started, in days: long enough to check who was there
    /// last month.
    static let pastRetentionDays = 90
    /// How long a cancelled outing stays in the feed after its cancellation, in days, so that programs that
    /// refresh rarely still remove it.
    static let cancelledRetentionDays = 30
    /// Outings in one feed, at most; those that start latest are kept. About 1 kB each.
    static let outings = 500
}

/// An outing in a person's calendar feed.
@Row
struct CalendarEntry: PostgresRow {
    /// The attribution that the licence of the restaurant's data requires wherever the data is shown.
    let attribution: String?
    let order: CalendarOrder?
    let outing: OutingRow

    /// Returns the entry as a calendar event, or `nil` if the outing has no time.
    ///
    /// The event is tentative for people who answered "maybe" or are on the waitlist. It does not mark people
    /// as busy if they have not answered. People who attend read about the order, and the event's stamp moves with it.
    func event(_ site: Site, _ language: Language) -> CalendarEvent? {
        guard var event = outing.event(link: site.url("/outings/\(outing.id)"), attribution: attribution)
        else {
            return nil
        }
        let status = outing.mine?.answer.status ?? .invited
        if event.status == .confirmed, status != .attending { event.status = .tentative }
        if status == .attending, event.status != .cancelled, let order {
            let lines = order.lines(in: outing.state.zone, language, now: outing.now)
            event.description = ([event.description] + [lines.joined(separator: "\n")]).compactMap(\.self)
                .filter { !$0.isEmpty }.joined(separator: "\n\n")
            event.stamp = max(event.stamp, order.changedAt ?? event.stamp)
        }
        event.isBusy = event.status != .cancelled && status != .invited && status != .declined
        return event
    }
}

extension SQL {
    fileprivate static let calendarEntry: SQL = """
        SELECT (SELECT s.attribution FROM restaurant_source AS s WHERE s.id = r.source),
               \(fragment: CalendarOrder.columns), \(fragment: OutingRow.columns)
          FROM attendance AS mine
          JOIN outing AS o ON o.id = mine.outing_id
          \(fragment: CalendarOrder.joined)
          \(fragment: OutingRow.joins)
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

    /// Reads the outings that `person` attends, may attend or is invited to, but not those they declined.
    static func calendarEntries(of person: PersonID) -> Self {
        Query(
            "calendar.list_calendar_entries",
            """
            \(fragment: SQL.calendarEntry)
             WHERE mine.person_id = \(person)
               AND mine.status <> 'declined'
               AND o.starts_at > now() - \(CalendarFeedLimits.pastRetentionDays) * interval '1 day'
               AND coalesce(o.cancelled_at > now() - \(CalendarFeedLimits.cancelledRetentionDays) * interval '1 day', true)
             ORDER BY o.starts_at DESC, o.id
             LIMIT \(CalendarFeedLimits.outings)
            """)
    }
}

/// The owner of a calendar feed.
@Row
struct CalendarOwner: PostgresRow {
    let person: PersonID
    let name: String
    let locale: String?
}

extension Query where Row == CalendarOwner {
    static func calendarOwner(_ secret: TokenHash) -> Self {
        Query(
            "calendar.read_feed_owner",
            """
            SELECT p.id, p.name, p.locale
              FROM calendar_feed AS f
              JOIN person AS p ON p.id = f.person_id
             WHERE f.secret_hash = \(secret.bytes)
            """)
    }
}

extension Query where Row == Int {
    /// Reads how often the feed's address has been created. Returns no row if the person has no feed.
    static func calendarGeneration(of mine: Capability<PersonID>) -> Self {
        Query(
            "calendar.read_feed_generation",
            """
            SELECT generation
              FROM calendar_feed
             WHERE person_id = \(mine.object) AND secret_hash IS NOT NULL
            """)
    }

    /// Increments the generation and revokes the current address. ``Command/storeCalendarSecret(of:_:)`` stores the
    /// next one.
    static func nextCalendarGeneration(of mine: Capability<PersonID>) -> Self {
        Query(
            "calendar.advance_feed_generation", on: .write,
            """
            INSERT INTO calendar_feed AS f (person_id, generation)
            VALUES (\(mine.object), 1)
                ON CONFLICT (person_id) DO UPDATE
               SET generation = f.generation + 1, secret_hash = NULL
            RETURNING generation
            """)
    }
}

extension Command {
    static func storeCalendarSecret(of mine: Capability<PersonID>, _ secret: TokenHash) -> Self {
        Command(
            "calendar.open_feed",
            "UPDATE calendar_feed SET secret_hash = \(secret.bytes) WHERE person_id = \(mine.object)")
    }

    /// Revokes the address. The row stays, so that the generation is not reused and no former address becomes
    /// valid again.
    static func revokeCalendar(of mine: Capability<PersonID>) -> Self {
        Command(
            "calendar.close_feed",
            "UPDATE calendar_feed SET secret_hash = NULL WHERE person_id = \(mine.object)")
    }
}
