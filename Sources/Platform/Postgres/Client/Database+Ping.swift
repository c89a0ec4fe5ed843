extension Database {
    /// Runs a trivial statement to check that the server answers.
    public func ping(timeout: Duration) async throws(PostgresError) {
        try await execute(Command("postgres.ping", "SELECT 1"), timeout: timeout)
    }
}
