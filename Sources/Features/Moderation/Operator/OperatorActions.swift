import Access
import Accounts
import Foundation
import HTTPKit
import Initializers
import JSON
package import NoonishAPI
import People
package import Postgres
package import Privacy

/// The operator's actions on people, reports and deliveries, each recorded in the audit log.
@MemberwiseInit
package struct OperatorActions: Sendable {
    let database: PostgresClient
    let deliveries: any DeadLetterStore
    let claims: any PendingClaimStore
    let erasures: Erasures
    let signedOut: @Sendable (PersonID) -> Void

    enum ModerationAction: Sendable {
        case signOut(PersonID)
        case removePicture(PersonID)
        case rename(PersonID, String)
        case erase(PersonID)
        case close(report: UUID, outcome: String)
        case decide(claim: UUID, accepts: Bool)
        case retry([WatchID]?)

        /// The object in the audit log.
        fileprivate var object: String {
            switch self {
            case .signOut(let person): "sign-out:\(person)"
            case .removePicture(let person): "picture:\(person)"
            case .rename(let person, _): "name:\(person)"
            case .erase(let person): "erasure:\(person)"
            case .close(let report, _): "report:\(report.canonicalText)"
            case .decide(let claim, _): "claim:\(claim.canonicalText)"
            case .retry: "deliveries"
            }
        }
    }

    /// Performs an action.
    ///
    /// - Throws: 404 if there is no such person or open report.
    func `do`(_ act: ModerationAction, _ call: Call) async throws {
        let line = call.line(.operatorActed, act.object)
        switch act {
        case .retry(let watches):
            try await database.audit(line)
            _ = try await deliveries.retry(watches)
        case .decide(let claim, let accepts):
            guard try await claims.decide(claim, accepts: accepts, by: call.actor.person, line) else {
                throw Problem.notFound
            }
        case .erase(let person):
            try await requirePerson(person)
            _ = try await erasures.requestErasure(for: person, line)
        case .signOut(let person):
            try await requirePerson(person)
            try await transact(.endSessions(of: person), line)
            signedOut(person)
        case .removePicture(let person):
            try await requirePerson(person)
            try await transact(.removePicture(of: person), line)
        case .rename(let person, let name):
            try await requirePerson(person)
            try await transact(.rename(person, to: name), line)
        case .close(let report, let outcome):
            guard try await transact(.closeReport(report, outcome: outcome), line) == 1 else {
                throw Problem.notFound
            }
        }
    }

    @discardableResult
    private func transact(_ command: Command, _ line: AuditLine) async throws -> Int {
        try await database.transaction { transaction in
            let rows = try await transaction.execute(command)
            try await transaction.audit(line)
            return rows
        }
    }

    private func requirePerson(_ person: PersonID) async throws {
        guard try await database.first(.people([person])) != nil else { throw Problem.notFound }
    }
}
