import Access
import Initializers
package import Jobs
import NoonishAPI
package import Postgres

/// A worker that reminds debtors of transfers that they have not sent: after two days and after a week.
///
/// Idempotent, and safe in several processes at once: all but the first find the reminder counted.
@MemberwiseInit
package struct TransferReminders: Sendable {
    let database: PostgresClient
    let edits: BillEdits

    package var work: DueWork<DueTransfer> {
        DueWork(
            "bills.remind_debtors", every: BillLimits.reminderInterval, batch: BillLimits.reminderBatch,
            in: database, due: .due
        ) { due in
            try await database.transaction { transaction in try await edits.remindIfDue(due, in: transaction)
            }
        }
    }
}

/// A transfer whose debtor is to be reminded.
@Row
package struct DueTransfer: PostgresRow {
    let outing: OutingID
    let bill: BillID
    let transfer: BillTransferID
}

extension Query where Row == DueTransfer {
    static var due: Self {
        Query(
            "bills.list_due_reminders",
            """
            SELECT t.outing_id, t.bill_id, t.id
              FROM bill_transfer AS t
             WHERE t.remind_at <= now()
             ORDER BY t.remind_at
             LIMIT \(BillLimits.reminderBatch)
            """)
    }

    /// Checks under the outing's lock whether a transfer is still due.
    static func dueTransfer(_ due: DueTransfer) -> Self {
        Query(
            "bills.read_due_reminder",
            """
            SELECT t.outing_id, t.bill_id, t.id
              FROM bill_transfer AS t
             WHERE t.outing_id = \(due.outing) AND t.bill_id = \(due.bill) AND t.id = \(due.transfer)
               AND t.remind_at <= now()
            """)
    }
}
