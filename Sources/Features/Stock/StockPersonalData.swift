package import NoonishAPI
package import Postgres
package import Privacy

/// Exports what a person counted, and erases their notes. The sums stay: they say what a kitchen has. A venue that loses its last
/// owner stops counting, so its portions no longer limit orders. Runs before the erasure of the venue's people, which says who owns it.
package struct StockPersonalData: PersonalDataStore {
    package let files: [PersonalFile] = [
        PersonalFile(
            "stock.json", "stock.export_moves",
            .list(
                of: """
                    'restaurant', m.restaurant_id, 'item', m.item_key, 'day', nullif(m.day, '-infinity'),
                    'kind', m.kind, 'quantity', m.quantity, 'note', m.note, 'at', m.at
                    """,
                orderedBy: "m.at, m.id", "FROM stock_move AS m WHERE m.actor_id = own.id"))
    ]

    package init() {}

    package func erasure(of person: PersonID) -> [Command] {
        [
            Command(
                "stock.stop_orphaned",
                """
                INSERT INTO stock_move (restaurant_id, id, item_key, day, kind, quantity)
                SELECT s.restaurant_id, gen_random_uuid(), s.item_key, s.day, 'stop', 0
                  FROM venue_person AS m
                  JOIN stock AS s ON s.restaurant_id = m.restaurant_id AND s.is_tracked
                 WHERE m.person_id = \(person) AND m.role = 'owner'
                   AND NOT EXISTS (SELECT FROM venue_person AS other
                                    WHERE other.restaurant_id = m.restaurant_id AND other.person_id <> \(person)
                                      AND other.role = 'owner')
                 ORDER BY s.restaurant_id, s.item_key, s.day
                """),
            Command(
                "stock.erase_notes",
                "UPDATE stock_move SET note = NULL WHERE actor_id = \(person) AND note IS NOT NULL"),
        ]
    }
}

extension PersonReference {
    /// The columns of this feature that reference `person`: who counted portions. Guests count none.
    package static let stock: [PersonReference] = [PersonReference("stock_move", "actor_id", .ends)]
}
