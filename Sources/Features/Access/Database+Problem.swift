package import HTTPKit
package import Postgres

extension Database {
    /// Runs `command`, where breaking the rule `constraint` is what the caller is told of in `problem`. The constraint
    /// answers, not a look beforehand.
    @discardableResult
    package func execute(
        _ command: Command, breaking constraint: String, is problem: Problem
    ) async throws -> Int {
        do {
            return try await execute(command)
        } catch {
            throw error.constraint == constraint ? problem : error
        }
    }
}
