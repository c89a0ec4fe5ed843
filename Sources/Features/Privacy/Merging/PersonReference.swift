package import Accounts
import Initializers
import NoonishAPI
package import Postgres

/// A column that references a person, and what happens to a guest's rows when the guest is merged into a
/// member.
///
/// Every foreign key to `person` has one. A test compares them with the database, so that no new table is
/// missed.
@MemberwiseInit(unlabeled: 3)
package struct PersonReference: Sendable {
    package let table: String
    package let column: String
    package let mergeRule: MergeRule

    package enum MergeRule: Sendable {
        /// The rows are deleted with the guest: guests have none, or the member has no use for them.
        case ends
        /// The command moves the rows to the member.
        case passes(@Sendable (GuestAndMember) -> Command)
        /// The rows are moved outing by outing before the commands run, because two answers may have to be
        /// merged.
        case passesWithOuting
    }

    /// A column whose rows a command moves to the member.
    package static func passes(
        _ table: String, _ column: String, by command: @escaping @Sendable (GuestAndMember) -> Command
    ) -> Self {
        PersonReference(table, column, .passes(command))
    }

    /// A column in which the member replaces the guest.
    ///
    /// - Parameter key: Columns that identify a row of one person, none of them nullable. A row that the member has
    ///   too is not moved, but deleted with the guest. `nil` moves all rows.
    package static func moves(_ table: SQL, _ column: SQL, unlessMemberHas key: SQL? = nil) -> Self {
        PersonReference(
            table.text, column.text,
            .passes { pair in
                let sql: SQL =
                    if let key {
                        """
                        UPDATE \(fragment: table)
                           SET \(fragment: column) = \(pair.member)
                         WHERE \(fragment: column) = \(pair.guest)
                           AND (\(fragment: key)) NOT IN (SELECT \(fragment: key)
                                                          FROM \(fragment: table)
                                                         WHERE \(fragment: column) = \(pair.member))
                        """
                    } else {
                        "UPDATE \(fragment: table) SET \(fragment: column) = \(pair.member) WHERE \(fragment: column) = \(pair.guest)"
                    }
                return Command("privacy.move_\(table.text)_\(column.text)", sql)
            })
    }
}
