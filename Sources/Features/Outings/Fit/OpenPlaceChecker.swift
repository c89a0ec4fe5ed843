import Access
import Foundation
import Initializers
package import Jobs
import Journal
package import NoonishAPI
package import Postgres
package import Restaurants

/// Checks whether chosen places are open at the time of their outings: once they are chosen, after changes of
/// the time, the place or the directory, and on the last day. Notifies hosts of new results.
@MemberwiseInit
package struct OpenPlaceChecker: Sendable {
    let database: PostgresClient
    let hours: HoursPatterns
    let record: OutingRecord

    /// Outings to check. Idempotent: the result is stored in the same transaction.
    package var work: DueWork<OutingID> {
        DueWork(onOutings: "outings.check_open_places", in: database, due: .openChecksDue) {
            outing, _, transaction in
            try await look(at: outing, in: transaction)
        }
    }

    private func look(at outing: OutingRow, in transaction: Transaction) async throws {
        let id = outing.id
        guard let starts = outing.state.time?.startsAt.instant, starts > outing.now,
            // Read before the opening hours, so that a change in between causes another check.
            let change = try await transaction.first(.lastChange(ofRestaurantOf: id)),
            let answer = hours.openThen(try await transaction.one(.outing(id, for: nil)))
        else { return }
        let known = try await transaction.first(.openCheck(of: id)).flatMap {
            $0.rev == outing.whenWhereRev ? $0.check : nil
        }
        let check = known ?? OpenCheck(before: nil, wasReported: false)
        let isLastDay = starts <= outing.now + OutingLimits.openCheckLeadTime
        let news = check.news(answer.state, isLastDay: isLastDay)
        let isReported = news != nil || check.before == answer.state && check.wasReported
        try await transaction.execute(
            .storeOpenCheck(id, rev: outing.whenWhereRev, change, answer.state, isReported: isReported))
        if let news { _ = try await record.record([news], of: id, by: nil, in: transaction) }
    }
}

private struct OpenCheckRow: PostgresRow {
    let rev: Int
    let check: OpenCheck

    init(row: inout RowReader) throws(PostgresError) {
        rev = try row.next()
        let state: String = try row.next()
        check = OpenCheck(before: OpenStatus.State(rawValue: state), wasReported: try row.next())
    }
}

extension Query where Row == OpenCheckRow {
    fileprivate static func openCheck(of outing: OutingID) -> Self {
        Query(
            "outings.read_open_check",
            "SELECT rev, state, is_notified FROM outing_open_check WHERE outing_id = \(outing)")
    }
}

extension Query where Row == Int {
    fileprivate static func lastChange(ofRestaurantOf outing: OutingID) -> Self {
        Query(
            "outings.read_restaurant_version",
            """
            SELECT r.changed_in::text::bigint
              FROM outing AS o
              JOIN restaurant AS r ON r.id = o.restaurant_id
             WHERE o.id = \(outing)
            """)
    }
}

extension Query where Row == OutingID {
    /// Reads upcoming outings with a restaurant and a time that have not been checked since either changed,
    /// since the directory changed, or since their last day began; the earliest first.
    fileprivate static var openChecksDue: Self {
        Query(
            "outings.list_due_open_checks",
            """
            SELECT o.id
              FROM outing AS o
              JOIN restaurant AS r ON r.id = o.restaurant_id
              LEFT JOIN outing_open_check AS c ON c.outing_id = o.id
             WHERE o.starts_at > now()
               AND o.cancelled_at IS NULL
               AND (c.outing_id IS NULL
                    OR c.rev <> o.when_where_rev
                    OR c.restaurant_changed_in IS DISTINCT FROM r.changed_in
                    OR c.checked_at < o.starts_at - \(OutingLimits.openCheckLeadTime) * interval '1 s'
                       AND o.starts_at - \(OutingLimits.openCheckLeadTime) * interval '1 s' <= now())
             ORDER BY o.starts_at
             LIMIT \(OutingLimits.clockBatch)
            """)
    }
}

extension Command {
    fileprivate static func storeOpenCheck(
        _ outing: OutingID, rev: Int, _ restaurantChange: Int, _ state: OpenStatus.State, isReported: Bool
    ) -> Command {
        Command(
            "outings.store_open_check",
            """
            INSERT INTO outing_open_check AS c (outing_id, rev, restaurant_changed_in, state, is_notified)
            VALUES (\(outing), \(rev), \(restaurantChange)::text::xid8, \(state.rawValue), \(isReported))
                ON CONFLICT (outing_id) DO UPDATE
               SET rev = excluded.rev,
                   restaurant_changed_in = excluded.restaurant_changed_in,
                   state = excluded.state,
                   is_notified = excluded.is_notified,
                   checked_at = now()
            """)
    }
}
