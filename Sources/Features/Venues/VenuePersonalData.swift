package import NoonishAPI
package import Postgres
package import Privacy

/// Exports and erases what a person is to venues. A venue whose last owner is erased takes no more orders
/// and loses its tax number, which may be that owner's own.
package struct VenuePersonalData: PersonalDataStore {
    package let files: [PersonalFile] = [
        PersonalFile(
            "venues.json", "venues.export_venues",
            .object([
                "venues": .list(
                    of: "'restaurant', r.id, 'name', r.name, 'role', m.role, 'since', m.since",
                    orderedBy: "m.since, r.id",
                    "FROM venue_person AS m JOIN restaurant AS r ON r.id = m.restaurant_id WHERE m.person_id = own.id"
                ),
                "claims": .list(
                    of: "'restaurant', c.restaurant_id, 'way', c.way, 'state', c.state, 'at', c.created_at",
                    orderedBy: "c.created_at, c.id", "FROM venue_claim AS c WHERE c.person_id = own.id"),
                "edits": .list(
                    of: """
                        'restaurant', e.restaurant_id, 'kind', e.kind, 'before', e.before, 'after', e.after,
                        'at', e.at
                        """,
                    orderedBy: "e.at, e.restaurant_id, e.seq",
                    "FROM venue_change AS e WHERE e.actor_id = own.id"),
            ]))
    ]

    package init() {}

    package func erasure(of person: PersonID) -> [Command] {
        [
            Command(
                "venues.orphan_venues",
                """
                UPDATE venue AS v
                   SET state = 'orphaned', takes_orders = false, takes_online_payments = false,
                       tax_number = NULL, version = v.version + 1
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
