/// A target for statements: a ``PostgresClient``, where each statement is its own transaction, or a
/// ``Transaction``.
public protocol Database: Sendable {
    /// Returns all rows of a query.
    ///
    /// - Parameters:
    ///   - query: The query to run.
    ///   - timeout: How long the caller waits; `nil` means the client's default.
    func all<Row>(_ query: Query<Row>, timeout: Duration?) async throws(PostgresError) -> [Row]

    /// Runs a statement that returns no rows.
    ///
    /// - Parameters:
    ///   - command: The statement to run.
    ///   - timeout: How long the caller waits; `nil` means the client's default.
    /// - Returns: The number of affected rows.
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

    /// Returns the first row, or `nil` if there is none.
    public func first<Row>(_ query: Query<Row>) async throws(PostgresError) -> Row? {
        try await all(query).first
    }

    /// Returns the only row.
    ///
    /// - Throws: ``PostgresError/rowCount(_:query:)`` if the query returned no row or more than one.
    public func one<Row>(
        _ query: Query<Row>, timeout: Duration? = nil
    ) async throws(PostgresError) -> Row {
        let rows = try await all(query, timeout: timeout)
        guard rows.count == 1 else { throw .rowCount(rows.count, query: query.name) }
        return rows[0]
    }
}
