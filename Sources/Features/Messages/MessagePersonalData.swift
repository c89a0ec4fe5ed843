package import NoonishAPI
package import Postgres
package import Privacy

/// Exports and erases a person's messages and their mute settings.
///
/// The rows that record how far a person has read cascade from `person`. Their messages are part of other
/// people's conversations, so the rows stay, without text.
package struct MessagePersonalData: PersonalDataStore {
    package let files: [PersonalFile] = [
        PersonalFile(
            "messages.json", "messages.export_messages",
            .object([
                "said": .list(
                    of: """
                        'outing', m.outing_id, 'text', m.text, 'at', m.at, 'editedAt', m.edited_at,
                        'deletedAt', m.deleted_at
                        """,
                    orderedBy: "m.id", "FROM message AS m WHERE m.author_id = own.id"),
                "silenced": """
                (SELECT coalesce(jsonb_agg(r.outing_id ORDER BY r.outing_id), '[]')
                   FROM message_reader AS r WHERE r.person_id = own.id AND r.muted)
                """,
            ]))
    ]

    package init() {}

    package func erasure(of person: PersonID) -> [Command] {
        [
            Command(
                "messages.erase_messages",
                """
                UPDATE message
                   SET text = NULL, mentions = '{}', deleted_at = now()
                 WHERE author_id = \(person) AND deleted_at IS NULL
                """)
        ]
    }
}
