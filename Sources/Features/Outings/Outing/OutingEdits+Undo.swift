internal import Access
internal import Foundation
internal import HTTPKit
internal import JSON
internal import NoonishAPI
internal import Postgres

extension OutingEdits {
    /// Gives the fields that one edit changed the values they had before it, by a new revision. Undone before it was told,
    /// nobody hears of either; undone again, it is as it was after the edit.
    ///
    /// - Parameter revision: Nil: the last one.
    /// - Throws: ``Stale``; 409 where one of the fields was changed since, or may no longer be.
    func undo(
        _ id: OutingID, revision: Int?, ifMatch: TagCondition, by actor: Actor, in transaction: Transaction
    ) async throws {
        let (outing, capability) = try await Self.open(id, actor, .undoEdit, in: transaction)
        guard ifMatch.permits(version: outing.version) else { throw Stale(current: outing) }
        guard let edit = try await transaction.first(.edit(of: id, at: revision)) else {
            throw OutingProblems.nothingToUndo
        }
        guard let state = OutingChange.undone(edit.changes, in: outing.state) else {
            throw OutingProblems.editedSince
        }
        let changes = OutingChange.diff(outing.state, state)
        guard !outing.isOver || changes.allSatisfy({ $0.subject == .note }) else { throw OutingProblems.done }
        try Self.check(state)
        try await transaction.execute(
            .update(capability.object, to: state), breaking: "outing_capacity_kept",
            is: OutingProblems.capacityBelowGoing(outing.counts.seats + outing.held))
        _ = try await record.record(
            changes, of: id, by: actor.person, movesVersion: true,
            urgent: Self.isUrgent(changes, before: outing.state, after: state, now: outing.now),
            in: transaction)
        if outing.counts.waitlisted > 0 { try await waitlist.settle(id, in: transaction) }
    }
}

extension OutingChange {
    /// Whether this is about a field that PATCH can write, and so can be undone.
    package var isField: Bool {
        switch subject {
        case .time, .zone, .place, .title, .note, .deadline, .capacity: true
        default: false
        }
    }

    /// `state` with the fields of these changes as they were before them.
    ///
    /// - Returns: Nil where there is no field among them, or one is no longer as they left it.
    package static func undone(_ changes: [OutingChange], in state: OutingState) -> OutingState? {
        let fields = changes.filter(\.isField)
        guard !fields.isEmpty, apply(fields, to: state) == state else { return nil }
        return apply(fields.map(\.inverse), to: state)
    }

    private var inverse: OutingChange {
        switch self {
        case .time(let old, let new): .time(from: new, to: old)
        case .zone(let old, let new): .zone(from: new, to: old)
        case .place(let old, let new): .place(from: new, to: old)
        case .title(let old, let new): .title(from: new, to: old)
        case .note(let old, let new): .note(from: new, to: old)
        case .deadline(let old, let new): .deadline(from: new, to: old)
        case .capacity(let old, let new): .capacity(from: new, to: old)
        default: self
        }
    }
}

/// An edit of an outing's fields, as its history has it.
private struct Edit: PostgresRow {
    let changes: [OutingChange]

    init(row: inout RowReader) throws(PostgresError) {
        let patch: JSONB = try row.next()
        guard case .array(let elements)? = patch.value else { throw .decode("a patch is not a list") }
        changes = elements.compactMap { OutingChange($0) }
    }
}

extension Query where Row == Edit {
    /// The last edit of a field that somebody made, or that of one revision if it was one.
    fileprivate static func edit(of outing: OutingID, at revision: Int?) -> Self {
        Query(
            "outings.edit_outing",
            """
            SELECT c.patch
              FROM outing_change AS c
             WHERE c.outing_id = \(outing)
               AND c.actor_id IS NOT NULL
               AND (\(revision)::bigint IS NULL OR c.rev = \(revision))
               AND c.patch @? '$[*].kind ? (@ like_regex "^(time_(set|moved|cleared)|zone_|place_|title_|note_|deadline_|capacity_)")'
             ORDER BY c.rev DESC
             LIMIT 1
            """)
    }
}
