import Logging
import Postgres

/// Runs `body` with a client of its own, closed afterwards however `body` ends: for what is done once.
func withClient<Value>(
    of database: DatabaseAccess, as role: DatabaseAccess.Role, _ logger: Logger,
    _ body: (PostgresClient) async throws -> Value
) async throws -> Value {
    var configuration = try database.configuration(for: role)
    // A command has one user, who waits for it; nobody waits behind it.
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
