package import Accounts
internal import NoonishAPI
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
