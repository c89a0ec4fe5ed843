import CLibPQ

/// A result from the server. Owns a `PGresult`.
///
/// `@unchecked Sendable` because of the pointer: libpq does not touch a result after returning it, this type
/// only reads it, and it is freed with its last reference.
final class ServerResult: @unchecked Sendable {
    private let result: OpaquePointer

    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    /// Bytes that libpq allocated for the result.
    var byteCount: Int { PQresultMemorySize(result) }

    /// Number of rows that the statement affected or returned; 0 where that has no meaning.
    var affectedRows: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// Returns the error if the result is a failure.
    func failure(query: String) -> PostgresError? {
        switch PQresultStatus(result) {
        case PGRES_FATAL_ERROR, PGRES_NONFATAL_ERROR, PGRES_BAD_RESPONSE: PostgresError(result, query: query)
        default: nil
        }
    }

    func rows<Row>(
        _ decode: (inout RowReader) throws(PostgresError) -> Row
    ) throws(PostgresError) -> [Row] {
        let rowCount = PQntuples(result)
        let columnCount = PQnfields(result)
        var rows: [Row] = []
        rows.reserveCapacity(Int(rowCount))
        for row in 0..<rowCount {
            var reader = RowReader(result: result, row: row, columnCount: columnCount)
            rows.append(try decode(&reader))
            try reader.finish()
        }
        return rows
    }
}

extension PostgresError {
    /// Creates the error for a failed `PGresult`.
    init(_ result: OpaquePointer, query: String) {
        func field(_ code: Character) -> String? {
            guard let value = PQresultErrorField(result, Int32(code.asciiValue ?? 0)) else { return nil }
            return String(cString: value)
        }
        self = .server(
            ServerError(
                sqlState: field("C") ?? "08006",
                message: field("M") ?? String(cString: PQresultErrorMessage(result)).trimmed,
                detail: field("D"),
                constraint: field("n"),
                table: field("t"),
                column: field("c"),
                query: query))
    }
}
