package import Access
package import NoonishAPI
package import Postgres
package import Privacy

/// Exports the sales that a person entered, handed over or voided, which customers they edited and the invoices to them, and erases
/// the reasons that they wrote and the links of invoices to them. The sales stay: they are the venue's books. So do customers, whose
/// names are not the person's own data, and invoices, which the law requires (GDPR, article 17(3)(b)).
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
        PersonalFile(
            "invoices.json", "records.export_invoices",
            .list(
                of: """
                    'restaurant', i.restaurant_id, 'venue', i.seller_name, 'venueAddress', i.seller_address,
                    'venueTaxNumber', i.seller_tax_number,
                    'number', \(fragment: Self.number(of: "i")),
                    'issuedOn', i.issued_on, 'name', i.name, 'address', i.address, 'taxNumber', i.tax_number,
                    'sale', i.sale_id, 'soldOn', s.day, 'currency', s.currency, 'keptUntil', i.keep_until,
                    'cancelledAt', s.voided_at,
                    'cancellation', \(fragment: Self.number(of: "c")),
                    'lines', (SELECT jsonb_agg(jsonb_build_object('kind', l.kind, 'name', l.name, 'options', l.options,
                                                                  'quantity', l.quantity, 'amountMinor', l.amount_minor,
                                                                  'taxMinor', l.tax_minor, 'taxPPM', l.tax_ppm)
                                               ORDER BY l.number)
                                FROM sale_line AS l
                               WHERE l.restaurant_id = s.restaurant_id AND l.day = s.day AND l.sale_id = s.id
                                 AND l.number BETWEEN 1 AND i.line_count)
                    """,
                orderedBy: "i.issued_on, i.id",
                """
                FROM invoice AS i
                JOIN sale AS s ON s.restaurant_id = i.restaurant_id AND s.id = i.sale_id
                LEFT JOIN invoice_cancellation AS c ON c.restaurant_id = i.restaurant_id AND c.invoice_id = i.id
                WHERE i.person_id = own.id
                """)),
    ]

    /// The number of an invoice or a cancellation, as ``InvoiceNumber`` writes it.
    private static func number(of row: SQL) -> SQL {
        """
        \(fragment: row).year || '-' || lpad(\(fragment: row).sequence::text,
                                             greatest(4, length(\(fragment: row).sequence::text)), '0')
        """
    }

    package init() {}

    package func invoices(
        to person: PersonID, in database: any Database
    ) async throws -> [InvoiceReference] {
        try await database.all(.invoices(to: person))
    }

    package func erasure(of person: PersonID) -> [Command] {
        [
            Command(
                "records.erase_reasons",
                "UPDATE sale SET void_reason = NULL WHERE voided_by = \(person) AND void_reason IS NOT NULL"),
            Command("records.unlink_invoices", "SELECT unlink_invoices(\(person))"),
        ]
    }
}

extension PersonReference {
    /// The columns of this feature that reference `person`: people of venues, and members with invoices. Guests are none of them.
    package static let records: [PersonReference] = [
        PersonReference("sale", "made_by", .ends), PersonReference("sale", "voided_by", .ends),
        PersonReference("invoice", "person_id", .ends),
    ]
}

extension Retention {
    /// Sales, as long as the law of the venue's country requires its books, and as long as they have an invoice.
    package static let sales = Retention("sales", RecordLimits.kept) { _ in
        Command("records.prune_sales", "SELECT prune_sales()")
    }

    /// Invoices, until the day that each states. The command that deletes sales deletes them first.
    package static let invoices = Retention("invoices", RecordLimits.kept)

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
