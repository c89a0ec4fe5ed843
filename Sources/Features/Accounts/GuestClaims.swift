package import NoonishAPI
package import Postgres

/// Two rows of `person` that are one person.
package struct GuestAndMember: Hashable, Sendable {
    package let guest: PersonID
    package let member: PersonID

    package init(guest: PersonID, member: PersonID) {
        self.guest = guest
        self.member = member
    }
}

/// Merges guests into accounts; the feature that has the invitations does it.
package protocol GuestClaims: Sendable {
    /// Merges every guest who was invited at `address`, which `member` has just proved to own, in the same transaction.
    func claim(_ address: String, for member: PersonID, in transaction: Transaction) async throws
}
