import Access
import Foundation
import HTTPKit
import JSON
import Journal
import NoonishAPI
import Postgres

extension OutingEdits {
    /// Restores the fields that one edit changed, in a new revision. If the edit is undone before its
    /// notifications went out, neither is reported. Undoing the undo restores the edit.
    ///
    /// - Parameter revision: The edit's revision; `nil` for the last edit.
    /// - Throws: ``VersionMismatch``; 409 if one of the fields has been changed since, or can no longer be changed.
    func undo(
        _ id: OutingID, revision: Int?, ifMatch: TagCondition, by actor: Actor, in transaction: Transaction
    ) async throws {
        let (outing, _) = try await Self.open(id, actor, .undoEdit, in: transaction)
        guard ifMatch.permits(version: outing.version) else { throw VersionMismatch(current: outing) }
        guard let edit = try await transaction.first(.edit(of: id, at: revision)) else {
            throw OutingProblems.nothingToUndo
        }
        guard let state = outing.state.undoing(edit.changes) else {
            throw OutingProblems.editedSince
        }
        let changes = outing.state.changes(to: state)
        guard !outing.isOver || changes.allSatisfy(\.isAllowedAfterEnd) else { throw OutingProblems.done }
        try Self.check(state)
        try await change(outing, to: state, by: actor.person, in: transaction)
    }
}

/// An edit of an outing's fields, as stored in its history.
private struct Edit: PostgresRow {
    /// The changes of fields; the others cannot be undone.
    let changes: [Change]

    static let registry = ChangeRegistry(OutingState.editableFields)
    static let names = registry.names

    init(row: inout RowReader) throws(PostgresError) {
        let patch: JSONB = try row.next()
        guard let edits = Self.registry.changes(patch.value) else { throw .decode("a patch is not a list") }
        changes = edits
    }
}

extension Query where Row == Edit {
    /// Reads the last edit of a field by a person, or the one at `revision`.
    fileprivate static func edit(of outing: OutingID, at revision: Int?) -> Self {
        Query(
            "outings.edit_outing",
            """
            SELECT \(fragment: .complete("c.patch", after: "c.rev - 1", until: "c.rev"))
              FROM outing_change AS c
              JOIN outing AS o ON o.id = c.outing_id
             WHERE c.outing_id = \(outing)
               AND c.actor_id IS NOT NULL
               AND (\(revision)::bigint IS NULL OR c.rev = \(revision))
               AND jsonb_path_query_array(c.patch, '$[*].kind') ?| \(Edit.names)
             ORDER BY c.rev DESC
             LIMIT 1
            """)
    }
}
