package import NoonishAPI
package import People
package import Postgres

/// What somebody thinks of the places they were at. It cascades from them, and the means of the places follow.
package struct CircleOwnData: OwnData {
    package init() {}

    package func export(of person: PersonID, in transaction: Transaction) async throws -> [ExportFile] {
        [try await transaction.file("ratings.json", .ownRatings(person))]
    }

    package func erase(_ person: PersonID, in transaction: Transaction) async throws {
        try await transaction.execute(
            Command("erasure.ratings", "DELETE FROM rating WHERE person_id = \(person)"))
    }
}

extension Query where Row == JSONDocument {
    fileprivate static func ownRatings(_ person: PersonID) -> Self {
        Query(
            "export.ratings",
            """
            SELECT jsonb_pretty(coalesce(jsonb_agg(jsonb_build_object(
                       'outing', r.outing_id, 'place', p.name, 'stars', r.stars, 'words', r.words, 'at', r.updated_at)
                       ORDER BY r.outing_id), '[]'))
              FROM rating AS r
              JOIN restaurant AS p ON p.id = r.restaurant_id
             WHERE r.person_id = \(person)
            """)
    }
}
