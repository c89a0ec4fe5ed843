import Access
import Foundation
import JSON
package import NoonishAPI
import Outings
package import Postgres

extension Query where Row == OrderRow {
    /// Returns the order that people can still change, if there is one.
    static func liveOrder(of outing: OutingID) -> Self {
        .select("orders.read_live_order", "WHERE o.outing_id = \(outing) AND o.state <> 'cancelled'")
    }

    /// Returns the last order of an outing that was cancelled.
    static func cancelledOrder(of outing: OutingID) -> Self {
        .select(
            "orders.read_cancelled_order",
            """
             WHERE o.outing_id = \(outing) AND o.state = 'cancelled'
             ORDER BY o.created_at DESC, o.id DESC
             LIMIT 1
            """)
    }

    /// Returns the live order or, if there is none, the last one that was cancelled.
    static func newestOrder(of outing: OutingID) -> Self {
        .select(
            "orders.read_newest_order",
            """
             WHERE o.outing_id = \(outing)
             ORDER BY o.state = 'cancelled', o.created_at DESC, o.id DESC
             LIMIT 1
            """)
    }
}

extension Query where Row == GroupOrder.State {
    /// Returns the state of the live order or, if there is none, of the last one that was cancelled.
    package static func orderState(of outing: OutingID) -> Self {
        Query(
            "orders.read_state",
            """
            SELECT o.state
              FROM group_order AS o
             WHERE o.outing_id = \(outing)
             ORDER BY o.state = 'cancelled', o.created_at DESC, o.id DESC
             LIMIT 1
            """)
    }
}

extension Query where Row == String? {
    /// Returns the language of the restaurant's country, as a tag of BCP 47; `nil` if the country is not known.
    static func language(of order: OrderRow) -> Self {
        Query(
            "orders.read_country",
            "SELECT (SELECT r.country FROM restaurant AS r WHERE r.id = \(order.restaurant))"
        ) { row throws(PostgresError) in
            let country: String? = try row.next()
            return country.map { Locale.Language(identifier: "und-\($0)").maximalIdentifier }
        }
    }
}

extension Query where Row == Person {
    /// Returns the attendees who have neither a dish nor said that they want nothing, by name.
    static func missing(in order: OrderRow) -> Self {
        Query(
            "orders.list_missing",
            """
            SELECT p.id, p.name
              FROM group_order AS o
              JOIN attendance AS d ON d.outing_id = o.outing_id
              JOIN person AS p ON p.id = d.person_id
             WHERE o.outing_id = \(order.outing) AND o.id = \(order.id) AND \(fragment: isMissing)
             ORDER BY lower(p.name), p.id
            """)
    }
}

/// Whether attendee `d` has neither a dish of order `o` nor said that they want nothing.
private let isMissing: SQL = """
    d.status = 'attending'
    AND NOT EXISTS (SELECT FROM order_line AS l
                     WHERE l.outing_id = o.outing_id AND l.order_id = o.id AND l.person_id = d.person_id
                       AND l.struck_at IS NULL)
    AND NOT EXISTS (SELECT
                      FROM order_sharer AS w
                      JOIN order_line AS l
                        ON l.outing_id = w.outing_id AND l.order_id = w.order_id AND l.id = w.line_id
                     WHERE w.outing_id = o.outing_id AND w.order_id = o.id AND w.person_id = d.person_id
                       AND l.struck_at IS NULL)
    AND NOT EXISTS (SELECT FROM order_pass AS n
                     WHERE n.outing_id = o.outing_id AND n.order_id = o.id AND n.person_id = d.person_id)
    """

extension Query where Row == Bool {
    /// Returns whether two restaurants are branches that share a menu.
    static func shareMenu(_ one: RestaurantID, _ other: RestaurantID) -> Self {
        Query(
            "orders.share_menu",
            """
            SELECT EXISTS (SELECT
                             FROM menu_branch AS b
                             JOIN menu_branch AS c ON c.menu_id = b.menu_id
                            WHERE b.restaurant_id = \(one) AND c.restaurant_id = \(other))
            """)
    }

    /// Returns whether a person said that they want nothing.
    static func hasPassed(_ person: PersonID?, on order: OrderRow) -> Self {
        Query(
            "orders.has_passed",
            """
            SELECT EXISTS (SELECT
                             FROM order_pass AS o
                            WHERE o.outing_id = \(order.outing) AND o.order_id = \(order.id)
                              AND o.person_id = \(person))
            """)
    }
}

extension Command {
    /// Locks the live order of an outing until the transaction ends. Where an edit makes news, the outing's row is locked
    /// first.
    static func lockOrder(of outing: OutingID) -> Command {
        Command(
            "orders.lock_order",
            """
            SELECT true FROM group_order
             WHERE outing_id = \(outing) AND state <> 'cancelled'
               FOR NO KEY UPDATE
            """)
    }

    /// Locks the live order of an outing, if a person is on its list.
    static func lockOrder(of outing: OutingID, for person: PersonID?) -> Command {
        Command(
            "orders.lock_order_for_person",
            """
            SELECT true FROM group_order
             WHERE outing_id = \(outing) AND state <> 'cancelled'
               AND EXISTS (SELECT FROM attendance AS a WHERE a.outing_id = \(outing) AND a.person_id = \(person))
               FOR NO KEY UPDATE
            """)
    }

    static func insert(_ id: GroupOrderID, _ order: OrderFields, of outing: OutingID) -> Command {
        Command(
            "orders.insert_order",
            """
            INSERT INTO group_order (outing_id, id, coordinator_id, restaurant_id, place_name, currency, fulfilment,
                                     address, note, time_zone, closes_wall, closes_at, closes_before, due_wall, due_at,
                                     due_follows, limit_per_head_minor, lines_visible, at_deadline)
            VALUES (\(outing), \(id), \(order.coordinator), \(order.restaurant), \(order.place), \(order.currency),
                    \(order.fulfilment.rawValue), \(order.address), \(order.note), \(order.zone),
                    \(order.closes?.wall.text)::text::timestamp, \(order.closes?.instant), \(order.closesBefore),
                    \(order.due?.wall.text)::text::timestamp, \(order.due?.instant), \(order.dueFollows),
                    \(order.limitPerHead), \(order.linesVisible), \(order.atDeadline.rawValue))
            """)
    }

    /// Writes the fields that PATCH can change.
    static func update(_ id: GroupOrderID, to order: OrderFields, of outing: OutingID) -> Command {
        Command(
            "orders.update_order",
            """
            UPDATE group_order
               SET coordinator_id = \(order.coordinator), fulfilment = \(order.fulfilment.rawValue),
                   address = \(order.address), note = \(order.note),
                   closes_wall = \(order.closes?.wall.text)::text::timestamp, closes_at = \(order.closes?.instant),
                   closes_before = \(order.closesBefore), due_wall = \(order.due?.wall.text)::text::timestamp,
                   due_at = \(order.due?.instant), due_follows = \(order.dueFollows),
                   limit_per_head_minor = \(order.limitPerHead), lines_visible = \(order.linesVisible),
                   at_deadline = \(order.atDeadline.rawValue),
                   start_moved_at = CASE WHEN due_at IS NOT DISTINCT FROM \(order.due?.instant) THEN start_moved_at END,
                   version = version + 1
             WHERE outing_id = \(outing) AND id = \(id)
            """)
    }

    /// Moves an order to another state, with the dates that belong to it.
    static func move(
        _ order: OrderRow, to state: GroupOrder.State, promised: Date?, takenBy: String?,
        by person: PersonID?,
        reason: String?
    ) -> Command {
        let state = state.rawValue
        return Command(
            "orders.move_order",
            """
            UPDATE group_order
               SET state = \(state),
                   locked_at = CASE \(state) WHEN 'open' THEN NULL WHEN 'cancelled' THEN locked_at
                                    ELSE coalesce(locked_at, now()) END,
                   placed_at = CASE WHEN \(state) IN ('open', 'locked') THEN NULL
                                    WHEN \(state) = 'cancelled' THEN placed_at ELSE coalesce(placed_at, now()) END,
                   placed_rev = CASE WHEN \(state) IN ('open', 'locked') THEN NULL
                                     WHEN \(state) = 'cancelled' THEN placed_rev ELSE coalesce(placed_rev, rev + 1) END,
                   accepted_at = CASE WHEN \(state) IN ('open', 'locked', 'placed') THEN NULL
                                      WHEN \(state) = 'accepted' THEN coalesce(accepted_at, now())
                                      ELSE accepted_at END,
                   ready_at = CASE WHEN \(state) = 'ready' THEN now()
                                   WHEN \(state) IN ('handed_over', 'cancelled') THEN ready_at END,
                   handed_over_at = CASE WHEN \(state) = 'handed_over' THEN now() END,
                   cancelled_at = CASE WHEN \(state) = 'cancelled' THEN now() END,
                   cancelled_by = CASE WHEN \(state) = 'cancelled' THEN \(person) END,
                   cancel_reason = CASE WHEN \(state) = 'cancelled' THEN \(reason) END,
                   settled_at = CASE WHEN \(state) <> 'open' THEN settled_at END,
                   rejection = CASE WHEN \(state) <> 'open' THEN rejection END,
                   board_day = CASE WHEN \(state) NOT IN ('open', 'locked') THEN board_day END,
                   board_number = CASE WHEN \(state) NOT IN ('open', 'locked') THEN board_number END,
                   seen_rev = CASE WHEN \(state) NOT IN ('open', 'locked') THEN seen_rev END,
                   promised_at = CASE WHEN \(state) IN ('open', 'locked') THEN NULL
                                      ELSE coalesce(\(promised), promised_at) END,
                   taken_by = CASE WHEN \(state) IN ('open', 'locked') THEN NULL
                                   ELSE coalesce(\(takenBy), taken_by) END,
                   due_follows = due_follows AND \(state) IN ('open', 'locked'),
                   start_moved_at = CASE WHEN \(promised)::timestamptz IS NULL THEN start_moved_at END
             WHERE outing_id = \(order.outing) AND id = \(order.id)
            """)
    }

    /// Sets the times of an order whose outing moved, or that is reopened.
    static func setTimes(_ order: OrderRow, closes: ZonedTime?, before: Int?, due: ZonedTime?) -> Command {
        Command(
            "orders.set_times",
            """
            UPDATE group_order
               SET closes_wall = \(closes?.wall.text)::text::timestamp, closes_at = \(closes?.instant),
                   closes_before = \(before), due_wall = \(due?.wall.text)::text::timestamp,
                   due_at = \(due?.instant), version = version + 1
             WHERE outing_id = \(order.outing) AND id = \(order.id)
            """)
    }

    /// Records whether the outing's start has moved away from the order's time.
    static func setStartMoved(_ hasMoved: Bool, _ order: OrderRow) -> Command {
        Command(
            "orders.set_start_moved",
            """
            UPDATE group_order SET start_moved_at = CASE WHEN \(hasMoved) THEN now() END
             WHERE outing_id = \(order.outing) AND id = \(order.id)
            """)
    }

    /// Moves an order that no place works on to the restaurant to which its outing moved. The rejection was the former one's.
    static func setPlace(_ restaurant: RestaurantID, _ name: String, of order: OrderRow) -> Command {
        Command(
            "orders.set_place",
            """
            UPDATE group_order
               SET restaurant_id = \(restaurant), place_name = \(name), rejection = NULL, version = version + 1
             WHERE outing_id = \(order.outing) AND id = \(order.id)
            """)
    }

    static func setCoordinator(_ person: PersonID, of order: OrderRow) -> Command {
        Command(
            "orders.set_coordinator",
            """
            UPDATE group_order SET coordinator_id = \(person), version = version + 1
             WHERE outing_id = \(order.outing) AND id = \(order.id)
            """)
    }

    static func markNudged(_ order: OrderRow) -> Command {
        Command(
            "orders.mark_nudged",
            "UPDATE group_order SET nudged_at = now() WHERE outing_id = \(order.outing) AND id = \(order.id)")
    }

    static func pass(_ person: PersonID, on order: OrderRow) -> Command {
        Command(
            "orders.insert_pass",
            """
            INSERT INTO order_pass (outing_id, order_id, person_id)
            VALUES (\(order.outing), \(order.id), \(person))
                ON CONFLICT DO NOTHING
            """)
    }

    static func withdrawPass(of person: PersonID, on order: OrderRow) -> Command {
        Command(
            "orders.delete_pass",
            """
            DELETE FROM order_pass
             WHERE outing_id = \(order.outing) AND order_id = \(order.id) AND person_id = \(person)
            """)
    }

    /// Counts and appends an event. The order's row is locked, so the numbers have no gaps.
    ///
    /// - Parameter patch: Numbers, ids and dishes, never what a person typed about themselves.
    static func append(
        _ kind: OrderEventKind, _ patch: JSONObject = JSONObject(), line: OrderLineID? = nil,
        to order: GroupOrderID,
        of outing: OutingID, by actor: PersonID?
    ) -> Command {
        Command(
            "orders.append_event",
            """
            WITH counted AS (
                 UPDATE group_order SET rev = rev + 1
                  WHERE outing_id = \(outing) AND id = \(order)
              RETURNING outing_id, id, rev)
            INSERT INTO order_event (outing_id, order_id, rev, actor_id, kind, line_id, patch)
            SELECT outing_id, id, rev, \(actor), \(kind.rawValue), \(line), \(JSONB(JSONValue.object(patch)))
              FROM counted
            """)
    }
}

/// The kinds of events, as the database knows them.
enum OrderEventKind: String, Sendable {
    case opened, edited, locked, reopened, placed, accepted, promised, preparing, ready, cancelled, passed,
        nudged, settled
    case rejected, bumped, recalled, messaged
    case takenBack = "taken_back"
    case handedOver = "handed_over"
    case coordinatorNamed = "coordinator_named"
    case lineAdded = "line_added"
    case lineEdited = "line_edited"
    case lineStruck = "line_struck"
    case lineRestored = "line_restored"
    case passWithdrawn = "pass_withdrawn"
}

extension Query where Row == OrderEvent {
    /// Returns events, newest first.
    static func events(of order: OrderRow, before rev: Int?, limit: Int) -> Self {
        Query(
            "orders.list_events",
            """
            SELECT e.rev, e.kind, a.id, a.name, e.at, e.line_id, coalesce(e.patch->'name'->>1, l.name), p.id, p.name,
                   e.patch->'name'->>0, e.patch->'options'->>0, e.patch->'options'->>1, (e.patch->'unitMinor'->>0)::bigint, (e.patch->'unitMinor'->>1)::bigint,
                   (e.patch->'quantity'->>0)::bigint, (e.patch->'quantity'->>1)::bigint,
                   ARRAY(SELECT jsonb_array_elements_text(e.patch->'fields'))
              FROM order_event AS e
              LEFT JOIN person AS a ON a.id = e.actor_id
              LEFT JOIN order_line AS l
                ON l.outing_id = e.outing_id AND l.order_id = e.order_id AND l.id = e.line_id
              LEFT JOIN person AS p ON p.id = l.person_id
             WHERE e.outing_id = \(order.outing) AND e.order_id = \(order.id)
               AND e.rev < coalesce(\(rev), \(Int.max))
             ORDER BY e.rev DESC
             LIMIT \(limit)
            """
        ) { row throws(PostgresError) in
            try OrderEvent(
                revision: row.next(), kind: row.next(), actor: row.next(), at: row.next(), line: row.next(),
                name: row.next(), person: row.next(), previousName: row.next(),
                previousOptions: row.next(), options: row.next(), previousUnitMinor: row.next(),
                unitMinor: row.next(),
                previousQuantity: row.next(), quantity: row.next(), fields: row.next())
        }
    }
}
