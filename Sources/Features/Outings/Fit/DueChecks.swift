import NoonishAPI
import Postgres
import Synchronization

// Which outings are due for a check
// =================================
// The chosen place of an outing is checked when the outing changes, when its last day begins, and when the directory
// changes. The table `outing_check_due` has the first two: triggers write it in the transaction of the edit. The third
// is found by `changed_in`, the transaction that last changed a row of the directory. A look reads the rows that changed
// since an earlier look at which no change of the directory was left, counted from the oldest transaction that was
// running then, so that it misses no change, however late its transaction commits. A process's first look reads
// everything.

/// Reads which outings are due for one kind of check, and remembers up to where the directory's changes are done.
final class DueChecks: Sendable {
    /// The kind of check, as in `outing_check_due`.
    enum Kind: String, Sendable { case place, offers }

    private let kind: Kind
    /// Changes before this transaction need no look; `nil` before the first look.
    private let horizon = Mutex<Int?>(nil)

    init(_ kind: Kind) { self.kind = kind }

    func outings(in database: PostgresClient) async throws -> [OutingID] {
        let since = since
        let rows = try await database.all(
            kind == .place ? .duePlaceChecks(since: since) : .dueOfferChecks(since: since))
        // As long as an outing is due by the directory, the changes that made it due must be found again.
        if let row = rows.first, !rows.contains(where: \.isFromDirectory) {
            horizon.withLock { $0 = max($0 ?? 0, row.horizon) }
        }
        var seen: Set<OutingID> = []
        return rows.compactMap(\.outing).filter { seen.insert($0).inserted }
    }

    /// The first transaction whose changes the next look reads; `nil` for all.
    var since: Int? { horizon.withLock(\.self) }
}

/// An outing that is due, or the only row of a look that found none.
@Row
struct DueCheck: PostgresRow {
    /// The oldest transaction that was running at the time of the look.
    let horizon: Int
    let outing: OutingID?
    /// Whether a change of the directory made it due.
    let isFromDirectory: Bool
}

extension Query where Row == DueCheck {
    /// Reads upcoming outings whose place must be checked, the earliest first.
    fileprivate static func duePlaceChecks(since horizon: Int?) -> Self {
        dueChecks(
            "outings.list_due_place_checks", of: "'place'",
            orByDirectory: """
                SELECT o.id, o.starts_at, true AS is_from_directory
                  FROM restaurant AS r
                  JOIN outing AS o ON o.restaurant_id = r.id
                  LEFT JOIN outing_open_check AS c ON c.outing_id = o.id
                 WHERE r.changed_in >= coalesce(\(horizon)::text::xid8, '0')
                   AND o.starts_at > now() AND o.cancelled_at IS NULL
                   AND c.restaurant_changed_in IS DISTINCT FROM r.changed_in
                """)
    }

    /// Reads upcoming outings for which their place's offers must be checked, the earliest first: also those whose people
    /// were notified of an offer that has moved to another restaurant.
    fileprivate static func dueOfferChecks(since horizon: Int?) -> Self {
        dueChecks(
            "outings.list_due_offer_checks", of: "'offers'",
            orByDirectory: """
                SELECT DISTINCT o.id, o.starts_at, true AS is_from_directory
                  FROM restaurant_offer AS f
                 CROSS JOIN LATERAL (
                       SELECT id FROM outing WHERE restaurant_id = f.restaurant_id AND starts_at > now()
                        UNION ALL
                       SELECT outing_id FROM outing_offer_check WHERE notified_offers @> ARRAY[f.id]
                       ) AS concerned (id)
                  JOIN outing AS o ON o.id = concerned.id
                  LEFT JOIN outing_offer_check AS c ON c.outing_id = o.id
                 WHERE f.changed_in >= coalesce(\(horizon)::text::xid8, '0')
                   AND o.starts_at > now() AND o.cancelled_at IS NULL
                   AND c.fingerprint IS DISTINCT FROM offers_fingerprint(o.restaurant_id)
                """)
    }

    /// Reads outings that are due by the table of due checks, or by the directory.
    ///
    /// Runs on the lane for slow reads, because only a plan for the given transaction uses the index of `changed_in`.
    ///
    /// - Parameters:
    ///   - kind: A literal, as in `outing_check_due`.
    ///   - directory: Selects the outings that a change of the directory made due.
    private static func dueChecks(_ name: String, of kind: SQL, orByDirectory directory: SQL) -> Self {
        Query(
            name, on: .slow,
            """
            SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint, due.id, coalesce(due.is_from_directory, false)
              FROM (SELECT true) AS look
              LEFT JOIN ((\(statement: directory)
                          ORDER BY o.starts_at
                          LIMIT \(OutingLimits.clockBatch))
                         UNION ALL
                        (SELECT o.id, o.starts_at, false
                           FROM outing_check_due AS d
                           JOIN outing AS o ON o.id = d.outing_id
                          WHERE d.kind = \(fragment: kind) AND d.due_at <= now() AND o.cancelled_at IS NULL
                          ORDER BY o.starts_at
                          LIMIT \(OutingLimits.clockBatch))) AS due ON true
             ORDER BY due.starts_at
            """)
    }
}

extension Command {
    /// Takes an outing off the table of due checks before the check, so that what changes meanwhile makes it due again.
    ///
    /// The trigger that makes it due waits for the row, or for the end of the transaction that deletes it.
    static func takeDueCheck(_ kind: DueChecks.Kind, of outing: OutingID) -> Command {
        Command(
            "outings.take_due_check",
            "DELETE FROM outing_check_due WHERE outing_id = \(outing) AND kind = \(kind.rawValue) AND due_at <= now()"
        )
    }
}
