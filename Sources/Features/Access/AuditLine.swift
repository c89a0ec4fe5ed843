import Foundation
import HTTPKit
import Hummingbird
import NIOCore
package import NoonishAPI
package import Postgres

/// The actions recorded in the audit log: only those relevant to permissions.
package enum AuditAction: String, Hashable, Sendable, CaseIterable {
    case sessionStarted = "session.begun"
    case sessionRefused = "session.refused"
    case sessionEnded = "session.ended"
    case sessionsEnded = "session.all_ended"
    case signInMethodAdded = "way_in.added"
    case signInMethodRemoved = "way_in.removed"
    case addressChanged = "address.changed"
    case linkCreated = "link.made"
    case linkUsed = "link.used"
    case linkRevoked = "link.revoked"
    case roleChanged = "role.changed"
    case webhookAdded = "webhook.added"
    case webhookChanged = "webhook.changed"
    case webhookRemoved = "webhook.removed"
    case exportRequested = "export.asked"
    case exportDownloaded = "export.taken"
    case erasureRequested = "erasure.asked"
    case erasureCancelled = "erasure.taken_back"
    case erased = "erasure.done"
    case erasureRepeated = "erasure.done_again"
    case operatorViewed = "operator.looked"
    case operatorActed = "operator.acted"
    case operatorGranted = "operator.made"
    case operatorRevoked = "operator.unmade"
    case signInLinkCreated = "operator.sign_in_link"
    case operatorSessionCreated = "operator.session"
    case venueClaimed = "venue.requested"
    case venueProven = "venue.proven"
    /// A request was denied; the object names the route.
    case refused = "access.refused"
}

/// A line of the audit log. Contains only IDs and fixed texts, never a name, an address or a secret.
package struct AuditLine: Sendable {
    package enum Outcome: String, Hashable, Sendable {
        case done
        case denied
    }

    package let action: AuditAction
    /// Type and ID of the object, such as `outing:0199…`.
    package let object: String?
    package let outcome: Outcome
    /// `nil` for the service itself and for people on the machine.
    package let actor: PersonID?
    package let credential: TokenHash?
    /// Truncated; see ``PeerAddress/network(of:)``.
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
    /// Creates a log line for `action` on `object` by the caller.
    ///
    /// - Parameter actor: The person, if the request itself was anonymous and they were identified while
    ///   handling it.
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
    /// Adds a line to the log. Must be the last statement of a transaction, because it blocks all other
    /// writers of the log until the transaction ends.
    package func audit(_ line: AuditLine) async throws { try await execute(.audit(line)) }
}

extension Command {
    /// Adds a line to the log. The database assigns its place in the chain.
    package static func audit(_ line: AuditLine) -> Command {
        Command(
            "access.add_audit",
            """
            INSERT INTO audit (actor_id, session_hash, action, object, outcome, network, request_id)
            VALUES (\(line.actor), \(line.credential?.bytes), \(line.action.rawValue), \(line.object),
                    \(line.outcome.rawValue), \(line.network), \(line.request))
            """)
    }

    /// Deletes the days past the retention period.
    package static func pruneAudit() -> Command {
        Command("access.prune_audit", "SELECT prune_audit(\(AuditLimits.kept))")
    }
}

package enum AuditLimits {
    /// Retention period of log lines: a year, and about a month for an inquiry into its last days.
    package static let kept = Duration.seconds(400 * 86_400)
    /// Log lines in an export, newest first.
    package static let shown = 10_000
}
