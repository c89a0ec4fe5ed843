import Access
import Foundation
import Initializers
package import Jobs
import Journal
package import NoonishAPI
package import Postgres
package import Restaurants

/// Checks whether chosen places still exist, and are open at the time of their outings: once they are chosen, after
/// changes of the time, the place or the directory, and on the last day. Notifies hosts of new results.
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
            let place = try await transaction.first(.checkedPlace(of: id))
        else { return }
        let known = try await transaction.first(.openCheck(of: id)).flatMap {
            $0.rev == outing.whenWhereRev ? $0 : nil
        }
        let check = known?.check ?? OpenCheck(before: nil, wasReported: false)
        // The hours of a place that has vanished say nothing.
        let answer =
            place.hasVanished ? nil : hours.openThen(try await transaction.one(.outing(id, for: nil)))
        guard answer != nil || place.hasVanished else { return }
        let isLastDay = starts <= outing.now + OutingLimits.openCheckLeadTime
        let news = answer.flatMap { check.news($0.state, isLastDay: isLastDay) }
        let state = answer?.state ?? check.before ?? .unknown
        let isReported = news != nil || check.before == state && check.wasReported
        try await transaction.execute(
            .storeOpenCheck(id, rev: outing.whenWhereRev, place, state, isReported: isReported))
        let listing =
            place.hasVanished == (known?.hasVanished ?? false)
            ? nil : Change.placeListing(vanished: place.hasVanished)
        let changes = [listing, news].compactMap(\.self)
        if !changes.isEmpty { _ = try await record.record(changes, of: id, by: nil, in: transaction) }
    }
}

private struct OpenCheckRow: PostgresRow {
    let rev: Int
    let check: OpenCheck
    let hasVanished: Bool

    init(row: inout RowReader) throws(PostgresError) {
        rev = try row.next()
        let state: String = try row.next()
        check = OpenCheck(before: OpenStatus.State(rawValue: state), wasReported: try row.next())
        hasVanished = try row.next()
    }
}

/// The restaurant of an outing as the check finds it.
@Row
private struct CheckedPlace: PostgresRow {
    /// The transaction of its last change.
    let changedIn: Int
    let hasVanished: Bool
}

extension Query where Row == OpenCheckRow {
    fileprivate static func openCheck(of outing: OutingID) -> Self {
        Query(
            "outings.read_open_check",
            "SELECT rev, state, is_notified, vanished FROM outing_open_check WHERE outing_id = \(outing)")
    }
}

extension Query where Row == CheckedPlace {
    fileprivate static func checkedPlace(of outing: OutingID) -> Self {
        Query(
            "outings.read_restaurant_version",
            """
            SELECT r.changed_in::text::bigint, r.vanished_at IS NOT NULL
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
        _ outing: OutingID, rev: Int, _ place: CheckedPlace, _ state: OpenStatus.State, isReported: Bool
    ) -> Command {
        Command(
            "outings.store_open_check",
            """
            INSERT INTO outing_open_check AS c (outing_id, rev, restaurant_changed_in, state, is_notified, vanished)
            VALUES (\(outing), \(rev), \(place.changedIn)::text::xid8, \(state.rawValue), \(isReported),
                    \(place.hasVanished))
                ON CONFLICT (outing_id) DO UPDATE
               SET rev = excluded.rev,
                   restaurant_changed_in = excluded.restaurant_changed_in,
                   state = excluded.state,
                   is_notified = excluded.is_notified,
                   vanished = excluded.vanished,
                   checked_at = now()
            """)
    }
}
