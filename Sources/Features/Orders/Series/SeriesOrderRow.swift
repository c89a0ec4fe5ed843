import Access
import Foundation
import NoonishAPI
import Postgres

/// A row of `series_order`, `s` in its columns: the order that each date of a series opens by itself.
@Row
struct SeriesOrderRow: PostgresRow {
    /// Minutes before the outing starts.
    @Column("s.closes_before") let closesBefore: Int
    @Column("s.currency") let currency: String
    @Column("s.fulfilment") let fulfilment: GroupOrder.Fulfilment
    @Column("s.address") let address: String?
    @Column("s.note") let note: String?
    @Column("s.limit_per_head_minor") let limitPerHead: Int?
    @Column("s.lines_visible") let linesVisible: Bool
    /// Whether the members who come run the orders in turn; otherwise the host does.
    @Column("s.rotates") let rotates: Bool

    var wire: SeriesOrder {
        SeriesOrder(
            closesBefore: closesBefore, currency: currency, fulfilment: fulfilment, address: address,
            note: note, limitPerHeadMinor: limitPerHead, linesVisible: linesVisible, rotates: rotates)
    }
}

extension Query where Row == SeriesOrderRow {
    static func seriesOrder(of series: SeriesID) -> Self {
        Query(
            "orders.read_series_order",
            "SELECT \(fragment: SeriesOrderRow.columns) FROM series_order AS s WHERE s.series_id = \(series)")
    }

    /// Returns what the series of an outing says, if the outing never had an order.
    static func seriesOrder(ofUnordered outing: OutingID) -> Self {
        Query(
            "orders.read_series_order_of_outing",
            """
            SELECT \(fragment: SeriesOrderRow.columns)
              FROM outing AS t
              JOIN series_order AS s ON s.series_id = t.series_id
             WHERE t.id = \(outing) AND NOT EXISTS (SELECT FROM group_order AS o WHERE o.outing_id = t.id)
            """)
    }
}

/// A series as its orders concern one person. In its columns, `s` is the series, `m` the person's membership.
@Row
struct OrderSeries: PostgresRow {
    @Column("s.host_id") let host: PersonID
    @Column("m.person_id IS NOT NULL") let isInvited: Bool
    @Column("s.ended_at IS NOT NULL") let hasEnded: Bool
    /// The date in the series' zone.
    @Column("to_char(now() AT TIME ZONE s.time_zone, 'YYYY-MM-DD')") let today: String

    func relation(of actor: Actor) -> Relation {
        guard let person = actor.person else { return .stranger }
        return person == host ? .host : isInvited ? .invitee : .stranger
    }
}

extension Query where Row == OrderSeries {
    static func series(_ id: SeriesID, for person: PersonID?) -> Self {
        Query(
            "orders.read_series",
            """
            SELECT \(fragment: OrderSeries.columns)
              FROM series AS s
              LEFT JOIN series_person AS m ON m.series_id = s.id AND m.person_id = \(person)
             WHERE s.id = \(id)
            """)
    }
}

extension Query where Row == Bool {
    /// Returns whether a person's dishes are ordered again when an order of the series opens.
    static func hasStandingOrder(_ person: PersonID?, in series: SeriesID) -> Self {
        Query(
            "orders.has_standing_order",
            """
            SELECT EXISTS (SELECT FROM series_order_person AS p
                            WHERE p.series_id = \(series) AND p.person_id = \(person))
            """)
    }
}

extension Query where Row == PersonID {
    /// Returns the member who comes to an outing and has waited longest to run an order of its series.
    static func nextCoordinator(of outing: OutingID) -> Self {
        Query(
            "orders.find_next_coordinator",
            """
            SELECT a.person_id
              FROM outing AS t
              JOIN attendance AS a ON a.outing_id = t.id
              JOIN person AS p ON p.id = a.person_id
              LEFT JOIN LATERAL (
                   SELECT max(o.created_at) AS at
                     FROM outing AS other
                     JOIN group_order AS o ON o.outing_id = other.id
                    WHERE other.series_id = t.series_id AND o.coordinator_id = a.person_id
                      AND o.state <> 'cancelled') AS turn ON true
             WHERE t.id = \(outing) AND a.status = 'attending' AND p.kind = 'member'
             ORDER BY turn.at NULLS FIRST, a.person_id
             LIMIT 1
            """)
    }

    /// Returns the people who come to an order's outing, have a standing order in its series, and have neither a dish
    /// nor a statement on it. Each is returned for one attempt.
    static func peopleToRepeat(for order: OrderRow) -> Self {
        Query(
            "orders.list_people_to_repeat",
            """
            SELECT a.person_id
              FROM group_order AS o
              \(fragment: .standingOrders)
             WHERE o.outing_id = \(order.outing) AND o.id = \(order.id)
             ORDER BY w.created_at, a.person_id
            """)
    }
}

extension Query where Row == OutingID {
    /// Outings of series whose order should open: some days before they start, and while people can still pick. One that had an
    /// order has none opened again.
    static var dueForOpening: Self {
        Query(
            "orders.list_due_series_orders",
            """
            SELECT t.id
              FROM series_order AS s
              JOIN outing AS t ON t.series_id = s.series_id
             WHERE t.cancelled_at IS NULL AND t.place_name IS NOT NULL
               AND t.starts_at > now() + s.closes_before * interval '1 minute'
               AND t.starts_at <= now() + \(OrderLimits.seriesLeadTime)
               AND NOT EXISTS (SELECT FROM group_order AS o WHERE o.outing_id = t.id)
             ORDER BY t.starts_at
             LIMIT \(OrderLimits.clockBatch)
            """)
    }

    /// Outings whose open order lacks the dishes of a person with a standing order.
    static var dueForRepetition: Self {
        Query(
            "orders.list_due_repetitions",
            """
            SELECT DISTINCT o.outing_id
              FROM group_order AS o
              \(fragment: .standingOrders)
             WHERE o.state = 'open' AND o.closes_at > now()
             LIMIT \(OrderLimits.clockBatch)
            """)
    }
}

extension SQL {
    /// Joins the standing orders that `o` has not met: `w` with the attendance `a` of its person.
    fileprivate static let standingOrders: SQL = """
        JOIN outing AS t ON t.id = o.outing_id
              JOIN series AS s ON s.id = t.series_id
              JOIN series_order_person AS w ON w.series_id = s.id
              JOIN attendance AS a
                ON a.outing_id = o.outing_id AND a.person_id = w.person_id AND a.status = 'attending'
               AND (s.host_id = w.person_id
                    OR EXISTS (SELECT FROM series_person AS m
                                WHERE m.series_id = s.id AND m.person_id = w.person_id))
               AND NOT EXISTS (SELECT FROM order_repetition AS n
                                WHERE n.outing_id = o.outing_id AND n.order_id = o.id AND n.person_id = w.person_id)
               AND NOT EXISTS (SELECT FROM order_pass AS n
                                WHERE n.outing_id = o.outing_id AND n.order_id = o.id AND n.person_id = w.person_id)
               AND NOT EXISTS (SELECT FROM order_line AS n
                                WHERE n.outing_id = o.outing_id AND n.order_id = o.id AND n.person_id = w.person_id)
        """
}

extension Command {
    static func set(_ order: SeriesOrder, of series: SeriesID) -> Command {
        Command(
            "orders.set_series_order",
            """
            INSERT INTO series_order AS s (series_id, closes_before, currency, fulfilment, address, note, limit_per_head_minor,
                                           lines_visible, rotates)
            VALUES (\(series), \(order.closesBefore), \(order.currency), \(order.fulfilment.rawValue), \(order.address),
                    \(order.note), \(order.limitPerHeadMinor), \(order.linesVisible), \(order.rotates))
                ON CONFLICT (series_id) DO UPDATE
               SET closes_before = excluded.closes_before, currency = excluded.currency,
                   fulfilment = excluded.fulfilment, address = excluded.address, note = excluded.note,
                   limit_per_head_minor = excluded.limit_per_head_minor,
                   lines_visible = excluded.lines_visible, rotates = excluded.rotates
            """)
    }

    static func removeOrder(of series: SeriesID) -> Command {
        Command("orders.remove_series_order", "DELETE FROM series_order WHERE series_id = \(series)")
    }

    static func setStandingOrder(_ repeats: Bool, of person: PersonID, in series: SeriesID) -> Command {
        repeats
            ? Command(
                "orders.insert_standing_order",
                """
                INSERT INTO series_order_person (series_id, person_id) VALUES (\(series), \(person))
                    ON CONFLICT DO NOTHING
                """)
            : Command(
                "orders.delete_standing_order",
                "DELETE FROM series_order_person WHERE series_id = \(series) AND person_id = \(person)")
    }

    static func insert(_ repetition: OrderRepetition, for person: PersonID, on order: OrderRow) -> Command {
        Command(
            "orders.insert_repetition",
            """
            INSERT INTO order_repetition (outing_id, order_id, person_id, result)
            VALUES (\(order.outing), \(order.id), \(person), \(JSONB(repetition)))
            """)
    }
}
