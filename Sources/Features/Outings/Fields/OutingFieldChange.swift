package import Journal
package import Postgres

/// A change of a field that ``OutingState`` holds.
///
/// `a.changes(to: a)` is empty; `a` with `a.changes(to: b)` applied is `b`; `a.changes(to: b)` folded with
/// `b.changes(to: c)` is `a.changes(to: c)`: an edit that was undone leaves no change.
package protocol OutingFieldChange: ValueTransition {
    static var field: WritableKeyPath<OutingState, Value> { get }
}

extension OutingFieldChange {
    /// Returns the change of this field between two states; `nil` if there is none.
    static func change(from old: OutingState, to new: OutingState) -> Change? {
        hasSameValue(old, new) ? nil : Change(Self(old: old[keyPath: field], new: new[keyPath: field]))
    }

    package static func hasSameValue(_ first: OutingState, _ second: OutingState) -> Bool {
        first[keyPath: field] == second[keyPath: field]
    }

    package static func copy(from source: OutingState, to state: inout OutingState) {
        state[keyPath: field] = source[keyPath: field]
    }

    func apply(to state: inout OutingState) { state[keyPath: Self.field] = new }

    func undo(in state: inout OutingState) { state[keyPath: Self.field] = old }
}

/// A change of a field that PATCH can write, so that the change can be undone. Its type also says how the table `outing`
/// stores the field.
package protocol EditableFieldChange: OutingFieldChange {
    /// The expressions that ``read(_:into:)`` reads, separated by commas; `o` is the outing.
    static var selection: SQL { get }

    /// Reads the field from a row. Columns are read in the order of ``OutingState/editableFields``.
    static func read(_ row: inout RowReader, into state: inout OutingState) throws(PostgresError)

    /// Writes the names and values of the field's columns.
    static func write(_ state: OutingState, to columns: inout ColumnWriter)

    /// Whether a host may edit the field after the outing is over.
    static var isEditableAfterEnd: Bool { get }

    /// Whether ``OutingState/introduction(isDeclined:)`` reports the field.
    static var isIntroduced: Bool { get }
}

extension EditableFieldChange {
    package static var isEditableAfterEnd: Bool { false }
    package static var isIntroduced: Bool { true }
}
