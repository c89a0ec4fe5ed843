import Access
import NoonishAPI
import Outings
import Postgres

/// An order as read for one person, with everything but its lines. In its columns, `t` are the attendees, `k` the people of
/// kept lines.
@Row
struct ReaderOrder: PostgresRow {
    @Column(OrderParticipant.self) let participant: OrderParticipant
    @Column(OrderRow.self) let order: OrderRow
    /// The people who come; those among the people of the kept lines have an empty name.
    @Column("t.ids", "t.names") let attendees: [Person]
    /// The people who said that they want nothing.
    @Column(
        """
        ARRAY(SELECT n.person_id FROM order_pass AS n WHERE n.outing_id = o.outing_id AND n.order_id = o.id)
        """) let passed: [PersonID]
    /// What the person's standing order did.
    @Column(
        """
        (SELECT n.result FROM order_repetition AS n
          WHERE n.outing_id = o.outing_id AND n.order_id = o.id AND n.person_id = a.person_id)
        """) let repetition: StoredRepetition?
    @Column(OrderLinesVersion.self) let linesVersion: OrderLinesVersion
    /// The people of the kept lines, by id.
    @Column("k.ids", "k.names") let named: [Person]

    /// Returns the attendees who have neither a dish nor said that they want nothing, by name.
    func missing(besides served: Set<PersonID>) -> [Person] {
        var missing = attendees.filter { !served.contains($0.id) && !passed.contains($0.id) }
        // Of an order that has changed, some may be among the people of the kept lines.
        for index in missing.indices where missing[index].name.isEmpty {
            if let person = named.first(where: { $0.id == missing[index].id }) { missing[index] = person }
        }
        return missing.map { ($0.name.lowercased(), $0) }
            .sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }
            .map(\.1)
    }

    /// What the person's standing order did; `nil` if it found nothing to order.
    var standingOrder: OrderRepetition? {
        guard let done = repetition?.repetition, done.added > 0 || !done.skipped.isEmpty else { return nil }
        return done
    }

    /// Returns the lines that the actor may see, their own first. Where lines are hidden, invitees see their own and those
    /// that they share.
    func sorted(_ lines: [OrderLineRow], for actor: Actor) -> [OrderLineRow] {
        let reader = actor.person
        let seen =
            seesAll(actor)
            ? lines
            : lines.filter { $0.person.id == reader || reader.map($0.eaters.contains) == true }
        return seen.filter { $0.person.id == reader } + seen.filter { $0.person.id != reader }
    }

    /// Whether the actor sees everyone's lines.
    func seesAll(_ actor: Actor) -> Bool { order.linesVisible || participant.runs(order, as: actor) }
}

extension Query where Row == ReaderOrder {
    /// Returns the live order or, if there is none, the last one that was cancelled, as `person` sees it.
    ///
    /// - Parameter people: The people of the kept lines.
    static func readerOrder(of outing: OutingID, for person: PersonID?, naming people: [PersonID] = [])
        -> Self
    {
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
             CROSS JOIN (
                   SELECT coalesce(array_agg(d.person_id), '{}') AS ids,
                          coalesce(array_agg(CASE WHEN d.person_id = ANY (\(people)) THEN ''
                                                  ELSE (SELECT p.name FROM person AS p WHERE p.id = d.person_id)
                                             END), '{}') AS names
                     FROM attendance AS d
                    WHERE d.outing_id = \(outing) AND d.status = 'attending') AS t
             CROSS JOIN (
                   SELECT coalesce(array_agg(p.id), '{}') AS ids, coalesce(array_agg(p.name), '{}') AS names
                     FROM person AS p
                    WHERE p.id = ANY (\(people))) AS k
            """)
    }
}
