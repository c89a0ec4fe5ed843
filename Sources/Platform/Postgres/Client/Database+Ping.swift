extension Database {
    /// Checks that the server answers and accepts writes.
    ///
    /// - Throws: ``PostgresError/connect(_:sqlState:)`` if no server accepts writes before the time is over. A
    ///   connection to one that is read-only is given up, as after a write, so an idle client finds the leader too.
    public func ping(timeout: Duration) async throws(PostgresError) {
        try await execute(.ping, timeout: timeout)
    }
}

extension Command {
    /// Fails with 25006 (read_only_sql_transaction) like a write, but writes nothing.
    fileprivate static var ping: Self {
        Command(
            "postgres.ping",
            """
            DO $$BEGIN
                IF pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean THEN
                    RAISE read_only_sql_transaction;
                END IF;
            END$$
            """)
    }
}
