import Access
import Accounts
import HTTPKit
import NoonishAPI
package import Postgres

/// Restricts access to the operator's console: to people on the machine itself, if only that machine can
/// reach the service, and to members made operators by `noonish user operator`. For all others the console
/// does not exist.
package struct OperatorAccess: Sendable {
    /// The same rules as for the outbox: behind a proxy all requests seem to come from the machine.
    private let machine: LocalhostGuard

    /// Creates the rules.
    ///
    /// - Parameters:
    ///   - host: The setting `http.host`, on which the server listens.
    ///   - publicURL: The setting `http.publicURL`.
    package init(host: String, publicURL: String) {
        machine = LocalhostGuard(hasMailServer: false, host: host, publicURL: publicURL)
    }

    /// Checks that the caller has access.
    ///
    /// - Throws: ``Denial/notFound``, which becomes 404, for callers without access.
    func check(_ call: Call, _ database: any Database) async throws {
        if case .person(let person, _) = call.actor,
            try await database.first(.isOperator(person)) == true
        {
            return
        }
        guard machine.allows(call.request, in: call.context) else { throw Denial.notFound }
    }
}

extension Query where Row == Bool {
    fileprivate static func isOperator(_ person: PersonID) -> Self {
        Query(
            "moderation.check_operator",
            "SELECT is_operator FROM person WHERE id = \(person) AND kind = 'member'")
    }
}

/// Grants and revokes operator rights. Used by commands on the machine only.
package struct Operators: Sendable {
    private let database: PostgresClient

    package init(_ database: PostgresClient) { self.database = database }

    /// Grants or revokes operator rights.
    ///
    /// - Parameter address: In lower case.
    /// - Returns: `false` if no member has verified the address.
    package func set(_ address: String, to isOperator: Bool) async throws -> Bool {
        try await database.transaction { transaction in
            guard let person = try await transaction.first(.setOperator(address, to: isOperator)) else {
                return false
            }
            try await transaction.audit(
                AuditLine(isOperator ? .operatorGranted : .operatorRevoked, "person:\(person)"))
            return true
        }
    }
}
