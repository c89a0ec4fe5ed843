import Journal
import NoonishAPI
import Outings
import Postgres

extension BillEdits {
    /// Sees to the open transfers of a person who is being erased. What others owe them is forgiven, and those people are
    /// notified. What they owe is asked of no one any more: their creditors are notified, and alone end those transfers.
    func endTransfers(of person: PersonID, in transaction: Transaction) async throws {
        for open in try await transaction.all(.billsWithOpenTransfers(of: person)) {
            guard try await transaction.locked(open.outing, for: nil) != nil,
                let bill = try await transaction.first(.bill(open.bill, of: open.outing))
            else { continue }
            var changes: [Change] = []
            for transfer in try await transaction.all(.transfers(of: bill.id, on: bill.outing))
            where transfer.endedAt == nil && (transfer.debtor.id == person || transfer.creditor.id == person)
            {
                guard transfer.creditor.id == person else {
                    changes.append(
                        Change(
                            TransferOrphanedChange(transfer: TransferSnapshot(transfer, in: bill.money))))
                    continue
                }
                try await transaction.execute(.move(transfer.id, to: .void, of: bill.id, on: bill.outing))
                try await enter(.ended(transfer, as: .forgiven), of: bill, by: nil, in: transaction)
                changes.append(.transfer(transfer, transfer.state, .void, in: bill.money))
            }
            try await settle(
                bill, with: changes, acceptsExcess: true, without: person, by: nil, in: transaction)
            try await transaction.execute(.endReminders(of: person, for: bill.id, on: bill.outing))
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

extension Command {
    fileprivate static func endReminders(
        of debtor: PersonID, for bill: BillID, on outing: OutingID
    ) -> Command {
        Command(
            "bills.end_reminders",
            """
            UPDATE bill_transfer SET remind_at = NULL
             WHERE outing_id = \(outing) AND bill_id = \(bill) AND debtor_id = \(debtor) AND remind_at IS NOT NULL
            """)
    }
}
