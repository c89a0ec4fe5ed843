import Access
import HTTPKit
import NoonishAPI
import Postgres
import Venues

/// The transactions that write an invoice and what cancels it. Nothing changes either afterwards.
enum InvoiceEdits {
    /// Writes the invoice of a sale. The lock of the venue keeps the numbers without gaps, that of the sale keeps it from being
    /// voided meanwhile.
    ///
    /// - Throws: ``Denial``; 409 `venue_provisional`, `sale_voided`, `invoice_exists` or `sale_unpriced`.
    static func write(
        _ input: InvoiceInput, for sale: SaleID, at id: RestaurantID, by actor: Actor,
        in transaction: Transaction
    ) async throws -> InvoiceID {
        try await VenueEdits.lockVerified(id, actor, .writeInvoice, in: transaction)
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

    /// Cancels the invoice of a sale that was voided, if it has one. The caller holds the lock of the venue.
    static func cancel(ofSale sale: SaleID, at id: RestaurantID, in transaction: Transaction) async throws {
        try await transaction.execute(.cancelInvoice(ofSale: sale, at: id))
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
            SELECT r.id, \(id), s.id, d.year, next_invoice_number(r.id, d.year), d.today,
                   (SELECT count(*)
                      FROM sale_line AS l
                     WHERE l.restaurant_id = r.id AND l.day = s.day AND l.sale_id = s.id AND l.number > 0),
                   r.name, CASE WHEN num_nonnulls(r.street, r.city) > 0
                                THEN concat_ws(E'\\n', r.street, nullif(concat_ws(' ', r.postcode, r.city), ''), r.country) END,
                   v.tax_number, \(input.name), \(input.address), \(input.taxNumber),
                   (SELECT e.person_id
                      FROM person_email AS e
                     WHERE e.address = lower(\(input.email)) AND (\(fragment: tookPart))),
                   books_kept_until(r.country, d.today)
              FROM sale AS s
              JOIN restaurant AS r ON r.id = s.restaurant_id
              JOIN venue AS v ON v.restaurant_id = r.id
             \(fragment: today)
             WHERE s.restaurant_id = \(venue) AND s.id = \(sale)
            """)
    }

    fileprivate static func cancelInvoice(ofSale sale: SaleID, at venue: RestaurantID) -> Command {
        Command(
            "records.cancel_invoice",
            """
            INSERT INTO invoice_cancellation (restaurant_id, invoice_id, year, sequence, issued_on)
            SELECT r.id, i.id, d.year, next_invoice_number(r.id, d.year), d.today
              FROM invoice AS i
              JOIN restaurant AS r ON r.id = i.restaurant_id
             \(fragment: today)
             WHERE i.restaurant_id = \(venue) AND i.sale_id = \(sale)
            """)
    }

    /// The date in the time zone of the venue `r`, as `d`.
    private static let today: SQL = """
        CROSS JOIN LATERAL (SELECT w.today, extract(year FROM w.today)::int AS year
                              FROM (SELECT (now() AT TIME ZONE coalesce(r.time_zone, 'UTC'))::date AS today) AS w) AS d
        """

    /// Whether the member `e` ran, ordered or paid for the order of the sale `s`. The owner may have mistyped the address, and an
    /// invoice has personal data that other members must not read.
    private static let tookPart: SQL = """
        EXISTS (SELECT FROM group_order AS o
                 WHERE o.outing_id = s.outing_id AND o.id = s.order_id AND o.coordinator_id = e.person_id)
        OR EXISTS (SELECT FROM order_line AS l
                    WHERE l.outing_id = s.outing_id AND l.order_id = s.order_id AND l.person_id = e.person_id
                      AND l.struck_at IS NULL)
        OR EXISTS (SELECT FROM bill AS b
                     JOIN bill_payment AS p ON p.outing_id = b.outing_id AND p.bill_id = b.id
                    WHERE b.outing_id = s.outing_id AND b.order_id = s.order_id AND p.person_id = e.person_id
                      AND p.reversed_at IS NULL)
        """
}
