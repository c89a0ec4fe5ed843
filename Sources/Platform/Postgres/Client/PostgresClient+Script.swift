extension PostgresClient {
    /// Runs `script`, one or more statements, on a connection of its own. Without a `BEGIN` in it, it is one
    /// transaction.
    ///
    /// - Parameters:
    ///   - name: What it is called in errors.
    ///   - timeout: How long it may take, connecting included; nil has no limit.
    /// - Returns: The rows of the last statement that has some, as text.
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

    /// A connection without a limit of time for a statement.
    func makeDedicated() -> DedicatedConnection {
        DedicatedConnection(
            configuration.connection(statementTimeout: .zero), connectTimeout: configuration.connectTimeout,
            notices: NoticeReceiver(logger))
    }
}
