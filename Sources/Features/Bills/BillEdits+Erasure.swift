import Journal
import NoonishAPI
import Outings
import Postgres

extension BillEdits {
    /// Ends the open transfers of a person who is being erased. What others owe them is forgiven, and those people are
    /// notified. What they owe stays in the books of the bills, and is no longer asked for.
    func endTransfers(of person: PersonID, in transaction: Transaction) async throws {
        for open in try await transaction.all(.billsWithOpenTransfers(of: person)) {
            guard try await transaction.locked(open.outing, for: nil) != nil,
                let bill = try await transaction.first(.bill(open.bill, of: open.outing))
            else { continue }
            var changes: [Change] = []
            for transfer in try await transaction.all(.transfers(of: bill.id, on: bill.outing))
            where transfer.endedAt == nil && (transfer.debtor.id == person || transfer.creditor.id == person)
            {
                try await transaction.execute(.move(transfer.id, to: .void, of: bill.id, on: bill.outing))
                guard transfer.creditor.id == person else { continue }
                try await enter(.ended(transfer, as: .forgiven), of: bill, by: nil, in: transaction)
                changes.append(.transfer(transfer, transfer.state, .void, in: bill.money))
            }
            try await settle(
                bill, with: changes, acceptsExcess: true, without: person, by: nil, in: transaction)
        }
    }
}

/// A bill of which a person has transfers that have not ended.
@Row
private struct OpenBill: PostgresRow {
    let outing: OutingID
    let bill: BillID
}

extension Query where Row == OpenBill {
    /// In the order in which outings are locked.
    fileprivate static func billsWithOpenTransfers(of person: PersonID) -> Self {
        Query(
            "bills.list_open_bills_of_person",
            """
            SELECT DISTINCT t.outing_id, t.bill_id
              FROM bill_transfer AS t
             WHERE \(person) IN (t.debtor_id, t.creditor_id) AND t.ended_at IS NULL
             ORDER BY t.outing_id, t.bill_id
            """)
    }
}
