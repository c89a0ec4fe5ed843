extension Database {
    /// Asks the server for nothing, to learn whether it answers.
    public func ping(timeout: Duration) async throws(PostgresError) {
        try await execute(Command("postgres.ping", "SELECT 1"), timeout: timeout)
    }
}
