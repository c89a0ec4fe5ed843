package import Postgres

/// Writes the columns of fields into a statement: their names, their values, or both as assignments.
package struct ColumnWriter {
    fileprivate enum Part { case names, values, assignments }

    private let part: Part
    fileprivate var sql: SQL.StringInterpolation
    private var isFirst = true

    fileprivate init(_ part: Part, to sql: SQL.StringInterpolation) {
        self.part = part
        self.sql = sql
    }

    /// Writes one column.
    ///
    /// - Parameter cast: SQL that follows the placeholder of the value.
    package mutating func column(
        _ name: StaticString, _ value: (some PostgresEncodable)?, cast: StaticString = ""
    ) {
        if !isFirst { sql.appendLiteral(", ") }
        isFirst = false
        if part != .values { sql.appendLiteral(name.description) }
        if part == .assignments { sql.appendLiteral(" = ") }
        if part != .names {
            sql.appendInterpolation(value)
            sql.appendLiteral(cast.description)
        }
    }
}

// The text of a statement with these is the same for every state, so that it is prepared once.
extension SQL.StringInterpolation {
    /// Inserts the names of the fields' columns, for INSERT.
    package mutating func appendInterpolation(
        names fields: [any EditableFieldChange.Type], of state: OutingState
    ) { append(.names, of: fields, state) }

    /// Inserts the values of the fields' columns, in the order of their names.
    package mutating func appendInterpolation(
        values fields: [any EditableFieldChange.Type], of state: OutingState
    ) { append(.values, of: fields, state) }

    /// Inserts `name = value` for each of the fields' columns, for UPDATE.
    package mutating func appendInterpolation(
        assignments fields: [any EditableFieldChange.Type], of state: OutingState
    ) { append(.assignments, of: fields, state) }

    private mutating func append(
        _ part: ColumnWriter.Part, of fields: [any EditableFieldChange.Type], _ state: OutingState
    ) {
        var columns = ColumnWriter(part, to: self)
        // The writer then owns the text alone, and appends to it without a copy.
        self = Self(literalCapacity: 0, interpolationCount: 0)
        for field in fields { field.write(state, to: &columns) }
        self = columns.sql
    }
}
