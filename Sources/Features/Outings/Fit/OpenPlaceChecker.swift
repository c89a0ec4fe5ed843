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
    private let due: DueChecks = DueChecks(.place)

    /// Outings to check. Idempotent: the result is stored in the same transaction.
    package var work: DueWork<OutingID> {
        DueWork(
            onOutings: "outings.check_open_places", in: database,
            due: { try await due.outings(in: database) },
            handle: { outing, _, transaction in try await check(outing, in: transaction) })
    }

    private func check(_ outing: OutingRow, in transaction: Transaction) async throws {
        let id = outing.id
        let wasDue = try await transaction.execute(.takeDueCheck(.place, of: id)) > 0
        guard let starts = outing.state.time?.startsAt.instant, starts > outing.now,
            // Read before the opening hours, so that a change in between causes another check.
            let place = try await transaction.first(.checkedPlace(of: id))
        else { return }
        let known = try await transaction.first(.openCheck(of: id)).flatMap {
            $0.rev == outing.whenWhereRev ? $0 : nil
        }
        // Another process may have checked it since this one read that it is due.
        guard wasDue || known?.placeChangedIn != place.changedIn else { return }
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
    let placeChangedIn: Int?

    init(row: inout RowReader) throws(PostgresError) {
        rev = try row.next()
        let state: String = try row.next()
        check = OpenCheck(before: OpenStatus.State(rawValue: state), wasReported: try row.next())
        hasVanished = try row.next()
        placeChangedIn = try row.next()
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
            """
            SELECT rev, state, is_notified, vanished, restaurant_changed_in::text::bigint
              FROM outing_open_check
             WHERE outing_id = \(outing)
            """)
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

extension Command {
    /// Stores a result, and makes the outing due when its last day begins.
    fileprivate static func storeOpenCheck(
        _ outing: OutingID, rev: Int, _ place: CheckedPlace, _ state: OpenStatus.State, isReported: Bool
    ) -> Command {
        Command(
            "outings.store_open_check",
            """
            WITH later AS (
                 INSERT INTO outing_check_due (outing_id, kind, due_at)
                 SELECT id, 'place', starts_at - \(OutingLimits.openCheckLeadTime) * interval '1 s'
                   FROM outing
                  WHERE id = \(outing) AND starts_at - \(OutingLimits.openCheckLeadTime) * interval '1 s' > now()
                     ON CONFLICT (outing_id, kind) DO NOTHING)
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
