extension PostgresClient {
    /// Bytes that are collected before they are sent.
    private static let copyChunk = 1 << 18

    /// Adds many rows quickly: all of them or, when `rows` throws or the server refuses one, none.
    ///
    /// Rows are asked for as fast as the server takes them, so memory stays bounded. It has a connection of its own and
    /// no limit of time; cancel the task to stop it.
    ///
    /// - Parameter table: A table and its columns, `table (a, b)`.
    /// - Returns: How many rows were added.
    /// - Throws: ``PostgresError``, or what `rows` throws.
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
                    try connection.put(chunk)
                }
                chunk.removeAll(keepingCapacity: true)
            }
            chunk += CopyRow.trailer
            return try await connection.perform { [chunk, table] connection throws(PostgresError) in
                try connection.put(chunk)
                return try connection.endCopy(into: "\(table)")
            }
        }
    }
}
