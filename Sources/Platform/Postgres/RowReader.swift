/// Reads the columns of one row from left to right.
///
/// Lives only while a row is decoded; it must not be kept.
public struct RowReader {
    package let cell: (Int) -> Cell?
    package let columnCount: Int
    private var column = 0

    package init(columnCount: Int, cell: @escaping (Int) -> Cell?) {
        self.columnCount = columnCount
        self.cell = cell
    }

    /// The next column.
    public mutating func next<Value: PostgresDecodable>(
        _: Value.Type = Value.self
    ) throws(PostgresError) -> Value {
        guard column < columnCount else { throw .decode("the row has only \(columnCount) columns") }
        defer { column += 1 }
        guard let cell = cell(column) else { return try .null(column: "\(column + 1)") }
        return try Value(cell)
    }
}
