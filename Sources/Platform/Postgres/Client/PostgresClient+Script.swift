extension PostgresClient {
    /// Runs `script`, which may hold several statements, on a dedicated connection. Unless it contains
    /// `BEGIN`, it runs as one transaction.
    ///
    /// - Parameters:
    ///   - script: The statements to run.
    ///   - name: The name used in errors.
    ///   - timeout: How long the script may take, connecting included; `nil` means no limit.
    /// - Returns: The rows, as text, of the last statement that returns any.
    @discardableResult
    public func run(
        script: String, named name: String = "script", timeout: Duration? = nil
    ) async throws(PostgresError) -> [[String?]] {
        let deadline = timeout.map { Moment.now + $0 } ?? .never
        return try await dedicated.with(makeDedicated()) { connection throws(PostgresError) in
            try await connection.perform(until: deadline) { connection throws(PostgresError) in
                try connection.run(script, named: name)
            }
        }
    }

    /// Returns a dedicated connection without a statement timeout, and with these settings of the server.
    func makeDedicated(settings: [String] = []) -> DedicatedConnection {
        DedicatedConnection(
            configuration.connection(statementTimeout: .zero).rotated(by: dedicated.rotation)
                .adding(settings: settings),
            connectTimeout: configuration.connectTimeout, logger: logger)
    }
}
