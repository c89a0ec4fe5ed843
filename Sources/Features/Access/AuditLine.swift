internal import Foundation
internal import HTTPKit
internal import Hummingbird
internal import NIOCore
package import NoonishAPI
package import Postgres

/// What stands in the book: permission-relevant acts alone.
package enum AuditAction: String, Hashable, Sendable, CaseIterable {
    case sessionBegun = "session.begun"
    case sessionRefused = "session.refused"
    case sessionEnded = "session.ended"
    case sessionsEnded = "session.all_ended"
    case wayInAdded = "way_in.added"
    case wayInRemoved = "way_in.removed"
    case addressChanged = "address.changed"
    case linkMade = "link.made"
    case linkUsed = "link.used"
    case linkRevoked = "link.revoked"
    case roleChanged = "role.changed"
    case webhookAdded = "webhook.added"
    case webhookChanged = "webhook.changed"
    case webhookRemoved = "webhook.removed"
    case exportAsked = "export.asked"
    case exportTaken = "export.taken"
    case erasureAsked = "erasure.asked"
    case erasureTakenBack = "erasure.taken_back"
    case erased = "erasure.done"
    case erasedAgain = "erasure.done_again"
    case operatorLooked = "operator.looked"
    case operatorActed = "operator.acted"
    case operatorMade = "operator.made"
    case operatorUnmade = "operator.unmade"
    case signInLinkMade = "operator.sign_in_link"
    case operatorMadeSession = "operator.session"
    /// A route was refused; the object says which.
    case refused = "access.refused"
}

/// A line of the book. It holds ids and words of ours: never a name, an address or a secret.
package struct AuditLine: Sendable {
    package enum Outcome: String, Hashable, Sendable {
        case done
        case denied
    }

    package let action: AuditAction
    /// Kind and id of what it was done to, as `outing:0199…`.
    package let object: String?
    package let outcome: Outcome
    /// Nil: the service itself, or somebody at the machine.
    package let actor: PersonID?
    package let credential: TokenHash?
    /// Cut; see ``PeerAddress/network(of:)``.
    package let network: String?
    package let request: String?

    package init(
        _ action: AuditAction, _ object: String? = nil, outcome: Outcome = .done, by actor: PersonID? = nil,
        credential: TokenHash? = nil, network: String? = nil, request: String? = nil
    ) {
        self.action = action
        self.object = object
        self.outcome = outcome
        self.actor = actor
        self.credential = credential
        self.network = network
        self.request = request
    }
}

extension Call {
    /// A line that says that the caller did `action` to `object`.
    ///
    /// - Parameter actor: Who they turned out to be, where the request itself did not say.
    package func line(
        _ action: AuditAction, _ object: String? = nil, outcome: AuditLine.Outcome = .done,
        by actor: PersonID? = nil
    ) -> AuditLine {
        AuditLine(
            action, object, outcome: outcome, by: actor ?? self.actor.person,
            credential: self.actor == .anonymous ? nil : credential,
            network: PeerAddress.network(of: context.peer), request: context.id)
    }
}

extension Database {
    /// Adds a line to the book. Within a transaction it comes last: nobody else adds one until that ends.
    package func audit(_ line: AuditLine) async throws { try await execute(.audit(line)) }
}

extension Command {
    /// Adds a line to the book; its place in the chain is found by the database.
    package static func audit(_ line: AuditLine) -> Command {
        Command(
            "access.add_audit",
            """
            INSERT INTO audit (actor_id, session_hash, action, object, outcome, network, request_id)
            VALUES (\(line.actor), \(line.credential?.bytes), \(line.action.rawValue), \(line.object),
                    \(line.outcome.rawValue), \(line.network), \(line.request))
            """)
    }

    /// Lets go of days that have had their time.
    package static func pruneAudit() -> Command {
        Command("access.prune_audit", "SELECT prune_audit(\(AuditLimits.kept))")
    }
}

package enum AuditLimits {
    /// How long lines are kept: a year, and as long again as an inquiry takes to be made.
    package static let kept = Duration.seconds(400 * 86_400)
    /// Lines that an export or a console shows, the newest.
    package static let shown = 10_000
}
