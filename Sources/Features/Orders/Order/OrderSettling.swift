package import NoonishAPI
package import Postgres

extension Transaction {
    /// Records whether the bill of an order is settled, for the room that keeps the bill.
    ///
    /// The caller holds the lock of the outing. An order that was opened again is not settled.
    package func setSettled(
        _ isSettled: Bool, _ order: GroupOrderID, of outing: OutingID, by actor: PersonID?
    ) async throws(PostgresError) {
        let count = try await execute(.setSettled(isSettled, order, of: outing))
        guard isSettled, count > 0 else { return }
        try await execute(.append(.settled, to: order, of: outing, by: actor))
    }
}

extension Command {
    fileprivate static func setSettled(
        _ isSettled: Bool, _ order: GroupOrderID, of outing: OutingID
    ) -> Command {
        Command(
            "orders.set_settled",
            """
            UPDATE group_order
               SET settled_at = CASE WHEN \(isSettled) THEN now() END
             WHERE outing_id = \(outing) AND id = \(order) AND state <> 'open'
               AND (settled_at IS NOT NULL) <> \(isSettled)
            """)
    }
}
