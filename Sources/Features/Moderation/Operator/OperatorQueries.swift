package import Foundation
package import JSON
package import NoonishAPI
package import Postgres

/// A delivery whose attempts have all failed, as shown to operators. The room `Delivery` stores more about
/// it.
@JSONObject
package struct DeadDelivery: JSONEncodable, Sendable {
    package let watch: WatchID
    package let person: PersonID
    package let channel: String
    package let diedAt: Date
    package let why: String
}

/// Access to deliveries whose attempts have all failed, implemented by the room `Delivery`.
package protocol DeadLetterStore: Sendable {
    func dead() async throws -> [DeadDelivery]

    /// Retries deliveries.
    ///
    /// - Parameter watches: The deliveries' watches; `nil` for all.
    /// - Returns: The number of deliveries queued again.
    func retry(_ watches: [WatchID]?) async throws -> Int
}

/// A person as shown to operators: name and addresses, but never diets or starting points.
@Row
@JSONObject
package struct ManagedPerson: PostgresRow, JSONEncodable {
    package let id: PersonID
    package let kind: String
    package let name: String
    package let addresses: [String]
    package let hasPicture: Bool
    package let isOperator: Bool
    package let sessions: Int
    package let openReports: Int
    package let erasureDueAt: Date?
    package let createdAt: Date
}

extension Query where Row == ManagedPerson {
    /// Reads people by part of their name, the beginning of an address, or their whole ID, newest first.
    static func managed(_ words: String) -> Self {
        let pattern = words.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing(
            "_", with: "\\_")
        return Query(
            "moderation.find_people",
            """
            SELECT p.id, p.kind, p.name,
                   ARRAY(SELECT e.address FROM person_email AS e WHERE e.person_id = p.id ORDER BY e.verified_at),
                   EXISTS (SELECT FROM profile_picture AS f WHERE f.person_id = p.id), p.is_operator,
                   (SELECT count(*) FROM session AS s WHERE s.person_id = p.id),
                   (SELECT count(*) FROM abuse_report AS r WHERE r.about_id = p.id AND r.closed_at IS NULL),
                   (SELECT a.due_at FROM erasure_request AS a WHERE a.person_id = p.id), p.created_at
              FROM person AS p
             WHERE p.id = \(PersonID(words))
                OR p.name ILIKE \("%\(pattern)%")
                OR EXISTS (SELECT FROM person_email AS e
                            WHERE e.person_id = p.id AND e.address LIKE \("\(pattern.lowercased())%"))
             ORDER BY p.id DESC
             LIMIT 50
            """)
    }
}

/// A report as shown to operators.
@Row
@JSONObject
struct OpenReport: PostgresRow, JSONEncodable {
    let id: UUID
    /// The person, or the venue with its restaurant's ID and name.
    let about: Person
    let isAboutVenue: Bool
    let by: PersonID?
    let reason: String
    let words: String?
    /// The text of the reported message at that time; `nil` if the person was reported.
    let quote: String?
    let at: Date
}

extension Query where Row == OpenReport {
    /// Reads the open reports, oldest first.
    static var openReports: Self {
        Query(
            "moderation.list_open_reports",
            """
            SELECT r.id, coalesce(r.about_id, r.venue_id), coalesce(p.name, v.name), r.venue_id IS NOT NULL,
                   r.by_id, r.reason, r.details, r.quote, r.at
              FROM abuse_report AS r
              LEFT JOIN person AS p ON p.id = r.about_id
              LEFT JOIN restaurant AS v ON v.id = r.venue_id
             WHERE r.closed_at IS NULL
             ORDER BY r.at
             LIMIT \(ReportLimits.shown)
            """)
    }
}

extension Command {
    static func closeReport(_ id: UUID, outcome: String) -> Self {
        Command(
            "moderation.close_report",
            "UPDATE abuse_report SET closed_at = now(), outcome = \(outcome) WHERE id = \(id) AND closed_at IS NULL"
        )
    }
}
