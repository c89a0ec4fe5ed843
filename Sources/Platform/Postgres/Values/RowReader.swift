import CLibPQ

/// Reads the columns of one row from left to right.
///
/// Valid only while a row is decoded; being noncopyable keeps it from being stored.
public struct RowReader: ~Copyable {
    private let result: OpaquePointer
    private let row: Int32
    private let columnCount: Int32
    private var column: Int32 = 0

    package init(result: OpaquePointer, row: Int32, columnCount: Int32) {
        self.result = result
        self.row = row
        self.columnCount = columnCount
    }

    /// Whether there are columns left to read.
    public var hasMore: Bool { column < columnCount }

    /// Reads the next column.
    ///
    /// - Throws: ``PostgresError/decode(_:)`` when there are no more columns, or the column does not hold a
    ///   `Value`.
    @inlinable
    public mutating func next<Value: PostgresDecodable>(
        _: Value.Type = Value.self
    ) throws(PostgresError) -> Value {
        guard let cell = try nextCell() else { return try .null(column: lastName) }
        return try Value(cell)
    }

    /// Reads the next column; returns `nil` for NULL.
    @usableFromInline
    mutating func nextCell() throws(PostgresError) -> Cell? {
        guard column < columnCount else { throw .decode("the row has only \(columnCount) columns") }
        let column = column
        self.column += 1
        guard PQgetisnull(result, row, column) == 0 else { return nil }
        let length = Int(PQgetlength(result, row, column))
        let bytes = UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: length)
        return Cell(bytes, type: PQftype(result, column), origin: (result, column))
    }

    /// Leaves the columns unread that have no meaning in this row.
    public mutating func skipRest() { column = columnCount }

    /// Name of the column that was read last.
    @usableFromInline
    var lastName: String { PQfname(result, column - 1).map { String(cString: $0) } ?? "\(column)" }

    /// Throws if there are unread columns, which means that the statement and its decoder do not match.
    func finish() throws(PostgresError) {
        guard column == columnCount else {
            throw .decode("the row has \(columnCount) columns but only \(column) were read")
        }
    }
}
