package import Journal
import NoonishAPI

extension OutingState {
    fileprivate static let editableSubjects = Set(editableFields.map { ChangeSubject($0) })
    fileprivate static let subjectsAfterEnd = Set(
        editableFields.filter { $0.isEditableAfterEnd }.map { ChangeSubject($0) })

    /// Returns the changes that lead from this state to `new`, in order of importance, then by the person's
    /// id.
    package func changes(to new: OutingState) -> [Change] {
        var changes: [Change] = []
        for field in Self.fields {
            if let change = field.change(from: self, to: new) { changes.append(change) }
        }
        for person in Set(attendees.keys).union(new.attendees.keys).sorted()
        where attendees[person] != new.attendees[person] {
            changes.append(.attendee(person, from: attendees[person], to: new.attendees[person]))
        }
        return changes
    }

    /// Returns this state after `changes`. Changes that are not about a field of the state are ignored.
    package func applying(_ changes: [Change]) -> OutingState {
        var state = self
        for change in changes {
            if let field = change.kind as? any OutingFieldChange {
                field.apply(to: &state)
            } else if let change = change.as(AttendeeChange.self) {
                state.attendees[change.attendee] = change.new
            }
        }
        return state
    }

    /// Returns this state with the editable fields of these changes reset to their previous values.
    ///
    /// - Returns: `nil` if none of the changes is of an editable field, or if one of these fields has changed since.
    package func undoing(_ changes: [Change]) -> OutingState? {
        let edits = changes.filter(\.isEdit)
        guard !edits.isEmpty, applying(edits) == self else { return nil }
        var state = self
        for case let edit as any OutingFieldChange in edits.map(\.kind) { edit.undo(in: &state) }
        return state
    }

    /// Returns this state as changes, for a reader who was never notified or has missed too much.
    ///
    /// - Parameter isDeclined: Whether the reader has declined, and so is notified of a cancellation only.
    package func introduction(isDeclined: Bool) -> [Change] {
        var fields: [any OutingFieldChange.Type] = [CancellationChange.self]
        if !isDeclined { fields += Self.editableFields.filter { $0.isIntroduced } }
        return fields.compactMap { $0.change(from: .empty, to: self) }
    }
}

extension Change {
    /// Whether the change is about a field that PATCH can write, so that it can be undone.
    package var isEdit: Bool { OutingState.editableSubjects.contains(subject) }

    /// Whether a host may make or undo it after the outing is over.
    package var isAllowedAfterEnd: Bool { OutingState.subjectsAfterEnd.contains(subject) }
}
