import Access
package import NoonishAPI
package import Postgres

/// The note that a person wrote with their answer.
@Row
package struct AnswerNote: PostgresRow {
    package let outing: OutingID
    package let person: PersonID
    package let note: String
}

extension Query where Row == AnswerNote {
    /// Reads notes for notifications to hosts.
    package static func answerNotes(_ wanted: [(outing: OutingID, person: PersonID)]) -> Self {
        Query(
            "outings.read_answer_notes",
            """
            SELECT a.outing_id, a.person_id, a.note
              FROM unnest(\(wanted.map(\.outing.uuid)), \(wanted.map(\.person.uuid))) AS wanted (outing_id, person_id)
              JOIN attendance AS a ON a.outing_id = wanted.outing_id AND a.person_id = wanted.person_id
             WHERE a.note IS NOT NULL
            """)
    }
}
