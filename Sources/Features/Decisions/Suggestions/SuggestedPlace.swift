import Access
package import NoonishAPI
package import Postgres

/// The place of a suggestion in its author's words.
@Row
package struct SuggestedPlace: PostgresRow {
    package let id: SuggestionID
    package let name: String
}

extension Query where Row == SuggestedPlace {
    /// Reads the places of suggestions that are not in the directory, for notifications.
    package static func suggestedPlaces(_ suggestions: [SuggestionID]) -> Self {
        Query(
            "decisions.read_suggested_places",
            """
            SELECT id, place_name
              FROM suggestion
             WHERE id = ANY (\(suggestions)) AND restaurant_id IS NULL AND place_name IS NOT NULL
            """)
    }
}
