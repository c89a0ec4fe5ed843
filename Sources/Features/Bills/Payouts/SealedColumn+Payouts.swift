package import Access
import Postgres

extension SealedColumn {
    /// How people want to be paid.
    package static var payouts: SealedColumn {
        SealedColumn(
            PayoutDetails.purpose,
            read: Query(
                "bills.list_sealed_payouts", "SELECT person_id || ' ' || kind, sealed FROM payout_method"),
            store: { payout in
                Command(
                    "bills.reseal_payout",
                    """
                    UPDATE payout_method
                       SET sealed = \(payout.sealed)
                     WHERE person_id = split_part(\(payout.owner), ' ', 1)::uuid
                       AND kind = split_part(\(payout.owner), ' ', 2)
                    """)
            })
    }
}
