package import Journal
internal import NoonishAPI

extension OutingState {
    fileprivate static let editableSubjects = Set(editableFields.map { ChangeSubject($0) })
    fileprivate static let subjectsAfterEnd = Set(
        editableFields.filter { $0.isEditableAfterEnd }.map { ChangeSubject($0) })

    /// Returns what leads from this state to `new`: the most important first, people by id.
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

    /// Returns this state after `changes`; those that are no differences of the state leave it as it is.
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

    /// Returns this state with the editable fields of these changes as they were before them.
    ///
    /// - Returns: `nil` if none of the changes is of an editable field, or if one of these fields has changed since.
    package func undoing(_ changes: [Change]) -> OutingState? {
        let edits = changes.filter(\.isEdit)
        guard !edits.isEmpty, applying(edits) == self else { return nil }
        var state = self
        for case let edit as any OutingFieldChange in edits.map(\.kind) { edit.undo(in: &state) }
        return state
    }

    /// Returns this state as news to a person of whom it is not known what they know.
    ///
    /// - Parameter isDeclined: Whether they have declined, and so hear of a cancellation only.
    package func introduction(isDeclined: Bool) -> [Change] {
        var fields: [any OutingFieldChange.Type] = [CancellationChange.self]
        if !isDeclined { fields += Self.editableFields.filter { $0.isIntroduced } }
        return fields.compactMap { $0.change(from: .empty, to: self) }
    }
}

extension Change {
    /// Whether it is about a field that PATCH can write, and so can be undone.
    package var isEdit: Bool { OutingState.editableSubjects.contains(subject) }

    /// Whether a host may make or undo it after the outing is over.
    package var isAllowedAfterEnd: Bool { OutingState.subjectsAfterEnd.contains(subject) }
}
