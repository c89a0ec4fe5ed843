import Access
import Accounts
package import NoonishAPI
package import Postgres
package import Privacy

/// The operator's command-line actions on people. Actions that the web console offers too have the same
/// effect and audit entries.
package struct OperatorConsole: Sendable {
    private let database: PostgresClient

    package init(_ database: PostgresClient) { self.database = database }

    /// Returns the newest 50 matches.
    ///
    /// - Parameter words: Part of a name, the beginning of an address, or a whole ID; empty matches everyone.
    package func people(_ words: String) async throws -> [ManagedPerson] {
        try await database.all(.managed(words))
    }

    /// Returns the person who has verified `address`, which must be in lower case.
    package func owner(of address: String) async throws -> PersonID? {
        try await people(address).first { $0.addresses.contains(address) }?.id
    }

    /// Schedules a person's erasure in seven days, as if they had requested it. They get a mail and can
    /// cancel it.
    package func erase(_ person: PersonID, by erasures: Erasures) async throws {
        _ = try await erasures.requestErasure(for: person, AuditLine(.operatorActed, "erasure:\(person)"))
    }

    /// Ends all sessions of a person. Their open streams end within 30 seconds.
    ///
    /// - Returns: The number of sessions ended.
    package func endSessions(of person: PersonID) async throws -> Int {
        try await database.transaction { transaction in
            let count = try await transaction.execute(.endSessions(of: person))
            try await transaction.audit(AuditLine(.operatorActed, "sign-out:\(person)"))
            return count
        }
    }
}
