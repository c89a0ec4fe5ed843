import Accounts
import Postgres
package import Privacy

extension PersonReference {
    /// The columns of this feature that reference `person`.
    package static let bills: [PersonReference] = [
        .moves("bill_version", "made_by"),
        .moves("bill_share", "person_id"),
        .moves("bill_payment", "person_id"),
        .moves("bill_payment", "recorded_by"),
        .moves("bill_payment", "reversed_by"),
        // Moves both columns, so that a transfer between the two, which no one owes any more, can end.
        .passes("bill_transfer", "debtor_id") { pair in
            Command(
                "bills.transfer_transfers",
                """
                UPDATE bill_transfer
                   SET debtor_id = CASE debtor_id WHEN \(pair.guest) THEN \(pair.member) ELSE debtor_id END,
                       creditor_id = CASE creditor_id WHEN \(pair.guest) THEN \(pair.member) ELSE creditor_id END,
                       state = CASE WHEN ended_at IS NULL AND \(pair.member) IN (debtor_id, creditor_id)
                                    THEN 'void' ELSE state END,
                       ended_at = CASE WHEN \(pair.member) IN (debtor_id, creditor_id)
                                       THEN coalesce(ended_at, now()) ELSE ended_at END,
                       remind_at = CASE WHEN \(pair.member) IN (debtor_id, creditor_id) THEN NULL ELSE remind_at END
                 WHERE \(pair.guest) IN (debtor_id, creditor_id)
                """)
        },
        .moves("bill_transfer", "creditor_id"),
        // Guests have no payout methods.
        PersonReference("payout_method", "person_id", .ends),
        .moves("ledger_entry", "actor_id"),
        .moves("ledger_posting", "person_id"),
    ]
}
