import Postgres

extension PostgresClient {
    /// Runs `body` while nobody else imports `source`: two files of one source that were merged at the same time would
    /// each mark what only the other has as vanished.
    ///
    /// The lock is a transaction's that does nothing else, so it ends with its connection, however the program ends.
    /// Idle between statements it holds no snapshot back.
    ///
    /// - Throws: ``ImportFault`` at once if another import of the source runs, here or on another machine.
    nonisolated(nonsending) func withImportLock<Value>(
        of source: String, _ body: () async throws -> Value
    ) async throws -> Value {
        // The outcome is returned, not thrown: a transaction that fails for its connection would be run again whole.
        let outcome: Result<Value, any Error> = try await transaction { transaction in
            guard try await transaction.one(.lockImport(of: source)) else {
                throw ImportFault("another import of \(source) is running; try again when it has ended")
            }
            try await transaction.execute(.waitWithoutLimit)
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
    /// False if somebody else has it.
    fileprivate static func lockImport(of source: String) -> Self {
        Query(
            "restaurants.lock_import", on: .write,
            "SELECT pg_try_advisory_xact_lock(hashtextextended(\("restaurants.import:" + source), 0))"
        ) { (row: inout RowReader) throws(PostgresError) in try row.next() }
    }
}

extension Command {
    /// The transaction waits for an import, however long that takes.
    fileprivate static let waitWithoutLimit = Command(
        "restaurants.wait_for_import", "SET LOCAL idle_in_transaction_session_timeout = 0")
}
