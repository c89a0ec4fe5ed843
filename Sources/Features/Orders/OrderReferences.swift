import Accounts
import Postgres
package import Privacy

extension PersonReference {
    /// The columns of this feature that reference `person`. A guest's lines and actions pass to the member. Where
    /// both have the same dish, both lines stay. Guests have no standing orders.
    package static let orders: [PersonReference] = [
        .moves("group_order", "coordinator_id"),
        .moves("group_order", "cancelled_by"),
        // The line's id keeps the content apart from an equal line of the member.
        .passes("order_line", "person_id") { pair in
            Command(
                "orders.transfer_lines",
                """
                UPDATE order_line AS l
                   SET person_id = \(pair.member),
                       content = CASE WHEN EXISTS (SELECT FROM order_line AS own
                                                    WHERE own.outing_id = l.outing_id
                                                      AND own.order_id = l.order_id
                                                      AND own.person_id = \(pair.member)
                                                      AND own.content = l.content
                                                      AND own.unit_minor IS NOT DISTINCT FROM l.unit_minor
                                                      AND coalesce(own.visitor, '') = coalesce(l.visitor, '')
                                                      AND own.struck_at IS NULL)
                                      THEN l.content || ' ' || l.id ELSE l.content END
                 WHERE l.person_id = \(pair.guest)
                """)
        },
        .moves("order_line", "set_by_id"),
        .moves("order_line", "struck_by"),
        .passes("order_sharer", "person_id") { pair in
            Command(
                "orders.transfer_sharers",
                """
                WITH ended AS (
                     DELETE FROM order_sharer WHERE person_id = \(pair.guest)
                  RETURNING outing_id, order_id, line_id, weight)
                INSERT INTO order_sharer AS own (outing_id, order_id, line_id, person_id, weight)
                SELECT outing_id, order_id, line_id, \(pair.member), weight FROM ended
                    ON CONFLICT (outing_id, order_id, line_id, person_id) DO UPDATE
                   SET weight = least(own.weight + excluded.weight, 1000)
                """)
        },
        .moves("order_pass", "person_id", unlessMemberHas: "outing_id, order_id"),
        .moves("order_event", "actor_id"),
        PersonReference("series_order_person", "person_id", .ends),
        PersonReference("order_repetition", "person_id", .ends),
    ]
}
