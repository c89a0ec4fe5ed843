import Access
import Foundation
import NoonishAPI
import Postgres

extension MatrixWorld {
    /// The open order of the outing, to which everyone on the list comes.
    func order() async throws -> GroupOrderID {
        let id = OutingID(outing)
        try await program.database.batch([
            Command(
                "test.order",
                """
                INSERT INTO group_order (outing_id, id, coordinator_id, place_name, currency, fulfilment, time_zone)
                VALUES (\(id), \(GroupOrderID.make()), \(self.id(of: .host)), 'Pier', 'EUR', 'dine_in', 'UTC')
                    ON CONFLICT (outing_id) WHERE state <> 'cancelled' DO NOTHING
                """),
            Command(
                "test.answers",
                """
                UPDATE attendance SET status = 'attending', responded_at = now(), responded_rev = 1
                 WHERE outing_id = \(id) AND status = 'invited'
                """),
        ])
        return try await program.database.one(.order(of: id))
    }

    /// The pages of links, with the outing's order: only a personal link has one.
    func orderPages(line: String? = nil) async throws -> [MatrixObject] {
        _ = try await order()
        return personalTokens(as: .invitee).map { page in
            let ids = page.ids.merging(line.map { ["lid": $0] } ?? [:]) { $1 }
            return MatrixObject(kind: page.kind, ids: ids, relation: page.relation, done: page.done)
        }
    }

    /// A line of `actor`'s, or of the host's where they are not on the list.
    func orderLine(of actor: MatrixActor) async throws -> String {
        let person =
            switch actor {
            case .guest: PersonID(guestPerson)
            case .invitee, .cohost, .host: id(of: actor)
            default: id(of: .host)
            }
        let line = OrderLineID.make()
        let order = try await order()
        try await program.database.execute(
            Command(
                "test.order_line",
                """
                INSERT INTO order_line (outing_id, order_id, id, person_id, content, name, quantity)
                VALUES (\(OutingID(outing)), \(order), \(line), \(person), \("soup \(line)"), 'Soup', 1)
                """))
        return line.description
    }
}

extension Query where Row == GroupOrderID {
    fileprivate static func order(of outing: OutingID?) -> Self {
        Query(
            "test.read_order",
            "SELECT id FROM group_order WHERE outing_id = \(outing) AND state <> 'cancelled'"
        ) { row throws(PostgresError) in try row.next() }
    }
}
