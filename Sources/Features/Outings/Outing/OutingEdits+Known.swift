import Access
import Foundation
import HTTPKit
import Journal
import NoonishAPI
import Postgres

// Edits in one statement
// ======================
// Most edits of an outing change a text, and move nothing else. If the outing is known as of a version of its row, the
// changes are known before the database is asked. One statement then checks the session, the caller's role and that version,
// and writes; it is committed in the same round trip. If anything is otherwise, it does nothing, and the edit is made by the
// transaction of all other edits, which also says why it is refused.

extension OutingEdits {
    /// Applies a merge patch to an outing that was read or edited lately, if nothing but plain fields changes.
    ///
    /// - Returns: The new state as the caller sees it; `nil`, with nothing done, if the edit needs a transaction.
    func patch(
        _ known: KnownOuting, _ patch: OutingPatch, ifMatch: TagCondition, for call: Call,
        in database: PostgresClient
    ) async throws -> OutingRow? {
        guard case .person(let person, _) = call.actor, patch.isPlain, ifMatch.permits(version: known.version)
        else { return nil }
        var state = known.state
        patch.fields.apply(to: &state)
        let changes = known.state.changes(to: state)
        // Seats that become free are offered to the waiting list, and too few are refused. Large groups are counted.
        guard !changes.isEmpty, !record.isFollowed(changes), state.capacity == known.state.capacity,
            known.counts.waitlisted == 0, known.counts.others < OutingLimits.countedReach
        else { return nil }
        let edit = Query.edit(
            known, to: state, changes, by: person, isAllowedAfterEnd: patch.isAllowedAfterEnd, for: call,
            record: record)
        let edited = try await database.transaction { transaction in
            let edited = try await transaction.commit(after: edit).first
            if edited != nil { record.wake(known.id, after: transaction) }
            return edited
        }
        guard let edited else { return nil }
        call.passSession(isStale: edited.isStale)
        return edited.outing.edited(to: state, as: edited.revision)
    }
}

extension OutingPatch {
    /// Whether the patch contains only fields that no other field depends on.
    fileprivate var isPlain: Bool {
        timeZone.isAbsent && startsAt.isAbsent && endsAt.isAbsent && restaurant.isAbsent && place.isAbsent
            && respondBy.isAbsent
    }
}

/// What an edit in one statement returns.
@Row
private struct EditedOuting: PostgresRow {
    @Column("permitted.is_stale") let isStale: Bool
    @Column(JournalWriter.Revision.self) let revision: JournalWriter.Revision
    /// The outing before the edit: both are of one snapshot.
    @Column(OutingRow.self) let outing: OutingRow
}

extension Query where Row == EditedOuting {
    fileprivate static func edit(
        _ known: KnownOuting, to state: OutingState, _ changes: [Change], by person: PersonID,
        isAllowedAfterEnd: Bool, for call: Call, record: OutingRecord
    ) -> Self {
        let roles = AttendanceRole.allCases.filter { role in
            (try? decide(call.actor, .editOuting, known.id, as: Relation(role, of: call.actor, to: known.id)))
                != nil
        }
        let permission: SQL = """
            permitted AS MATERIALIZED (
                 SELECT caller.is_stale, seen.*
                   FROM (\(statement: call.sessionQuery)) AS caller
                  CROSS JOIN (SELECT \(known.rowStamp.row) AS row, \(known.rowStamp.server) AS server,
                                     \(isAllowedAfterEnd) AS after_end) AS seen
                  WHERE EXISTS (SELECT FROM attendance
                                 WHERE outing_id = \(known.id) AND person_id = \(person)
                                   AND role = ANY (\(roles.map(\.rawValue))))),
            """
        let expressions = record.expressions(
            after: permission, recording: changes, of: known.id, by: person, movesVersion: true,
            setting: EditedColumns(plainFieldsOf: state),
            if: """
                AND EXISTS (SELECT FROM permitted AS p
                             WHERE p.row = outing.xmin AND p.server = pg_postmaster_start_time()
                               AND (p.after_end OR coalesce(outing_end(starts_at, ends_at) > now(), true)))
                """)
        return Query(
            "outings.edit_known_outing", on: .write,
            """
            \(statement: expressions)
            SELECT \(fragment: EditedOuting.columns)
              FROM edited
             CROSS JOIN permitted
              JOIN outing AS o ON o.id = edited.id
              LEFT JOIN attendance AS mine ON mine.outing_id = o.id AND mine.person_id = \(person)
              \(fragment: OutingRow.joins)
            """)
    }
}
