package import HTTPKit
package import Postgres

extension Database {
    /// Runs `command` and throws `problem` if it violates `constraint`. Relying on the constraint avoids the
    /// race of a check beforehand.
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
