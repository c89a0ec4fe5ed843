internal import Access
internal import Accounts
internal import HTTPKit
internal import NoonishAPI
package import Postgres

/// Who may use the operator's console: the person at the machine, where only that machine can reach the service, and
/// members whom `noonish user operator` named. To everybody else there is no console.
package struct OperatorDoor: Sendable {
    /// As for kept mail; behind a proxy everybody would seem to be at the machine.
    private let machine: OutboxDoor

    /// - Parameters:
    ///   - host: `http.host`, what the server listens on.
    ///   - publicURL: `http.publicURL`.
    package init(host: String, publicURL: String) {
        machine = OutboxDoor(hasMailServer: false, host: host, publicURL: publicURL)
    }

    /// - Throws: 404 for everybody else.
    func check(_ call: Call, _ database: any Database) async throws {
        if case .person(let person, _) = call.actor,
            try await database.first(.isOperator(person)) == true
        {
            return
        }
        let isLocal = PeerAddress.isLoopback(call.context.peer)
        guard machine.lets(call.request, fromLoopback: isLocal) else { throw Denial.notFound }
    }
}

extension Query where Row == Bool {
    fileprivate static func isOperator(_ person: PersonID) -> Self {
        Query(
            "moderation.check_operator",
            "SELECT is_operator FROM person WHERE id = \(person) AND kind = 'member'"
        ) { row throws(PostgresError) in try row.next() }
    }
}

/// Naming operators, which only somebody at the machine can.
package struct Operators: Sendable {
    private let database: PostgresClient

    package init(_ database: PostgresClient) { self.database = database }

    /// - Parameter address: In lower case.
    /// - Returns: False if nobody has proved to own it.
    package func set(_ address: String, to isOperator: Bool) async throws -> Bool {
        try await database.transaction { transaction in
            guard let person = try await transaction.first(.setOperator(address, to: isOperator)) else {
                return false
            }
            try await transaction.audit(
                AuditLine(isOperator ? .operatorMade : .operatorUnmade, "person:\(person)"))
            return true
        }
    }
}
