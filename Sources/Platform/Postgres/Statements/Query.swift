/// Where a statement runs. Fixed where the statement is written.
public enum Lane: Sendable {
    /// No side effect: no `FOR UPDATE`, no `nextval`, no writing function. May be sent twice. The server enforces it.
    case read
    /// Changes something. One sync each, never sent twice.
    case write
    /// A read that may take longer than a tenth of a second.
    case slow
}

/// A statement that returns rows, as a value: name, text, parameters and how a row becomes a `Row`.
///
/// The text must be the same at every use of a name but for its parameters; it is prepared once on each connection.
public struct Query<Row: Sendable>: Sendable {
    /// `feature.verb_noun`; seen in logs, errors and metrics.
    public let name: String
    public let lane: Lane
    public let sql: SQL
    public let decode: @Sendable (inout RowReader) throws(PostgresError) -> Row

    public init(
        _ name: String, on lane: Lane = .read, _ sql: SQL,
        decode: @escaping @Sendable (inout RowReader) throws(PostgresError) -> Row
    ) {
        self.name = name
        self.lane = lane
        self.sql = sql
        self.decode = decode
    }
}

/// A row type that reads itself, column by column, in the order of the statement's select list.
public protocol PostgresRow: Sendable {
    init(row: inout RowReader) throws(PostgresError)
}

extension Query where Row: PostgresRow {
    public init(_ name: String, on lane: Lane = .read, _ sql: SQL) {
        self.init(name, on: lane, sql) { reader throws(PostgresError) in try Row(row: &reader) }
    }
}

/// A statement that returns no rows. Runs on the write lane.
public struct Command: Sendable {
    public let name: String
    public let sql: SQL

    public init(_ name: String, _ sql: SQL) {
        self.name = name
        self.sql = sql
    }
}
