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
    /// Whether the people of the series who come run the orders in turn; otherwise the host does.
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

    /// Returns what the series of an outing says, if the outing needs an order.
    static func seriesOrder(ofUnordered outing: OutingID) -> Self {
        Query(
            "orders.read_series_order_of_outing",
            """
            SELECT \(fragment: SeriesOrderRow.columns)
              \(fragment: .unorderedOutings) AND t.id = \(outing)
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
    /// Returns whose turn it is to run the order of an outing of a series whose people take turns: of those who come, the one
    /// who ran none of its earlier orders, or whose last one is longest ago; the host if no one comes.
    static func coordinatorInTurn(for outing: OutingID) -> Self {
        Query(
            "orders.find_coordinator_in_turn",
            """
            SELECT coalesce(
                       (SELECT a.person_id
                          FROM attendance AS a
                          LEFT JOIN (SELECT o.coordinator_id, max(earlier.starts_at) AS at
                                       FROM outing AS earlier
                                       JOIN group_order AS o ON o.outing_id = earlier.id AND o.state <> 'cancelled'
                                      WHERE earlier.series_id = t.series_id AND earlier.starts_at < t.starts_at
                                      GROUP BY o.coordinator_id) AS turn ON turn.coordinator_id = a.person_id
                         WHERE a.outing_id = t.id AND a.status = 'attending'
                           AND (a.person_id = r.host_id
                                OR EXISTS (SELECT FROM series_person AS m
                                            WHERE m.series_id = r.id AND m.person_id = a.person_id))
                         ORDER BY turn.at NULLS FIRST, a.person_id
                         LIMIT 1),
                       t.host_id)
              FROM outing AS t
              \(fragment: .activeSeries)
              JOIN series_order AS s ON s.series_id = r.id AND s.rotates
             WHERE t.id = \(outing)
            """)
    }

    /// Returns people for whom ``Command/awaitRepetitions(on:)`` was run, and who still come and have chosen nothing.
    static func peopleToRepeat(for order: OrderRow) -> Self {
        Query(
            "orders.list_people_to_repeat",
            """
            SELECT a.person_id
              \(fragment: .standingOrders)
               AND o.outing_id = \(order.outing) AND o.id = \(order.id)
               AND EXISTS (SELECT FROM order_repetition AS n
                            WHERE n.outing_id = o.outing_id AND n.order_id = o.id AND n.person_id = a.person_id
                              AND n.result IS NULL)
             ORDER BY w.created_at, a.person_id
             LIMIT \(OrderLimits.repetitionBatch)
            """)
    }
}

extension Query where Row == OutingID {
    /// Outings of series whose order should open: some days before they start, and while people can still pick.
    static var dueForOpening: Self {
        Query(
            "orders.list_due_series_orders",
            """
            SELECT t.id
              \(fragment: .unorderedOutings)
               AND t.cancelled_at IS NULL AND t.place_name IS NOT NULL
               AND t.starts_at > now()
               AND t.starts_at > now() + s.closes_before * interval '1 minute'
               AND t.starts_at <= now() + \(OrderLimits.seriesLeadTime)
             ORDER BY t.starts_at
             LIMIT \(OrderLimits.clockBatch)
            """)
    }

    /// Outings with people whose dishes wait to be ordered again.
    static var dueForRepetition: Self {
        Query(
            "orders.list_due_repetitions",
            """
            SELECT n.outing_id
              FROM order_repetition AS n
             WHERE n.result IS NULL
             GROUP BY n.outing_id
             ORDER BY min(n.at)
             LIMIT \(OrderLimits.clockBatch)
            """)
    }
}

extension SQL {
    /// Joins the series `r` of outing `t`, if it has not ended. An outing that was handed over to another host is not the
    /// series' any more.
    fileprivate static let activeSeries: SQL =
        "JOIN series AS r ON r.id = t.series_id AND r.host_id = t.host_id AND r.ended_at IS NULL"

    /// Outings `t` of series with orders `s` that have and had none. One that the service cancelled with the date or because of
    /// its place does not count: the date may be reinstated, and the next place needs an order.
    fileprivate static let unorderedOutings: SQL = """
        FROM series_order AS s
              JOIN outing AS t ON t.series_id = s.series_id
              \(fragment: activeSeries)
             WHERE NOT EXISTS (SELECT FROM group_order AS o
                                WHERE o.outing_id = t.id
                                  AND (o.state <> 'cancelled' OR o.cancelled_by IS NOT NULL
                                       OR coalesce(o.cancel_reason, '') NOT IN ('place_changed', 'outing_cancelled')))
        """

    /// Standing orders `w` of the people who come to an outing, attendance `a`, and have chosen nothing on its order `o`.
    fileprivate static let standingOrders: SQL = """
        FROM group_order AS o
              JOIN outing AS t ON t.id = o.outing_id
              \(fragment: activeSeries)
              JOIN series_order_person AS w ON w.series_id = r.id
              JOIN attendance AS a
                ON a.outing_id = o.outing_id AND a.person_id = w.person_id AND a.status = 'attending'
             WHERE o.state = 'open' AND (o.closes_at IS NULL OR o.closes_at > now() OR o.at_deadline = 'remind')
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

    /// Makes the standing orders of those who come wait for ``OrderClock/standingOrders``, once for each order.
    static func awaitRepetitions(on outing: OutingID) -> Command {
        Command(
            "orders.await_repetitions",
            """
            INSERT INTO order_repetition (outing_id, order_id, person_id)
            SELECT o.outing_id, o.id, w.person_id
              \(fragment: .standingOrders) AND o.outing_id = \(outing)
                ON CONFLICT DO NOTHING
            """)
    }

    /// Does the same for one person on the open orders of a series.
    static func awaitRepetitions(of person: PersonID, in series: SeriesID) -> Command {
        Command(
            "orders.await_repetitions_of_person",
            """
            INSERT INTO order_repetition (outing_id, order_id, person_id)
            SELECT o.outing_id, o.id, w.person_id
              \(fragment: .standingOrders) AND t.series_id = \(series) AND w.person_id = \(person)
                ON CONFLICT DO NOTHING
            """)
    }

    static func endWaitingRepetitions(on outing: OutingID) -> Command {
        Command(
            "orders.delete_waiting_repetitions",
            "DELETE FROM order_repetition WHERE outing_id = \(outing) AND result IS NULL")
    }

    static func set(_ repetition: OrderRepetition, for person: PersonID, on order: OrderRow) -> Command {
        Command(
            "orders.set_repetition",
            """
            UPDATE order_repetition SET result = \(JSONB(repetition)), at = now()
             WHERE outing_id = \(order.outing) AND order_id = \(order.id) AND person_id = \(person)
            """)
    }
}
