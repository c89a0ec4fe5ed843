internal import Access
internal import Accounts
package import NoonishAPI
package import Postgres
package import Privacy

/// What an operator does about people by commands at the machine itself. What the console does too is done and written down
/// the same way.
package struct OperatorDesk: Sendable {
    private let database: PostgresClient

    package init(_ database: PostgresClient) { self.database = database }

    /// The newest 50 of them.
    ///
    /// - Parameter words: A part of a name, the beginning of an address, or a whole id; empty: anybody.
    package func people(_ words: String) async throws -> [OperatedPerson] {
        try await database.all(.operated(words))
    }

    /// Who has proved to own `address`, in lower case.
    package func owner(of address: String) async throws -> PersonID? {
        try await people(address).first { $0.addresses.contains(address) }?.id
    }

    /// Forgets somebody in seven days, as if they had asked for it; they get a mail and can take it back.
    package func erase(_ person: PersonID, by erasures: Erasures) async throws {
        _ = try await erasures.ask(for: person, AuditLine(.operatorActed, "erasure:\(person)"))
    }

    /// Ends every session of somebody; open streams end within 30 seconds.
    ///
    /// - Returns: How many there were.
    package func endSessions(of person: PersonID) async throws -> Int {
        try await database.transaction { transaction in
            let count = try await transaction.execute(.endSessions(of: person))
            try await transaction.audit(AuditLine(.operatorActed, "sign-out:\(person)"))
            return count
        }
    }
}
