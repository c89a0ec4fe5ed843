internal import CLibPQ

/// Reads the columns of one row from left to right.
///
/// Lives only while a row is decoded; that it cannot be copied keeps it from being stored.
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

    /// Whether a column is left to read.
    public var hasMore: Bool { column < columnCount }

    /// The next column.
    ///
    /// - Throws: ``PostgresError/decode(_:)`` when there is none, or it is no `Value`.
    @inlinable
    public mutating func next<Value: PostgresDecodable>(
        _: Value.Type = Value.self
    ) throws(PostgresError) -> Value {
        guard let cell = try nextCell() else { return try .null(column: lastName) }
        return try Value(cell)
    }

    /// Nil for NULL.
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

    /// What the column that was read last is called.
    @usableFromInline
    var lastName: String { PQfname(result, column - 1).map { String(cString: $0) } ?? "\(column)" }

    /// Refuses a row of which not everything was read: the statement and its reader do not fit.
    func finish() throws(PostgresError) {
        guard column == columnCount else {
            throw .decode("the row has \(columnCount) columns but only \(column) were read")
        }
    }
}
