package import NoonishAPI
package import Postgres
package import Privacy

/// What people said, and where they stand among what others said.
///
/// How far somebody has read cascades from them. What they said belongs to those they said it to as well: its place stays,
/// without a word.
package struct MessageOwnData: OwnData {
    package init() {}

    package func export(of person: PersonID, in transaction: Transaction) async throws -> [ExportFile] {
        [try await transaction.file("messages.json", .ownMessages(person))]
    }

    package func erase(_ person: PersonID, in transaction: Transaction) async throws {
        try await transaction.execute(
            Command(
                "messages.erase_messages",
                """
                UPDATE message
                   SET text = NULL, mentions = '{}', deleted_at = now()
                 WHERE author_id = \(person) AND deleted_at IS NULL
                """))
    }
}

extension Query where Row == JSONDocument {
    fileprivate static func ownMessages(_ person: PersonID) -> Self {
        Query(
            "messages.export_messages",
            """
            SELECT jsonb_pretty(jsonb_build_object(
                       'said', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                                           'outing', m.outing_id, 'text', m.text, 'at', m.at, 'editedAt', m.edited_at,
                                           'deletedAt', m.deleted_at) ORDER BY m.id), '[]')
                                  FROM message AS m WHERE m.author_id = \(person)),
                       'silenced', (SELECT coalesce(jsonb_agg(r.outing_id ORDER BY r.outing_id), '[]')
                                      FROM message_reader AS r WHERE r.person_id = \(person) AND r.muted)))
            """)
    }
}
