package import NoonishAPI
package import Postgres

/// A column that references a person, and what becomes of a guest's rows when the guest turns out to be a member.
///
/// Every foreign key to `person` has one; a test compares them with the database, so that a new table cannot be forgotten.
package struct PersonReference: Sendable {
    package let table: String
    package let column: String
    package let fate: Fate

    package enum Fate: Sendable {
        /// Guests have no such rows, or what they have is of no use to the member: it goes with the guest.
        case ends
        /// The statement passes them to the member.
        case passes(@Sendable (GuestAndMember) -> Command)
        /// They are passed outing by outing, before the statements, for two answers may have to become one.
        case passesWithOuting
    }

    package init(_ table: String, _ column: String, _ fate: Fate) {
        self.table = table
        self.column = column
        self.fate = fate
    }
}

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

extension PersonReference {
    /// The tables of this feature. A guest signs in nowhere, has no friends, no circles and no devices; what they asked for
    /// as a guest, a copy or to be forgotten, is not asked for the account.
    package static let people: [PersonReference] = [
        PersonReference("person_email", "person_id", .ends),
        PersonReference("session", "person_id", .ends),
        PersonReference("address_change", "person_id", .ends),
        PersonReference("identity", "person_id", .ends),
        PersonReference("identity_friend", "friend_id", .ends),
        PersonReference("provider_visit", "person_id", .ends),
        PersonReference("passkey", "person_id", .ends),
        PersonReference("passkey_challenge", "person_id", .ends),
        PersonReference("friendship", "low_id", .ends),
        PersonReference("friendship", "high_id", .ends),
        PersonReference("friend_request", "from_id", .ends),
        PersonReference("friend_request", "to_id", .ends),
        PersonReference("friend_mail", "from_id", .ends),
        PersonReference("block", "person_id", .ends),
        PersonReference("block", "other_id", .ends),
        PersonReference("circle", "owner_id", .ends),
        PersonReference("circle_member", "person_id", .ends),
        PersonReference("picture", "person_id", .ends),
        PersonReference(
            "diet_need", "person_id",
            .passes { both in
                Command("claims.pass_diets", "SELECT diet_need_pass(\(both.guest), \(both.member))")
            }),
        PersonReference("export", "person_id", .ends),
        PersonReference("erasure", "person_id", .ends),
        PersonReference("report", "by_id", .ends),
        PersonReference(
            "report", "about_id",
            .passes { both in
                Command(
                    "claims.pass_reports",
                    """
                    UPDATE report AS r
                       SET about_id = \(both.member)
                     WHERE r.about_id = \(both.guest) AND r.by_id IS DISTINCT FROM \(both.member)
                       AND (r.closed_at IS NOT NULL
                            OR NOT EXISTS (SELECT FROM report AS o
                                            WHERE o.about_id = \(both.member) AND o.by_id = r.by_id
                                              AND o.message_id = r.message_id AND o.closed_at IS NULL))
                    """)
            }),
    ]
}
