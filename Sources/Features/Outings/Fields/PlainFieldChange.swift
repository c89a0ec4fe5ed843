package import HTTPKit
package import JSON
package import Journal
package import NoonishAPI
package import OpenAPI
package import Postgres

/// A change of a plain field: one member of the JSON and one column, with a value that no other field depends on. An
/// outing and the plan of a series have the same plain fields, in columns and members of the same names.
package protocol PlainFieldChange: EditableFieldChange where Value: FieldValue {
    /// The member of the JSON, and the stem of the keys of its messages.
    static var name: StaticString { get }

    /// The column of `outing` and `series`. Changes are stored as this name followed by `_changed`.
    static var column: StaticString { get }

    /// The member of the wire types.
    static var member: WritableKeyPath<Outing, Value> { get }
    static var seriesMember: WritableKeyPath<OutingSeries, Value> { get }

    /// The rule for values in requests.
    static var input: ValueParser<Value.Input> { get }

    /// Values in requests and in responses, without null.
    static var inputSchema: Schema { get }
    static var outputSchema: Schema { get }

    /// The description of an outing's member, for the OpenAPI document.
    static var description: String { get }
}

extension PlainFieldChange {
    package static var column: StaticString { name }
    package static var description: String { "" }
    package static var isIntroduced: Bool { false }

    // MARK: The change

    package static var names: [String] { ["\(column)_changed"] }

    package func encodeFormerMembers(to object: inout JSONWriter) { object.field(Self.name, old) }

    // MARK: Storage

    package static var selection: SQL { SQL(stringLiteral: "o.\(column)") }

    package static func read(
        _ row: inout RowReader, into state: inout OutingState
    ) throws(PostgresError) {
        state[keyPath: field] = try row.next()
    }

    package static func write(_ state: OutingState, to columns: inout ColumnWriter) {
        state[keyPath: field].write(to: &columns, as: column)
    }

    // MARK: The wire

    package static func present(_ state: OutingState, in outing: inout Outing) {
        outing[keyPath: member] = state[keyPath: field]
    }

    package static func present(_ state: OutingState, in series: inout OutingSeries) {
        series[keyPath: seriesMember] = state[keyPath: field]
    }

    /// The member of a response.
    package static func outputField(_ description: String = "") -> SchemaField {
        .field(name.description, Value.isRequired ? outputSchema : outputSchema.orNull, description)
    }

    /// The member of a request that creates.
    package static var newField: SchemaField {
        Value.isRequired
            ? .field(name.description, inputSchema) : .optional(name.description, inputSchema.orNull)
    }

    /// The member of a merge patch.
    package static var patchField: SchemaField {
        .optional(name.description, Value.isRequired ? inputSchema : inputSchema.orNull)
    }
}

extension SQL {
    /// Returns the columns of all plain fields of an `outing` or `series`.
    ///
    /// - Parameter table: The name of the table in the statement.
    package static func plainColumns(of table: StaticString) -> SQL {
        SQL(stringLiteral: OutingState.plainFields.map { "\(table).\($0.column)" }.joined(separator: ", "))
    }

    /// Returns the names and columns of all plain fields, as arguments of `jsonb_build_object`.
    package static func plainMembers(of table: StaticString) -> SQL {
        SQL(
            stringLiteral: OutingState.plainFields.map { "'\($0.name)', \(table).\($0.column)" }
                .joined(separator: ", "))
    }
}
