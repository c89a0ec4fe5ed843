/// The group of connections that a statement runs on. Chosen where the statement is defined.
public enum Lane: Sendable {
    /// For statements without side effects: no `FOR UPDATE`, no `nextval`, no function that writes. They may
    /// be sent twice. The server enforces this with read-only transactions.
    case read
    /// For statements that write. Each has a sync of its own and is never sent twice.
    case write
    /// For reads that may take longer than 100 milliseconds.
    case slow
    /// For slow reads whose result may be some seconds old, such as measurements and searches for what is due. They go to
    /// a standby, if the configuration names one. Two reads may go to different servers.
    case stale
}

/// A statement that returns rows: its name, SQL with parameters, and how to decode a row.
///
/// The text must be the same for every use of a name, except for its parameters; it is prepared once per
/// connection.
public struct Query<Row: Sendable>: Sendable {
    /// `feature.verb_noun`, as it appears in logs, errors and metrics.
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

/// A type that decodes itself from a row, column by column, in the order of the statement's select list.
public protocol PostgresRow: Sendable {
    init(row: inout RowReader) throws(PostgresError)
}

extension Query where Row: PostgresRow {
    public init(_ name: String, on lane: Lane = .read, _ sql: SQL) {
        self.init(name, on: lane, sql) { reader throws(PostgresError) in try Row(row: &reader) }
    }
}

extension Query where Row: PostgresDecodable {
    /// Creates a query that returns one column.
    public init(_ name: String, on lane: Lane = .read, _ sql: SQL) {
        self.init(name, on: lane, sql) { reader throws(PostgresError) in try reader.next() }
    }
}

/// A row that several statements read from the same tables.
public protocol TableRow: PostgresRow {
    /// The select list.
    static var columns: SQL { get }
    /// What follows FROM: a table, and those that are joined to it.
    static var tables: SQL { get }
}

extension Query where Row: TableRow {
    /// Creates a query of whole rows.
    ///
    /// - Parameter rest: What follows the tables, such as WHERE and ORDER BY.
    public static func select(_ name: String, on lane: Lane = .read, _ rest: SQL) -> Self {
        Self(
            name, on: lane,
            """
            SELECT \(fragment: Row.columns)
              FROM \(fragment: Row.tables)
            \(statement: rest)
            """)
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
