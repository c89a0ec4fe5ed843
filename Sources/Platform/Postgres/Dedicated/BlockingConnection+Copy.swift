import CLibPQ
import Glibc

/// COPY from the client. Closing the connection before ``endCopy(into:)`` discards all rows.
extension BlockingConnection {
    func beginCopy(into table: String) throws(PostgresError) {
        guard PQsendQuery(handle, "COPY \(table) FROM STDIN (FORMAT binary)") == 1 else {
            throw .connectionLost(sent: false)
        }
        try flush()
        guard let result = try nextResult() else { throw .connectionLost(sent: true) }
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COPY_IN else {
            throw PostgresError(result, query: "COPY \(table)")
        }
    }

    /// Sends `bytes`. Returns when the socket has taken everything, so that libpq's buffer stays small.
    func send(_ bytes: [UInt8]) throws(PostgresError) {
        while true {
            let state = bytes.withUnsafeBytes { bytes in
                PQputCopyData(
                    handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
            }
            switch state {
            case 1: return try flush()
            case 0: try flush()
            default: throw try readCopyError()
            }
        }
    }

    /// Ends the copy.
    ///
    /// - Returns: The number of inserted rows.
    func endCopy(into table: String) throws(PostgresError) -> Int {
        while true {
            switch PQputCopyEnd(handle, nil) {
            case 1: return try finishCopy("COPY \(table)")
            case 0: try flush()
            default: throw try readCopyError()
            }
        }
    }

    private func finishCopy(_ name: String) throws(PostgresError) -> Int {
        try flush()
        var count = 0
        var failure: PostgresError?
        while let result = try nextResult() {
            let result = ServerResult(result)
            if let error = result.failure(query: name) { failure = failure ?? error }
            count += result.affectedRows
        }
        if let failure { throw failure }
        try confirmCommit()
        return count
    }

    /// Returns the reason why the server accepts no more rows.
    private func readCopyError() throws(PostgresError) -> PostgresError {
        guard let result = try nextResult() else { return .connectionLost(sent: true) }
        return ServerResult(result).failure(query: "COPY") ?? .connectionLost(sent: true)
    }
}
