import Access
import NoonishAPI
import Outings
import Postgres

/// What decides what a person may do with an order, without the rest of the outing. In its columns, `o` is the order, `a` the
/// person's attendance.
@Row
struct OrderParticipant: PostgresRow {
    @Column("o.outing_id") let outing: OutingID
    /// `nil` if the person is not on the outing's list.
    @Column("a.role") let role: AttendanceRole?
    @Column("a.status") let status: AttendanceStatus?

    /// Returns the actor's relation to the outing.
    func relation(of actor: Actor) -> Relation { Relation(role, of: actor, to: outing) }

    /// Returns the actor's relation to the order.
    func relation(of actor: Actor, to order: OrderRow) -> Relation {
        let relation = relation(of: actor)
        return relation == .invitee && actor.person == order.coordinator.id ? .coordinator : relation
    }

    /// Whether the actor runs the order.
    func runs(_ order: OrderRow, as actor: Actor) -> Bool { relation(of: actor, to: order) != .invitee }
}

extension OrderParticipant {
    init(_ outing: OutingRow) {
        self.outing = outing.id
        role = outing.mine?.answer.role
        status = outing.mine?.answer.status
    }
}

/// A live order, as read for one person.
@Row
struct ParticipantOrder: PostgresRow {
    @Column(OrderParticipant.self) let participant: OrderParticipant
    @Column(OrderRow.self) let order: OrderRow
}

extension Query where Row == ParticipantOrder {
    /// Returns the order that people can still change, and what `person` is to it.
    static func liveOrder(of outing: OutingID, for person: PersonID?) -> Self {
        Query(
            "orders.read_live_order_for_person",
            """
            SELECT \(fragment: ParticipantOrder.columns)
              FROM group_order AS o
              JOIN person AS c ON c.id = o.coordinator_id
              LEFT JOIN attendance AS a ON a.outing_id = o.outing_id AND a.person_id = \(person)
             WHERE o.outing_id = \(outing) AND o.state <> 'cancelled'
            """)
    }
}
