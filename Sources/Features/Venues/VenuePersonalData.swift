package import NoonishAPI
package import Postgres
package import Privacy

/// Exports and erases what a person is to venues. A venue whose last owner is erased takes no more orders.
package struct VenuePersonalData: PersonalDataStore {
    package let files: [PersonalFile] = [("venues.json", Query.ownVenues)]

    package init() {}

    package func erasure(of person: PersonID) -> [Command] {
        [
            Command(
                "venues.orphan_venues",
                """
                UPDATE venue AS v
                   SET state = 'orphaned', takes_orders = false, version = v.version + 1
                 WHERE EXISTS (SELECT FROM venue_person AS m
                                WHERE m.restaurant_id = v.restaurant_id AND m.person_id = \(person)
                                  AND m.role = 'owner')
                   AND NOT EXISTS (SELECT FROM venue_person AS m
                                    WHERE m.restaurant_id = v.restaurant_id AND m.person_id <> \(person)
                                      AND m.role = 'owner')
                """),
            Command("venues.erase_memberships", "DELETE FROM venue_person WHERE person_id = \(person)"),
            Command(
                "venues.end_erased_claims",
                """
                UPDATE venue_claim SET state = 'expired'
                 WHERE person_id = \(person) AND state IN ('requested', 'proven')
                """),
        ]
    }
}

extension PersonReference {
    /// The columns of this feature that reference `person`. Guests have no venues.
    package static let venues: [PersonReference] = [
        PersonReference("venue_person", "person_id", .ends),
        PersonReference("venue_claim", "person_id", .ends),
    ]
}

extension Query where Row == JSONDocument {
    fileprivate static func ownVenues(_ person: PersonID) -> Self {
        Query(
            "venues.export_venues",
            """
            SELECT jsonb_pretty(jsonb_build_object(
                       'venues', coalesce((SELECT jsonb_agg(jsonb_build_object(
                                               'restaurant', r.id, 'name', r.name, 'role', m.role, 'since', m.since)
                                             ORDER BY m.since, r.id)
                                      FROM venue_person AS m
                                      JOIN restaurant AS r ON r.id = m.restaurant_id
                                     WHERE m.person_id = \(person)), '[]'),
                       'claims', coalesce((SELECT jsonb_agg(jsonb_build_object(
                                               'restaurant', c.restaurant_id, 'way', c.way, 'state', c.state,
                                               'at', c.created_at) ORDER BY c.created_at, c.id)
                                      FROM venue_claim AS c
                                     WHERE c.person_id = \(person)), '[]'),
                       'edits', coalesce((SELECT jsonb_agg(jsonb_build_object(
                                              'restaurant', e.restaurant_id, 'kind', e.kind, 'before', e.before,
                                              'after', e.after, 'at', e.at) ORDER BY e.at, e.restaurant_id, e.seq)
                                     FROM venue_change AS e
                                    WHERE e.actor_id = \(person)), '[]')))
            """)
    }
}
