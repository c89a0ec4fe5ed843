package import HTTPKit

/// The plain fields in the body of a request, checked but not yet applied.
package struct FieldEdits: Sendable {
    private struct Edit: Sendable {
        let field: any PlainFieldChange.Type
        let apply: @Sendable (inout OutingState) -> Void
    }

    private var edits: [Edit] = []

    /// Creates edits of no field.
    init() {}

    /// Reads the plain fields of a new outing or series. Null is the same as absent.
    package init(new body: inout ObjectReader) {
        for field in OutingState.plainFields { readNew(field, from: &body) }
    }

    /// Reads the plain fields of a merge patch.
    package init(patch body: inout ObjectReader) {
        for field in OutingState.plainFields { readPatch(field, from: &body) }
    }

    package func apply(to state: inout OutingState) {
        for edit in edits { edit.apply(&state) }
    }

    /// Whether all of the fields may be edited after the outing is over.
    var areAllowedAfterEnd: Bool { edits.allSatisfy { $0.field.isEditableAfterEnd } }
}

extension FieldEdits {
    private mutating func readNew<Field: PlainFieldChange>(_: Field.Type, from body: inout ObjectReader) {
        let name = Field.name.description
        let input =
            Field.Value.isRequired ? body.required(name, Field.input) : body.optional(name, Field.input)
        if let input { set(Field.self, to: Field.Value(input: input)) }
    }

    private mutating func readPatch<Field: PlainFieldChange>(_: Field.Type, from body: inout ObjectReader) {
        let name = Field.name.description
        switch body.field(name, Field.input) {
        case .absent: break
        case .null where Field.Value.isRequired:
            body.refuse(name, "missing", "An outing needs a \(name).")
        case .null: set(Field.self, to: Field.Value(input: nil))
        case .value(let input): set(Field.self, to: Field.Value(input: input))
        }
    }

    private mutating func set<Field: PlainFieldChange>(_: Field.Type, to value: Field.Value?) {
        guard let value else { return }
        edits.append(Edit(field: Field.self) { $0[keyPath: Field.field] = value })
    }
}
