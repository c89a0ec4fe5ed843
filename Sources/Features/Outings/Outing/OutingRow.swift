package import Access
package import Foundation
import Journal
package import NoonishAPI
package import Postgres
import Restaurants

/// An outing, as read for one person.
///
/// In its columns, `o` is the outing, `h` its host, `cohosts` are its cohosts, `r` is its restaurant if it is in the
/// directory, `mine`, `mine_picture` and `asked` are the reader's own attendance, picture and invitation.
@Row
package struct OutingRow: PostgresRow {
    @Column("o.id") package let id: OutingID
    @Column("o.host_id") package let host: PersonID
    @Column("h.name") package let hostName: String
    @Column("o.rev") package private(set) var rev: Int
    @Column("o.version") package private(set) var version: Int
    @Column(Stamp.self) package private(set) var stamp: Stamp
    /// The revision at which the time or place last changed.
    @Column("o.when_where_rev") package private(set) var whenWhereRev: Int
    /// SEQUENCE of RFC 5545: incremented only by a change of time, place or cancellation.
    @Column("o.calendar_sequence") package private(set) var calendarSequence: Int
    @Column(OutingState.self) package private(set) var state: OutingState
    @Column(AttendanceCounts.self) package let counts: AttendanceCounts
    @Column("o.held") package let held: Int
    @Column("o.created_at") package let createdAt: Date
    @Column("o.updated_at") package private(set) var updatedAt: Date
    /// The database's clock when the row was read.
    @Column("now()") package let now: Date
    /// `nil` if the outing has no series.
    @Column("o.series_id", "to_char(o.series_date, 'YYYY-MM-DD')") package let series: OutingSeriesDate?
    @Column("coalesce(cohosts.ids, '{}')", "coalesce(cohosts.names, '{}')") package let cohosts: [Person]
    /// The present opening hours of the chosen restaurant; `nil` without a restaurant in the directory or
    /// without known hours.
    @Column(PlaceHours.self, brief: PlaceHours.nullColumns) let hours: PlaceHours?
    /// Whether the source of the chosen restaurant no longer lists it.
    @Column("coalesce(r.vanished_at IS NOT NULL, false)", brief: "false") let placeHasVanished: Bool
    /// Whether a person has shared an origin, or enough people have stated their diets.
    @Column(OutingRow.hasAggregatesColumn, brief: "false")
    let hasAggregates: Bool
    /// The person's own attendance; `nil` if they are not on the list.
    @Column(AttendanceRow.columns("mine", of: "mine_person", invitedBy: "asked", picture: "mine_picture.tag"))
    package let mine: AttendanceRow?

    /// Identifies the content of the row of `outing`: every UPDATE changes it.
    @Row
    package struct Stamp: PostgresRow, Hashable {
        /// The start of the database server. After a failover, numbers of transactions are assigned anew.
        @Column("pg_postmaster_start_time()") let server: Date
        @Column("o.xmin") fileprivate(set) var row: RowVersion
    }

    /// The columns without opening hours and counts over people, for callers that do not show them: fewer
    /// tables are read.
    package static var notificationColumns: SQL { briefColumns }

    static let hasAggregatesColumn: SQL =
        "EXISTS (SELECT FROM outing_with_aggregates AS t WHERE t.outing_id = o.id)"

    /// The tables that ``columns`` reads besides the outing `o` and the reader's attendance `mine`.
    package static let joins: SQL = """
        \(fragment: sharedJoins)
        LEFT JOIN person AS mine_person ON mine_person.id = mine.person_id
        LEFT JOIN profile_picture AS mine_picture ON mine_picture.person_id = mine.person_id
        """

    /// The same without the person and the picture of `mine`.
    static let sharedJoins: SQL = """
        JOIN person AS h ON h.id = o.host_id
        \(fragment: joinedCohosts)
        LEFT JOIN restaurant AS r ON r.id = o.restaurant_id
        LEFT JOIN invitation AS asked ON asked.outing_id = o.id AND asked.person_id = mine.person_id
        """

    /// The cohosts of outing `o`, by id.
    package static let joinedCohosts: SQL = """
        CROSS JOIN LATERAL (
              SELECT array_agg(c.person_id ORDER BY c.person_id) AS ids, array_agg(p.name ORDER BY c.person_id) AS names
                FROM attendance AS c
                JOIN person AS p ON p.id = c.person_id
               WHERE c.outing_id = o.id AND c.role = 'cohost') AS cohosts
        """

    /// The end of outing `o`; NULL without a start. See ``endsInstant``.
    package static let end: SQL = "outing_end(o.starts_at, o.ends_at)"
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
        row.stamp.row = revision.row
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
    package var relation: Relation { Relation(mine?.answer.role) }
}
