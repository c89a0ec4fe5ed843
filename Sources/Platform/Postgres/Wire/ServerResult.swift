internal import CLibPQ

/// An answer of the server. Owns a `PGresult`.
///
/// Unchecked because of the pointer: libpq never touches a result again once it has returned it, everything here only
/// reads it, and it is freed when nobody holds it.
final class ServerResult: @unchecked Sendable {
    private let result: OpaquePointer

    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    /// What libpq allocated for it.
    var byteCount: Int { PQresultMemorySize(result) }

    /// Rows that a statement touched or returned; 0 where that means nothing.
    var touchedRows: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// What it says if it is no success.
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
    /// What a failed `PGresult` says.
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
                query: query))
    }
}
