internal import Foundation
internal import Jobs
internal import NoonishAPI
package import Postgres

/// What happens to outings because its time has come. Each is recorded like any edit, by nobody, and told by the same
/// path; a row of `cron_slot` in the same transaction makes it happen once, however many processes look.
package struct OutingClock: Sendable {
    let database: PostgresClient
    let record: OutingRecord

    package init(database: PostgresClient, record: OutingRecord) {
        self.database = database
        self.record = record
    }

    /// Reminds those who come of what starts soon, unless they learnt of its time only just now.
    ///
    /// - Returns: How many outings were looked at.
    @discardableResult
    package func remind() async throws -> Int {
        let soon = try await database.all(.startingSoon)
        for due in soon {
            try await once("reminder", due) { outing, transaction in
                guard let time = outing.state.time, time.startsAt.instant == due.at, due.isOldNews else {
                    return
                }
                _ = try await record.record([.reminder(time)], of: outing.id, by: nil, in: transaction)
            }
        }
        return soon.count
    }

    /// Asks those who have not answered to do so before the deadline, unless it was set only just now.
    ///
    /// - Returns: How many outings were looked at.
    @discardableResult
    package func askForAnswers() async throws -> Int {
        let closing = try await database.all(.closingSoon)
        for due in closing {
            try await once("answer_wanted", due) { outing, transaction in
                guard outing.state.deadline == due.at, due.isOldNews, outing.counts.invited > 0 else {
                    return
                }
                _ = try await record.record(
                    [.answerWanted(by: due.at)], of: outing.id, by: nil, in: transaction)
            }
        }
        return closing.count
    }

    /// Asks those who came, the day after, what they think of the place.
    ///
    /// - Returns: How many outings were looked at.
    @discardableResult
    package func askForRatings() async throws -> Int {
        let eaten = try await database.all(.eatenYesterday)
        for due in eaten {
            try await once("rating_wanted", due, isOver: true) { outing, transaction in
                guard let place = outing.state.place, place.restaurant != nil else { return }
                _ = try await record.record([.ratingWanted(place)], of: outing.id, by: nil, in: transaction)
            }
        }
        return eaten.count
    }

    private func once(
        _ name: String, _ due: DueOuting, isOver: Bool = false,
        _ body: (OutingRow, Transaction) async throws -> Void
    ) async throws {
        try await database.transaction { transaction in
            guard let outing = try await transaction.locked(due.outing, for: nil),
                try await transaction.takeSlot(of: "\(name):\(due.outing)", at: due.at),
                outing.state.cancellation == nil, outing.isOver == isOver
            else { return }
            try await body(outing, transaction)
        }
    }
}

/// Tzdata changes.
extension OutingClock {
    /// Computes the instants of outings to come from their wall times again, which are the promise, and corrects those
    /// that tzdata has moved since. Nobody is told, as nothing that was said has changed; screens look again.
    ///
    /// - Returns: How many were corrected.
    @discardableResult
    package func recompute() async throws -> Int {
        var corrected = 0
        var last: OutingID?
        while true {
            let batch = try await database.all(.dated(after: last))
            for row in batch where row.correction != nil {
                corrected += try await correct(row.outing)
            }
            guard let end = batch.last, batch.count == OutingLimits.recomputedAtOnce else { return corrected }
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

/// An outing with something to do at a moment.
struct DueOuting: PostgresRow {
    let outing: OutingID
    let at: Date
    /// Whether it was known before that moment was near.
    let isOldNews: Bool

    init(row: inout RowReader) throws(PostgresError) {
        outing = try row.next()
        at = try row.next()
        isOldNews = try row.next()
    }
}

extension Query where Row == DueOuting {
    fileprivate static var startingSoon: Self {
        Query(
            "outings.list_starting_soon",
            """
            SELECT o.id, o.starts_at,
                   coalesce((SELECT c.at FROM outing_change AS c WHERE c.outing_id = o.id AND c.rev = o.when_where_rev),
                            o.created_at) <= o.starts_at - \(OutingLimits.remindedBefore)
              FROM outing AS o
             WHERE o.starts_at > now() AND o.starts_at <= now() + \(OutingLimits.remindedBefore)
               AND o.cancelled_at IS NULL
               AND NOT EXISTS (SELECT FROM cron_slot AS s WHERE s.name = 'reminder:' || o.id AND s.slot = o.starts_at)
             ORDER BY o.starts_at
             LIMIT \(OutingLimits.clockBatch)
            """)
    }

    fileprivate static var eatenYesterday: Self {
        Query(
            "outings.list_ended_recently",
            """
            SELECT o.id, o.starts_at, true
              FROM outing AS o
             WHERE o.starts_at < now() AND o.starts_at > now() - \(OutingLimits.ratedBefore)
               AND coalesce(o.ends_at, o.starts_at + \(OutingLimits.usualDuration) * interval '1 s')
                   <= now() - \(OutingLimits.ratedAfter)
               AND o.cancelled_at IS NULL AND o.restaurant_id IS NOT NULL
               AND NOT EXISTS (SELECT FROM cron_slot AS s
                                WHERE s.name = 'rating_wanted:' || o.id AND s.slot = o.starts_at)
             ORDER BY o.starts_at
             LIMIT \(OutingLimits.clockBatch)
            """)
    }

    fileprivate static var closingSoon: Self {
        Query(
            "outings.list_closing_soon",
            """
            SELECT o.id, o.respond_by, o.created_at <= o.respond_by - \(OutingLimits.askedBefore)
              FROM outing AS o
             WHERE o.respond_by > now() AND o.respond_by <= now() + \(OutingLimits.askedBefore)
               AND o.cancelled_at IS NULL AND o.invited_count > 0
               AND NOT EXISTS (SELECT FROM cron_slot AS s
                                WHERE s.name = 'answer_wanted:' || o.id AND s.slot = o.respond_by)
             ORDER BY o.respond_by
             LIMIT \(OutingLimits.clockBatch)
            """)
    }
}

/// The time of an outing, as the table has it.
private struct DatedOuting: PostgresRow {
    let outing: OutingID
    /// The time as tzdata has it today; nil if that is what the table has.
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

    /// The same wall time at the instant that shows it. Of two that do, the one it has stays; where none does, as the
    /// clocks skip it now, it stays as well.
    fileprivate var asOfToday: ZonedTime {
        guard let zone = TimeZone(identifier: zone) else { return self }
        let shown = ZonedTime(instant, in: zone)
        if shown.wall == wall { return self }
        return (try? ZonedTime(wall, in: zone)) ?? self
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
            "outings.list_dated_outings", on: .slow,
            """
            SELECT \(fragment: columns)
              FROM outing AS o
             WHERE o.starts_at > now() - interval '1 day' AND (\(last)::uuid IS NULL OR o.id > \(last))
             ORDER BY o.id
             LIMIT \(OutingLimits.recomputedAtOnce)
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
