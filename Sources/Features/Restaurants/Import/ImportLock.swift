import Postgres

extension PostgresClient {
    /// Runs `body` while holding the import lock of `source`. If two files of one source were merged
    /// concurrently, each would mark the other's restaurants as vanished.
    ///
    /// The lock belongs to a transaction that does nothing else, so it ends with its connection, however the
    /// program ends. The transaction is idle between statements and holds no snapshot, so it does not delay
    /// vacuum.
    ///
    /// - Throws: ``ImportFault`` immediately if another import of the source is running, on this or another
    ///   machine.
    nonisolated(nonsending) func withImportLock<Value>(
        of source: String, _ body: () async throws -> Value
    ) async throws -> Value {
        // The result is returned, not thrown, because a transaction that fails with a connection error would
        // be retried as a whole.
        let outcome: Result<Value, any Error> = try await transaction { transaction in
            guard try await transaction.one(.lockImport(of: source)) else {
                throw ImportFault("another import of \(source) is running; try again when it has ended")
            }
            try await transaction.execute(.disableIdleTimeout)
            do {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }
}

extension Query where Row == Bool {
    /// Tries to acquire the lock. Returns `false` if another session holds it.
    fileprivate static func lockImport(of source: String) -> Self {
        Query(
            "restaurants.lock_import", on: .write,
            "SELECT pg_try_advisory_xact_lock(hashtextextended(\("restaurants.import:" + source), 0))"
        ) { (row: inout RowReader) throws(PostgresError) in try row.next() }
    }
}

extension Command {
    /// Lets the transaction stay idle for as long as the import takes.
    fileprivate static let disableIdleTimeout = Command(
        "restaurants.wait_for_import", "SET LOCAL idle_in_transaction_session_timeout = 0")
}
