import Access
import NoonishAPI
import Outings
import Postgres

/// An order as read for one person, with everything but its lines. In its columns, `m` are the people who are missing.
@Row
struct ReaderOrder: PostgresRow {
    @Column(OrderParticipant.self) let participant: OrderParticipant
    @Column(OrderRow.self) let order: OrderRow
    /// The attendees who have neither a dish nor said that they want nothing, by name.
    @Column("coalesce(m.ids, '{}')", "coalesce(m.names, '{}')") let missing: [Person]
    /// Whether the person said that they want nothing.
    @Column(
        """
        EXISTS (SELECT FROM order_pass AS n
                 WHERE n.outing_id = o.outing_id AND n.order_id = o.id AND n.person_id = a.person_id)
        """) let hasPassed: Bool
    /// What the person's standing order did.
    @Column(
        """
        (SELECT n.result FROM order_repetition AS n
          WHERE n.outing_id = o.outing_id AND n.order_id = o.id AND n.person_id = a.person_id)
        """) let repetition: StoredRepetition?
    @Column(OrderLines.version) let linesVersion: [UInt8]

    /// Whether it names a guest who has no name.
    var namesGuests: Bool { (missing + [order.coordinator]).contains(where: \.isUnnamedGuest) }

    /// What the person's standing order did; `nil` if it found nothing to order.
    var standingOrder: OrderRepetition? {
        guard let done = repetition?.repetition, done.added > 0 || !done.skipped.isEmpty else { return nil }
        return done
    }

    /// Returns the lines that the actor may see, their own first. Where lines are hidden, invitees see their own and those
    /// that they share.
    func sorted(_ lines: [OrderLineRow], for actor: Actor) -> [OrderLineRow] {
        let reader = actor.person
        let seesAll = order.linesVisible || participant.runs(order, as: actor)
        let seen =
            seesAll
            ? lines
            : lines.filter { $0.person.id == reader || reader.map($0.eaters.contains) == true }
        return seen.filter { $0.person.id == reader } + seen.filter { $0.person.id != reader }
    }
}

extension Query where Row == ReaderOrder {
    /// Returns the live order or, if there is none, the last one that was cancelled, as `person` sees it.
    static func readerOrder(of outing: OutingID, for person: PersonID?) -> Self {
        Query(
            "orders.read_order_for_reader",
            """
            SELECT \(fragment: ReaderOrder.columns)
              FROM (SELECT newest.*
                      FROM group_order AS newest
                     WHERE newest.outing_id = \(outing)
                     ORDER BY newest.state = 'cancelled', newest.created_at DESC, newest.id DESC
                     LIMIT 1) AS o
              JOIN person AS c ON c.id = o.coordinator_id
              LEFT JOIN attendance AS a ON a.outing_id = o.outing_id AND a.person_id = \(person)
             CROSS JOIN LATERAL (
                   SELECT array_agg(p.id ORDER BY lower(p.name), p.id) AS ids,
                          array_agg(p.name ORDER BY lower(p.name), p.id) AS names
                     FROM attendance AS d
                     JOIN person AS p ON p.id = d.person_id
                    WHERE d.outing_id = o.outing_id AND \(fragment: isMissing)) AS m
            """)
    }
}

/// Whether attendee `d` has neither a dish of order `o` nor said that they want nothing.
let isMissing: SQL = """
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
