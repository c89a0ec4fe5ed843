import Logging
import Postgres

/// Runs `body` with a client of its own, for one-off work. The client is closed whether `body` returns or
/// throws.
func withClient<Value>(
    of database: DatabaseAccess, as role: DatabaseAccess.Role, _ logger: Logger,
    _ body: (PostgresClient) async throws -> Value
) async throws -> Value {
    var configuration = try database.configuration(for: role)
    // A command has a single user, and no other request waits for it.
    configuration.timeout = .seconds(120)
    configuration.statementTimeouts.write = .seconds(120)
    let client = PostgresClient(configuration, logger: logger)
    do {
        let value = try await body(client)
        await client.stop()
        return value
    } catch {
        await client.stop()
        throw error
    }
}
