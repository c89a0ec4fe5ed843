import Initializers
package import NoonishAPI
package import Postgres

/// A guest and a member, two rows of `person`, that are the same person.
@MemberwiseInit
package struct GuestAndMember: Hashable, Sendable {
    package let guest: PersonID
    package let member: PersonID
}

/// Merges guests into accounts. Implemented by the feature that owns the invitations.
package protocol GuestClaims: Sendable {
    /// Merges every guest invited at `address` into `member`, who has just proved to own that address.
    ///
    /// Runs in the caller's transaction.
    ///
    /// - Returns: The names of these guests, if they had one.
    @discardableResult
    func claim(
        _ address: String, for member: PersonID, in transaction: Transaction
    ) async throws -> [String]
}
