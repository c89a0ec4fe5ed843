package import Access
package import NoonishAPI
package import Postgres
package import Privacy

/// Exports the sales that a person entered, handed over or voided and which customers they edited, and erases the reasons that
/// they wrote. The sales stay: they are the venue's books. So do customers, whose names are not the person's own data.
package struct RecordPersonalData: PersonalDataStore {
    package let files: [PersonalFile] = [
        PersonalFile(
            "sales.json", "records.export_sales",
            .list(
                of: """
                    'restaurant', s.restaurant_id, 'sale', s.id, 'at', s.at, 'source', s.source,
                    'currency', s.currency, 'totalMinor', s.total_minor,
                    'voidedAt', CASE WHEN s.voided_by = own.id THEN s.voided_at END,
                    'reason', CASE WHEN s.voided_by = own.id THEN s.void_reason END
                    """,
                orderedBy: "s.at, s.id", "FROM sale AS s WHERE s.made_by = own.id OR s.voided_by = own.id")),
        PersonalFile(
            "customer_edits.json", "records.export_customer_edits",
            .list(
                of: "'restaurant', e.restaurant_id, 'customer', e.customer_id, 'kind', e.kind, 'at', e.at",
                orderedBy: "e.at, e.customer_id, e.seq",
                "FROM customer_change AS e WHERE e.actor_id = own.id")),
    ]

    package init() {}

    package func erasure(of person: PersonID) -> [Command] {
        [
            Command(
                "records.erase_reasons",
                "UPDATE sale SET void_reason = NULL WHERE voided_by = \(person) AND void_reason IS NOT NULL")
        ]
    }
}

extension PersonReference {
    /// The columns of this feature that reference `person`: people of venues. Guests are none.
    package static let records: [PersonReference] = [
        PersonReference("sale", "made_by", .ends), PersonReference("sale", "voided_by", .ends),
    ]
}

extension Retention {
    /// Sales, as long as the law of the venue's country wants its books to be kept.
    package static let sales = Retention("sales", RecordLimits.kept) { _ in
        Command("records.prune_sales", "SELECT prune_sales()")
    }

    /// Customers without a sale or an edit for a time.
    package static let customers = Retention("customers", RecordLimits.customersKept) { now in
        Command(
            "records.remove_old_customers",
            "DELETE FROM customer WHERE used_at < coalesce(\(now), now()) - \(RecordLimits.customersKept)")
    }

    /// Customers that their venue deleted.
    package static let deletedCustomers = Retention("deletedCustomers", RecordLimits.deletedCustomersKept) {
        now in
        Command(
            "records.remove_deleted_customers",
            """
            DELETE FROM customer
             WHERE deleted_at < coalesce(\(now), now()) - \(RecordLimits.deletedCustomersKept)
            """)
    }
}
