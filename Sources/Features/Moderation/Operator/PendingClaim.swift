package import Access
package import Foundation
import Initializers
package import NoonishAPI

/// A claim of a restaurant that an operator can decide. The room `Venues` stores more about it.
@MemberwiseInit
package struct PendingClaim: Sendable {
    package let id: UUID
    package let restaurant: RestaurantID
    package let name: String
    package let person: PersonID
    package let personName: String
    /// `mail`, `website`, `operator` or `registration`.
    package let method: String
    /// `requested` or `proven`.
    package let state: String
    package let createdAt: Date
}

/// Access to claims of restaurants, implemented by the room `Venues`.
package protocol PendingClaimStore: Sendable {
    func pending() async throws -> [PendingClaim]

    /// Accepts or refuses a claim.
    ///
    /// - Parameters:
    ///   - actor: `nil` for people on the machine.
    ///   - line: Recorded in the audit log, in the same transaction.
    /// - Returns: `false` if there is no such claim, or it was decided already.
    func decide(
        _ claim: UUID, accepts: Bool, by actor: PersonID?, _ line: AuditLine
    ) async throws -> Bool
}
