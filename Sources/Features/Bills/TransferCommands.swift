import Access
import Foundation
import Money
import NoonishAPI
import Postgres

extension Command {
    /// Requests a transfer, and schedules the first reminder, unless the debtor was erased.
    static func request(
        _ id: BillTransferID, _ transfer: Transfer, code: String, version: Int, of bill: BillID,
        on outing: OutingID
    ) -> Self {
        Command(
            "bills.request_transfer",
            """
            INSERT INTO bill_transfer (outing_id, bill_id, id, version, debtor_id, creditor_id, amount_minor, code, remind_at)
            SELECT \(outing), \(bill), \(id), \(version), debtor.id, \(transfer.creditor), \(Int(transfer.amount)),
                   \(code),
                   CASE WHEN debtor.kind <> 'erased' THEN now() + make_interval(days => \(BillLimits.firstReminder)::int) END
              FROM person AS debtor
             WHERE debtor.id = \(transfer.debtor)
            """)
    }

    /// Keeps transfers that a correction has not changed.
    static func keep(_ transfers: [BillTransferID], version: Int, of bill: BillID, on outing: OutingID)
        -> Self
    {
        Command(
            "bills.keep_transfers",
            """
            UPDATE bill_transfer
               SET version = \(version)
             WHERE outing_id = \(outing) AND bill_id = \(bill) AND id = ANY (\(transfers))
            """)
    }

    /// Moves a transfer to another state, and ends its reminders.
    static func move(
        _ transfer: BillTransferID, to state: BillTransfer.State, of bill: BillID, on outing: OutingID
    ) -> Self {
        Command(
            "bills.move_transfer",
            """
            UPDATE bill_transfer
               SET state = \(state.rawValue), remind_at = NULL,
                   sent_at = CASE WHEN \(state.rawValue) = 'sent' THEN now() ELSE sent_at END,
                   ended_at = CASE WHEN \(state.rawValue) IN ('received', 'forgiven', 'void') THEN now() END
             WHERE outing_id = \(outing) AND bill_id = \(bill) AND id = \(transfer)
            """)
    }

    /// Counts a reminder, and schedules the second; there is no third.
    static func countReminder(_ transfer: BillTransferID, of bill: BillID, on outing: OutingID) -> Self {
        Command(
            "bills.count_reminder",
            """
            UPDATE bill_transfer
               SET reminders = reminders + 1,
                   remind_at = CASE reminders
                               WHEN 0 THEN now() + make_interval(days => \(BillLimits.secondReminder)::int) END
             WHERE outing_id = \(outing) AND bill_id = \(bill) AND id = \(transfer)
            """)
    }
}
