import Foundation
import Initializers
package import Jobs
import Journal
package import NoonishAPI
package import Postgres

/// The edits of outings that a moment causes, such as reminders. Each is recorded without an actor and
/// reported like any other edit. A row of `cron_slot` in the same transaction ensures that it happens once,
/// even with several processes.
@MemberwiseInit
package struct OutingClock: Sendable {
    let database: PostgresClient
    let record: OutingRecord

    /// The loops that find due outings while the program runs.
    package var loops: [WorkLoop] {
        [reminders.loop, answerRequests.loop, ratingRequests.loop, seatOffers.loop]
    }

    package var workers: [AnyWorker] {
        [
            AnyWorker("outings.delete_origins", every: OutingLimits.originInterval) {
                try await forgetOrigins()
            },
            AnyWorker("outings.recompute_times", every: .seconds(86_400)) { try await recompute() },
        ]
    }

    /// Reminds attendees of an outing that starts soon: of one whose time was set only hours before shortly before it
    /// starts, and not at all if its time was set only just before that.
    package var reminders: DueWork<DueOuting> {
        DueWork(onOutings: "outings.remind", in: database, due: .dueForReminder) { outing, due, transaction in
            guard try await transaction.takeSlot(of: "reminder:\(due.outing)", at: due.at), !outing.isOver,
                let time = outing.state.time, time.startsAt.instant == due.at, due.leavesTimeForReminder
            else { return }
            _ = try await record.record([.reminder(time)], of: outing.id, by: nil, in: transaction)
        }
    }

    /// Asks invitees who have not answered to do so before the deadline, unless it was set only just before.
    package var answerRequests: DueWork<DueOuting> {
        DueWork(onOutings: "outings.ask_for_answers", in: database, due: .dueForAnswerRequest) {
            outing, due, transaction in
            guard try await transaction.takeSlot(of: "answer_wanted:\(due.outing)", at: due.at),
                !outing.isOver,
                outing.state.deadline == due.at, due.leavesTimeForReminder, outing.counts.invited > 0,
                try await transaction.takeAnswerRequest(of: outing) == nil
            else { return }
            _ = try await record.record([.answerWanted(by: due.at)], of: outing.id, by: nil, in: transaction)
        }
    }

    /// Asks attendees on the day after to rate the place.
    package var ratingRequests: DueWork<DueOuting> {
        DueWork(
            onOutings: "outings.ask_for_ratings", every: OutingLimits.ratingInterval, in: database,
            due: .dueForRating
        ) { outing, due, transaction in
            guard try await transaction.takeSlot(of: "rating_wanted:\(due.outing)", at: due.at),
                outing.isOver,
                let place = outing.state.place, place.restaurant != nil
            else { return }
            _ = try await record.record([.ratingWanted(place)], of: outing.id, by: nil, in: transaction)
        }
    }
}

/// Corrections after updates of tzdata.
extension OutingClock {
    /// Recomputes the instants of upcoming outings from their wall times, which are what was agreed, and
    /// corrects those that a new version of tzdata has moved. No notifications are sent, since the displayed
    /// time is unchanged; clients only refresh.
    ///
    /// - Returns: The number of corrected outings.
    @discardableResult
    package func recompute() async throws -> Int {
        var corrected = 0
        var last: OutingID?
        while true {
            let batch = try await database.all(.dated(after: last))
            for row in batch where row.correction != nil {
                corrected += try await correct(row.outing)
            }
            guard let end = batch.last, batch.count == OutingLimits.recomputationBatch else {
                return corrected
            }
            last = end.outing
        }
    }

    private func correct(_ id: OutingID) async throws -> Int {
        try await database.transaction { transaction in
            guard let row = try await transaction.all(.dated(id), after: [.lock(id)]).first,
                let time = row.correction
            else { return 0 }
            try await transaction.execute(.correct(id, to: time))
            _ = try await record.record([], of: id, by: nil, in: transaction)
            return 1
        }
    }
}

/// An outing that is due at a moment.
@Row
package struct DueOuting: PostgresRow, OutingItem {
    package let outing: OutingID
    let at: Date
    /// Whether the outing or its time was set early enough before that moment for a reminder to be useful.
    let leavesTimeForReminder: Bool
}

extension Query where Row == DueOuting {
    fileprivate static var dueForReminder: Self {
        Query(
            "outings.list_starting_soon",
            """
            SELECT o.id, o.starts_at,
                   setting.set_at <= o.starts_at - \(OutingLimits.lateReminderLeadTime)
                                  - \(OutingLimits.lateReminderDistance)
              FROM outing AS o
             CROSS JOIN LATERAL (
                   SELECT coalesce((SELECT c.at FROM outing_change AS c
                                     WHERE c.outing_id = o.id AND c.rev = o.when_where_rev), o.created_at)) AS setting (set_at)
             WHERE o.starts_at > now() AND o.starts_at <= now() + \(OutingLimits.reminderLeadTime)
               AND (setting.set_at <= o.starts_at - \(OutingLimits.reminderLeadTime)
                    OR o.starts_at <= now() + \(OutingLimits.lateReminderLeadTime))
               AND o.cancelled_at IS NULL
               AND NOT EXISTS (SELECT FROM cron_slot AS s WHERE s.name = 'reminder:' || o.id AND s.slot = o.starts_at)
             ORDER BY o.starts_at
             LIMIT \(OutingLimits.clockBatch)
            """)
    }

    fileprivate static var dueForRating: Self {
        Query(
            "outings.list_ended_recently",
            """
            SELECT o.id, o.starts_at, true
              FROM outing AS o
             WHERE o.starts_at < now() AND o.starts_at > now() - \(OutingLimits.ratingRequestWindow)
               AND \(fragment: OutingRow.end) <= now() - \(OutingLimits.ratingRequestDelay)
               AND o.cancelled_at IS NULL AND o.restaurant_id IS NOT NULL
               AND NOT EXISTS (SELECT FROM cron_slot AS s
                                WHERE s.name = 'rating_wanted:' || o.id AND s.slot = o.starts_at)
             ORDER BY o.starts_at
             LIMIT \(OutingLimits.clockBatch)
            """)
    }

    fileprivate static var dueForAnswerRequest: Self {
        Query(
            "outings.list_closing_soon",
            """
            SELECT o.id, o.respond_by, o.created_at <= o.respond_by - \(OutingLimits.answerRequestLeadTime)
              FROM outing AS o
             WHERE o.respond_by > now() AND o.respond_by <= now() + \(OutingLimits.answerRequestLeadTime)
               AND o.cancelled_at IS NULL AND o.invited_count > 0
               AND NOT EXISTS (SELECT FROM cron_slot AS s
                                WHERE s.name = 'answer_wanted:' || o.id AND s.slot = o.respond_by)
             ORDER BY o.respond_by
             LIMIT \(OutingLimits.clockBatch)
            """)
    }
}

/// The stored time of an outing.
private struct DatedOuting: PostgresRow {
    let outing: OutingID
    /// The time according to the present tzdata; `nil` if the stored one is still correct.
    let correction: OutingTime?

    init(row: inout RowReader) throws(PostgresError) {
        outing = try row.next()
        let zone: String = try row.next()
        let starts = try ZonedTime(row: &row, zone: zone)
        let ends = try ZonedTime(row: &row, zone: zone)
        guard let starts else {
            correction = nil
            return
        }
        let time = OutingTime(startsAt: starts.asOfToday, endsAt: ends?.asOfToday)
        correction = time == OutingTime(startsAt: starts, endsAt: ends) ? nil : time
    }
}

extension ZonedTime {
    fileprivate init?(row: inout RowReader, zone: String) throws(PostgresError) {
        let text: String? = try row.next()
        let instant: Date? = try row.next()
        guard let text, let instant else { return nil }
        guard let wall = WallTime(text: text) else { throw .decode("\(text) is not a wall time") }
        self.init(wall: wall, zone: zone, instant: instant)
    }
}

extension Query where Row == DatedOuting {
    private static let columns: SQL = """
        o.id, o.time_zone, to_char(o.starts_wall, 'YYYY-MM-DD"T"HH24:MI'), o.starts_at,
        to_char(o.ends_wall, 'YYYY-MM-DD"T"HH24:MI'), o.ends_at
        """

    fileprivate static func dated(_ id: OutingID) -> Self {
        Query(
            "outings.read_dated_outing",
            "SELECT \(fragment: columns) FROM outing AS o WHERE o.id = \(id)")
    }

    fileprivate static func dated(after last: OutingID?) -> Self {
        Query(
            "outings.list_dated_outings", on: .stale,
            """
            SELECT \(fragment: columns)
              FROM outing AS o
             WHERE o.starts_at > now() - interval '1 day' AND (\(last)::uuid IS NULL OR o.id > \(last))
             ORDER BY o.id
             LIMIT \(OutingLimits.recomputationBatch)
            """)
    }
}

extension Command {
    fileprivate static func correct(_ id: OutingID, to time: OutingTime) -> Self {
        Command(
            "outings.correct_time",
            """
            UPDATE outing
               SET starts_at = \(time.startsAt.instant), ends_at = \(time.endsAt?.instant)
             WHERE id = \(id)
            """)
    }
}
