package import NoonishAPI
package import Postgres
package import Privacy

/// Exports and erases what a person ordered.
///
/// Dishes of open orders are struck, and the host runs the orders that the person ran. Other lines stay with the person's
/// id, because the others' shares depend on them. Their notes, what they tell the kitchen and the names of visitors are
/// removed.
package struct OrderPersonalData: PersonalDataStore {
    package let files: [PersonalFile] = [("orders.json", Query.ownOrders)]

    package init() {}

    package func erasure(of person: PersonID) -> [Command] {
        [
            Command(
                "orders.strike_erased_lines",
                """
                UPDATE order_line AS l
                   SET struck_at = now(), struck_why = 'erased', version = l.version + 1
                  FROM group_order AS o
                 WHERE l.person_id = \(person) AND l.struck_at IS NULL
                   AND o.outing_id = l.outing_id AND o.id = l.order_id AND o.state = 'open'
                """),
            Command(
                "orders.hand_over_orders",
                """
                UPDATE group_order AS o
                   SET coordinator_id = t.host_id, version = o.version + 1
                  FROM outing AS t
                 WHERE o.coordinator_id = \(person) AND t.id = o.outing_id AND t.host_id <> \(person)
                   AND o.state NOT IN ('cancelled', 'handed_over')
                """),
            Command(
                "orders.erase_line_texts",
                """
                UPDATE order_line
                   SET note = NULL, tells_kitchen = NULL, visitor = NULL, content = id::text
                 WHERE person_id = \(person) AND num_nonnulls(note, tells_kitchen, visitor) > 0
                """),
        ]
    }
}

extension Query where Row == JSONDocument {
    fileprivate static func ownOrders(_ person: PersonID) -> Self {
        Query(
            "orders.export_lines",
            """
            SELECT jsonb_pretty(coalesce(jsonb_agg(jsonb_build_object(
                       'outing', l.outing_id, 'place', o.place_name, 'dish', l.name, 'options', l.options,
                       'note', l.note, 'tellsKitchen', l.tells_kitchen, 'visitor', l.visitor,
                       'quantity', l.quantity, 'unitMinor', l.unit_minor, 'currency', o.currency,
                       'menuVersion', l.menu_version, 'pick', l.pick,
                       'at', l.created_at, 'struckAt', l.struck_at) ORDER BY l.created_at, l.id), '[]'))
              FROM order_line AS l
              JOIN group_order AS o ON o.outing_id = l.outing_id AND o.id = l.order_id
             WHERE l.person_id = \(person)
            """)
    }
}
