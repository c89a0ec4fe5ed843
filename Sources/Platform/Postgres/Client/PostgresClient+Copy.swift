extension PostgresClient {
    /// Bytes to collect before sending.
    private static let copyChunk = 1 << 18

    /// Inserts many rows quickly with `COPY`. Inserts none of them if `rows` throws or the server rejects
    /// one.
    ///
    /// Rows are read from the sequence only as fast as the server accepts them, so memory use stays bounded.
    /// The copy runs on a dedicated connection without a time limit; cancel the task to stop it.
    ///
    /// - Parameters:
    ///   - table: A table and its columns, `table (a, b)`.
    ///   - rows: The rows to insert.
    /// - Returns: The number of inserted rows.
    /// - Throws: ``PostgresError``, or the error that `rows` throws.
    @discardableResult
    nonisolated(nonsending) public func copy<Rows: AsyncSequence>(
        into table: StaticString, rows: Rows
    ) async throws -> Int where Rows.Element == CopyRow {
        try await dedicated.with(makeDedicated()) { connection async throws in
            try await connection.perform { connection throws(PostgresError) in
                try connection.beginCopy(into: "\(table)")
            }
            var chunk = CopyRow.header
            for try await row in rows {
                chunk += row.bytes
                guard chunk.count >= Self.copyChunk else { continue }
                try await connection.perform { [chunk] connection throws(PostgresError) in
                    try connection.send(chunk)
                }
                chunk.removeAll(keepingCapacity: true)
            }
            chunk += CopyRow.trailer
            return try await connection.perform { [chunk, table] connection throws(PostgresError) in
                try connection.send(chunk)
                return try connection.endCopy(into: "\(table)")
            }
        }
    }
}
