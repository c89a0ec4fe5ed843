import Access
import HTTPKit
import NoonishAPI
import Postgres
import Venues

/// The transaction that writes an invoice. Nothing changes one afterwards.
enum InvoiceEdits {
    /// Writes the invoice of a sale. The lock of the venue keeps the numbers without gaps, that of the sale keeps it from being
    /// voided meanwhile.
    ///
    /// - Throws: ``Denial``; 409 `venue_provisional`, `sale_voided`, `invoice_exists` or `sale_unpriced`.
    static func write(
        _ input: InvoiceInput, for sale: SaleID, at id: RestaurantID, by actor: Actor,
        in transaction: Transaction
    ) async throws -> InvoiceID {
        let (venue, _) = try await VenueEdits.lock(id, actor, .writeInvoice, in: transaction)
        try venue.requireVerified()
        guard let locked = try await transaction.first(.lockedSale(sale, at: id)) else {
            throw Denial.notFound
        }
        guard !locked.isVoided else { throw RecordProblems.voided }
        if let row = try await transaction.first(.invoice(ofSale: sale, at: id)) {
            throw RecordProblems.invoiceExists(row.id, row.number)
        }
        guard !locked.hasUnpricedDish else { throw RecordProblems.unpriced }
        let invoice = InvoiceID.make()
        try await transaction.execute(.insert(invoice, input, of: sale, at: id))
        return invoice
    }
}

/// What decides whether a sale can get an invoice.
@Row
struct InvoicedSale: PostgresRow {
    let isVoided: Bool
    /// A sale has a dish of an order without a price as a free one. What is typed has a price.
    let hasUnpricedDish: Bool
}

extension Query where Row == InvoicedSale {
    /// Locks a sale until the transaction ends.
    fileprivate static func lockedSale(_ sale: SaleID, at venue: RestaurantID) -> Self {
        Query(
            "records.lock_sale", on: .write,
            """
            SELECT s.voided_at IS NOT NULL,
                   s.source = 'order' AND EXISTS (SELECT FROM sale_line AS l
                                                   WHERE l.restaurant_id = s.restaurant_id AND l.day = s.day AND l.sale_id = s.id
                                                     AND l.number > 0 AND l.kind = 'dish' AND l.amount_minor = 0)
              FROM sale AS s
             WHERE s.restaurant_id = \(venue) AND s.id = \(sale)
               FOR NO KEY UPDATE
            """)
    }
}

extension Command {
    /// Inserts an invoice with the next number of its year. The caller holds the locks of the venue and the sale.
    fileprivate static func insert(
        _ id: InvoiceID, _ input: InvoiceInput, of sale: SaleID, at venue: RestaurantID
    ) -> Command {
        Command(
            "records.insert_invoice",
            """
            INSERT INTO invoice (restaurant_id, id, sale_id, year, sequence, issued_on, line_count, seller_name, seller_address,
                                 seller_tax_number, name, address, tax_number, person_id, keep_until)
            SELECT r.id, \(id), s.id, d.year, (SELECT coalesce(max(i.sequence), 0) + 1
                                                 FROM invoice AS i
                                                WHERE i.restaurant_id = r.id AND i.year = d.year),
                   d.today, (SELECT count(*)
                               FROM sale_line AS l
                              WHERE l.restaurant_id = r.id AND l.day = s.day AND l.sale_id = s.id AND l.number > 0),
                   r.name, CASE WHEN num_nonnulls(r.street, r.city) > 0
                                THEN concat_ws(E'\\n', r.street, nullif(concat_ws(' ', r.postcode, r.city), ''), r.country) END,
                   v.tax_number, \(input.name), \(input.address), \(input.taxNumber),
                   (SELECT e.person_id FROM person_email AS e WHERE e.address = lower(\(input.email))),
                   books_kept_until(r.country, d.today)
              FROM sale AS s
              JOIN restaurant AS r ON r.id = s.restaurant_id
              JOIN venue AS v ON v.restaurant_id = r.id
             CROSS JOIN LATERAL (SELECT w.today, extract(year FROM w.today)::int AS year
                                   FROM (SELECT (now() AT TIME ZONE coalesce(r.time_zone, 'UTC'))::date AS today) AS w) AS d
             WHERE s.restaurant_id = \(venue) AND s.id = \(sale)
            """)
    }
}
