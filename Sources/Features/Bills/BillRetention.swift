package import Access
import Postgres

extension Retention {
    /// Deletes what each person bore, paid and owed of a bill. Its sums remain.
    package static let bills = Retention("bills", BillLimits.kept) { _ in
        Command("bills.reduce_old_bills", "SELECT reduce_bills(\(BillLimits.kept))")
    }
}
