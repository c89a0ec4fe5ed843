package import Access
package import Foundation
internal import Journal
package import NoonishAPI
package import Postgres
internal import Restaurants

/// An outing, as read for one person.
package struct OutingRow: PostgresRow {
    package let id: OutingID
    package let host: PersonID
    package let hostName: String
    package private(set) var rev: Int
    package private(set) var version: Int
    /// The revision at which the time or place last changed.
    package private(set) var whenWhereRev: Int
    /// SEQUENCE of RFC 5545: incremented only by a change of time, place or cancellation.
    package private(set) var calendarSequence: Int
    package private(set) var state: OutingState
    package let counts: AttendanceCounts
    package let held: Int
    package let createdAt: Date
    package private(set) var updatedAt: Date
    /// The database's clock when the row was read.
    package let now: Date
    /// `nil` if the outing has no series.
    package let series: OutingSeriesDate?
    package let cohosts: [Person]
    /// The present opening hours of the chosen restaurant; `nil` without a restaurant in the directory or
    /// without known hours.
    let hours: PlaceHours?
    /// Whether a person has shared an origin, or enough people have stated their diets.
    let hasAggregates: Bool
    /// The person's own attendance; `nil` if they are not on the list.
    package let mine: AttendanceRow?

    package init(row: inout RowReader) throws(PostgresError) {
        id = try row.next()
        host = try row.next()
        hostName = try row.next()
        rev = try row.next()
        version = try row.next()
        whenWhereRev = try row.next()
        calendarSequence = try row.next()
        state = try Self.state(&row)
        counts = AttendanceCounts(
            invited: try row.next(), attending: try row.next(), maybe: try row.next(),
            declined: try row.next(),
            waitlisted: try row.next(), seats: try row.next())
        held = try row.next()
        createdAt = try row.next()
        updatedAt = try row.next()
        now = try row.next()
        let seriesID: SeriesID? = try row.next()
        let date: String? = try row.next()
        series = seriesID.flatMap { id in date.map { OutingSeriesDate(id: id, date: $0) } }
        let cohostIDs: [UUID] = try row.next()
        let cohostNames: [String] = try row.next()
        cohosts = zip(cohostIDs, cohostNames).map { Person(id: PersonID($0), name: $1) }
        hours = try PlaceHours.read(&row)
        hasAggregates = try row.next()
        mine = try AttendanceRow(optional: &row)
    }

    private static func state(_ row: inout RowReader) throws(PostgresError) -> OutingState {
        var state = OutingState(title: try row.next(), note: try row.next(), zone: try row.next())
        let starts = try zonedTime(&row, zone: state.zone)
        let ends = try zonedTime(&row, zone: state.zone)
        state.time = starts.map { OutingTime(startsAt: $0, endsAt: ends) }
        let restaurant: RestaurantID? = try row.next()
        let name: String? = try row.next()
        var place = OutingPlace(restaurant: restaurant, name: name ?? "")
        place.address = try row.next()
        place.phone = try row.next()
        place.website = try row.next()
        place.latitude = try row.next()
        place.longitude = try row.next()
        place.attribution = try row.next()
        state.place = name == nil ? nil : place
        state.capacity = try row.next()
        state.deadline = try row.next()
        let cancelledAt: Date? = try row.next()
        let reason: String? = try row.next()
        state.cancellation = cancelledAt == nil ? nil : Cancellation(reason: reason)
        return state
    }

    private static func zonedTime(_ row: inout RowReader, zone: String) throws(PostgresError) -> ZonedTime? {
        let text: String? = try row.next()
        let instant: Date? = try row.next()
        guard let text, let instant else { return nil }
        guard let wall = WallTime(text: text) else { throw .decode("\(text) is not a wall time") }
        return ZonedTime(wall: wall, zone: zone, instant: instant)
    }

    /// The columns that `OutingRow` reads, in order. `o` is the outing, `h` its host, `r` its restaurant if
    /// it is in the directory, `mine` and `asked` the reader's own attendance and invitation.
    package static let columns = columns(
        PlaceHours.columns,
        aggregates: "EXISTS (SELECT FROM outing_with_aggregates AS t WHERE t.outing_id = o.id)")

    /// The same without opening hours and counts over people, for callers that do not show them: fewer tables
    /// are read.
    package static let notificationColumns = columns(PlaceHours.nullColumns, aggregates: "false")

    /// The tables that ``columns`` reads besides the outing `o` and the reader's attendance `mine`.
    package static let joins: SQL = """
        JOIN person AS h ON h.id = o.host_id
        LEFT JOIN restaurant AS r ON r.id = o.restaurant_id
        LEFT JOIN person AS mine_person ON mine_person.id = mine.person_id
        LEFT JOIN invitation AS asked ON asked.outing_id = o.id AND asked.person_id = mine.person_id
        """

    /// The end of outing `o`: as set, or the usual duration after the start; NULL without a start. See
    /// ``endsInstant``.
    package static let end = SQL(
        stringLiteral:
            "coalesce(o.ends_at, o.starts_at + interval '\(Int(OutingLimits.defaultDuration)) seconds')")

    private static func columns(_ hours: SQL, aggregates: SQL) -> SQL {
        """
        o.id, o.host_id, h.name, o.rev, o.version, o.when_where_rev, o.calendar_sequence,
        o.title, o.note, o.time_zone,
        to_char(o.starts_wall, 'YYYY-MM-DD"T"HH24:MI'), o.starts_at,
        to_char(o.ends_wall, 'YYYY-MM-DD"T"HH24:MI'), o.ends_at,
        o.restaurant_id, o.place_name, o.place_address, o.place_phone, o.place_website,
        o.place_latitude, o.place_longitude, o.place_attribution,
        o.capacity, o.respond_by, o.cancelled_at, o.cancel_reason,
        o.invited_count, o.attending_count, o.maybe_count, o.declined_count, o.waitlisted_count, o.going, o.held,
        o.created_at, o.updated_at, now(), o.series_id, to_char(o.series_date, 'YYYY-MM-DD'),
        ARRAY(SELECT c.person_id FROM attendance AS c
               WHERE c.outing_id = o.id AND c.role = 'cohost' ORDER BY c.person_id),
        ARRAY(SELECT p.name FROM attendance AS c JOIN person AS p ON p.id = c.person_id
               WHERE c.outing_id = o.id AND c.role = 'cohost' ORDER BY c.person_id),
        \(fragment: hours), \(fragment: aggregates),
        mine.id, mine.person_id, mine_person.name, mine.role, mine.status, mine.party_size, mine.note,
        mine.responded_at, mine.responded_rev, mine.set_by_id IS NOT NULL,
        CASE WHEN mine.status = 'waitlisted'
             THEN (SELECT count(*) FROM attendance AS before
                    WHERE before.outing_id = mine.outing_id AND before.status = 'waitlisted'
                      AND before.queue_number <= mine.queue_number
                      AND (NOT before.offer_missed OR before.person_id = mine.person_id)) END,
        mine.offer_ends_at, coalesce(mine.offer_missed, false),
        asked.id, asked.channel, asked.state, asked.address, asked.invited_by,
        (SELECT f.tag FROM profile_picture AS f WHERE f.person_id = mine.person_id)
        """
    }
}

/// A row of `attendance` with the person's name and invitation.
package struct AttendanceRow: PostgresRow {
    package let id: AttendanceID
    package let person: PersonID
    package let name: String
    package let answer: Answer
    package let note: String?
    package let respondedAt: Date?
    package let respondedRev: Int?
    package let setByHost: Bool
    /// `nil` if the person is not waitlisted.
    package let waiting: Waiting?
    package let invitation: Invitation?
    /// The tag of the person's picture; `nil` without a picture.
    package let pictureTag: String?

    package struct Waiting: Hashable, Sendable {
        /// From 1. People who missed an offer are not counted in the places of others.
        package let place: Int
        package let offerEndsAt: Date?
        package let hasMissed: Bool
    }

    package struct Invitation: Hashable, Sendable {
        package let id: InvitationID
        package let channel: InvitationSummary.Channel
        package let state: InvitationSummary.State
        package let address: String?
        package let invitedBy: PersonID
    }

    package init(row: inout RowReader) throws(PostgresError) {
        guard let some = try Self(optional: &row) else { throw .decode("an attendance without an id") }
        self = some
    }

    /// Reads a row of an outer join; `nil` if it is empty.
    init?(optional row: inout RowReader) throws(PostgresError) {
        let id: AttendanceID? = try row.next()
        let person: PersonID? = try row.next()
        let name: String? = try row.next()
        let role: String? = try row.next()
        let status: String? = try row.next()
        let partySize: Int? = try row.next()
        note = try row.next()
        respondedAt = try row.next()
        respondedRev = try row.next()
        setByHost = try row.next()
        waiting = try Self.waiting(&row)
        invitation = try Self.invitation(&row)
        pictureTag = try row.next()
        guard let id, let person, let name, let role = role.flatMap({ AttendanceRole(rawValue: $0) }),
            let status = status.flatMap({ AttendanceStatus(rawValue: $0) }), let partySize
        else { return nil }
        self.id = id
        self.person = person
        self.name = name
        answer = Answer(role: role, status: status, partySize: partySize)
    }

    private static func waiting(_ row: inout RowReader) throws(PostgresError) -> Waiting? {
        let place: Int? = try row.next()
        let offerEndsAt: Date? = try row.next()
        let hasMissed: Bool = try row.next()
        return place.map { Waiting(place: $0, offerEndsAt: offerEndsAt, hasMissed: hasMissed) }
    }

    /// The columns that ``init(row:)`` reads, in order. `a` is the attendance, `p` its person, `i` their
    /// invitation.
    static let columns: SQL = """
        a.id, a.person_id, p.name, a.role, a.status, a.party_size, a.note, a.responded_at,
        a.responded_rev, a.set_by_id IS NOT NULL,
        CASE WHEN a.status = 'waitlisted'
             THEN (SELECT count(*) FROM attendance AS before
                    WHERE before.outing_id = a.outing_id AND before.status = 'waitlisted'
                      AND before.queue_number <= a.queue_number
                      AND (NOT before.offer_missed OR before.person_id = a.person_id)) END,
        a.offer_ends_at, a.offer_missed,
        i.id, i.channel, i.state, i.address, i.invited_by,
        (SELECT f.tag FROM profile_picture AS f WHERE f.person_id = a.person_id)
        """

    private static func invitation(_ row: inout RowReader) throws(PostgresError) -> Invitation? {
        let id: InvitationID? = try row.next()
        let channel: String? = try row.next()
        let state: String? = try row.next()
        let address: String? = try row.next()
        let invitedBy: PersonID? = try row.next()
        guard let id, let channel = channel.flatMap({ InvitationSummary.Channel(rawValue: $0) }),
            let state = state.flatMap({ InvitationSummary.State(rawValue: $0) }), let invitedBy
        else { return nil }
        return Invitation(id: id, channel: channel, state: state, address: address, invitedBy: invitedBy)
    }
}

extension OutingRow {
    /// Returns this row after an edit in the same transaction that set `state` and created `revision`.
    ///
    /// - Precondition: the edit did nothing else, and left the restaurant.
    func edited(to state: OutingState, as revision: JournalWriter.Revision) -> OutingRow {
        let changes = self.state.changes(to: state)
        var row = self
        row.state = state
        row.rev = revision.rev
        row.version = revision.version
        row.updatedAt = now
        if changes.contains(where: \.kind.invalidatesAnswers) {
            row.whenWhereRev = revision.rev
            row.calendarSequence += 1
        }
        return row
    }

    /// The stage of the outing at `now`.
    package var stage: Outing.State {
        if state.cancellation != nil { return .cancelled }
        guard let time = state.time else { return .planning }
        if now >= endInstant(of: time) { return .done }
        if now >= time.startsAt.instant { return .happening }
        return state.place == nil ? .planning : .set
    }

    /// Whether its end has passed, cancelled or not.
    package var isOver: Bool { endsInstant.map { now >= $0 } ?? false }

    /// The end: as set, or the usual duration after the start; `nil` without a start.
    package var endsInstant: Date? { state.time.map(endInstant) }

    private func endInstant(of time: OutingTime) -> Date {
        time.endsAt?.instant ?? time.startsAt.instant + OutingLimits.defaultDuration
    }

    /// The relation of the person for whom the row was read.
    package var relation: Relation {
        switch mine?.answer.role {
        case .host: .host
        case .cohost: .cohost
        case .invitee: .invitee
        case nil: .stranger
        }
    }
}
