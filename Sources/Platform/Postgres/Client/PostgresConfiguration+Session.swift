import CLibPQ
package import Logging

/// Checks of what a pooler between the client and the server may take away. Sessions would otherwise act as the login,
/// without row-level security and without time limits, and nothing would say so.
extension PostgresConfiguration {
    /// A time limit that no server has by itself, in milliseconds.
    private static let recognizable = 61_803

    /// Checks that a session has the settings and the role that it asks for, and keeps its server.
    ///
    /// - Throws: ``PostgresError/connect(_:sqlState:)`` with the reason if it does not.
    package func requireSession(logger: Logger) async throws(PostgresError) {
        let limit = Duration.milliseconds(Self.recognizable)
        try await requireSession(over: connection(statementTimeout: limit), logger: logger)
        guard let stale = staleConnection(statementTimeout: limit) else { return }
        try await requireSession(over: stale, logger: logger)
    }

    func requireSession(over parameters: ConnectionParameters, logger: Logger) async throws(PostgresError) {
        let connection = DedicatedConnection(parameters, connectTimeout: connectTimeout, logger: logger)
        let result: Result<Void, PostgresError>
        do throws(PostgresError) {
            let deadline = Moment.now + timeout
            try await connection.perform(until: deadline) { [self] session throws(PostgresError) in
                try check(session, parameters, until: deadline, logger)
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await connection.close()
        try result.get()
    }

    private func check(
        _ session: BlockingConnection, _ parameters: ConnectionParameters, until deadline: Moment,
        _ logger: Logger
    ) throws(PostgresError) {
        let facts = try session.run(
            "SELECT current_setting('statement_timeout'), current_setting('role'), pg_backend_pid()",
            named: "postgres.session"
        ).first
        guard facts?[0] == "\(Self.recognizable)ms", facts?[1] == role ?? "none" else {
            throw .strippedSession
        }
        // A pooler gives its clients numbers of its own, to cancel their statements.
        guard facts?[2] != "\(PQbackendPID(session.handle))" else { return }
        _ = try session.run(
            "SELECT set_config('noonish.session', 'own', false)", named: "postgres.mark_session")
        let other = try BlockingConnection(
            parameters, until: deadline, interrupt: Interrupt(), logger: logger)
        other.deadline = deadline
        let read = "SELECT coalesce(current_setting('noonish.session', true), '')"
        try other.run("BEGIN", named: "postgres.occupy_session")
        guard try other.run(read, named: "postgres.other_session").first?[0] == "",
            try session.run(read, named: "postgres.own_session").first?[0] == "own"
        else { throw .sharedSession }
    }
}

extension PostgresError {
    fileprivate static let strippedSession = PostgresError.connect(
        """
        a pooler between this process and PostgreSQL drops the role and the settings of sessions, and with them the rules \
        on who may read what; connect to PostgreSQL itself
        """, sqlState: "08P01")

    fileprivate static let sharedSession = PostgresError.connect(
        """
        a pooler in transaction mode gives the transactions of one session to different servers; connect to PostgreSQL \
        itself, or use session mode
        """, sqlState: "08P01")
}
