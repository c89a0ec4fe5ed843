package import NoonishAPI
package import Postgres

/// Statements by which operators change an account.
extension Command {
    /// Ends every session of a person.
    package static func endSessions(of person: PersonID) -> Self {
        Command("accounts.end_sessions_of_person", "DELETE FROM session WHERE person_id = \(person)")
    }

    /// Renames a person, unless they were erased.
    package static func rename(_ person: PersonID, to name: String) -> Self {
        Command(
            "accounts.rename_person",
            "UPDATE person SET name = \(name), updated_at = now() WHERE id = \(person) AND kind <> 'erased'")
    }
}

extension Query where Row == PersonID {
    /// Makes the member with an address an operator, or no longer one, and returns the member.
    package static func setOperator(_ address: String, to isOperator: Bool) -> Self {
        Query(
            "accounts.set_operator", on: .write,
            """
            UPDATE person AS p
               SET is_operator = \(isOperator), updated_at = now()
              FROM person_email AS e
             WHERE e.address = \(address) AND p.id = e.person_id
            RETURNING p.id
            """)
    }
}
