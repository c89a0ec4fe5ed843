/// What runs statements: the client, where each statement is its own transaction, or a ``Transaction``.
public protocol Database: Sendable {
    /// All rows of a query.
    ///
    /// - Parameter timeout: How long the caller waits; nil means the client's own limit.
    func all<Row>(_ query: Query<Row>, timeout: Duration?) async throws(PostgresError) -> [Row]

    /// Runs a statement that returns no rows.
    ///
    /// - Returns: How many rows it touched.
    @discardableResult
    func execute(_ command: Command, timeout: Duration?) async throws(PostgresError) -> Int
}

extension Database {
    public func all<Row>(_ query: Query<Row>) async throws(PostgresError) -> [Row] {
        try await all(query, timeout: nil)
    }

    @discardableResult
    public func execute(_ command: Command) async throws(PostgresError) -> Int {
        try await execute(command, timeout: nil)
    }

    /// The first row, if there is one.
    public func first<Row>(_ query: Query<Row>) async throws(PostgresError) -> Row? {
        try await all(query).first
    }

    /// The only row.
    ///
    /// - Throws: ``PostgresError/rowCount(_:query:)`` if there is none or more than one.
    public func one<Row>(
        _ query: Query<Row>, timeout: Duration? = nil
    ) async throws(PostgresError) -> Row {
        let rows = try await all(query, timeout: timeout)
        guard rows.count == 1 else { throw .rowCount(rows.count, query: query.name) }
        return rows[0]
    }
}
