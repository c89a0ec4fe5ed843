import Access
import Foundation
public import NoonishAPI
public import Postgres

/// A row of `invoice`, `i` in its columns, with its sale `s` and its cancellation `c`.
@Row
struct InvoiceRow: TableRow {
    @Column("i.id") let id: InvoiceID
    @Column("i.year") let year: Int
    @Column("i.sequence") let sequence: Int
    @Column("i.issued_on::text") let issuedOn: String
    @Column("i.line_count") let lineCount: Int
    @Column("i.seller_name") let sellerName: String
    @Column("i.seller_address") let sellerAddress: String?
    @Column("i.seller_tax_number") let sellerTaxNumber: String?
    @Column("i.name") let name: String
    @Column("i.address") let address: String
    @Column("i.tax_number") let taxNumber: String?
    @Column("i.keep_until::text") let keptUntil: String
    @Column("s.id") let sale: SaleID
    @Column("s.day::text") let soldOn: String
    @Column("s.currency") let currency: String
    @Column("s.voided_at") let voidedAt: Date?
    @Column("c.year") private let cancellationYear: Int?
    @Column("c.sequence") private let cancellationSequence: Int?

    static let tables: SQL = """
        invoice AS i
          JOIN sale AS s ON s.restaurant_id = i.restaurant_id AND s.id = i.sale_id
          LEFT JOIN invoice_cancellation AS c ON c.restaurant_id = i.restaurant_id AND c.invoice_id = i.id
        """

    /// Whether the invoice was written since the venue was last claimed: later owners do not read the recipients of former ones.
    static let isOfOwners: SQL = """
        EXISTS (SELECT FROM venue AS v
                  JOIN restaurant AS r ON r.id = v.restaurant_id
                 WHERE v.restaurant_id = i.restaurant_id
                   AND i.issued_on >= (v.verified_at AT TIME ZONE coalesce(r.time_zone, 'UTC'))::date)
        """

    var number: InvoiceNumber { InvoiceNumber(year: year, sequence: sequence) }

    private var cancellation: InvoiceCancellation? {
        guard let voidedAt, let year = cancellationYear, let sequence = cancellationSequence else {
            return nil
        }
        return InvoiceCancellation(number: InvoiceNumber(year: year, sequence: sequence).text, at: voidedAt)
    }

    /// - Parameter lines: Those of the sale, in order.
    func wire(_ lines: [SaleLineRow]) -> Invoice {
        let own = lines.filter { $0.number <= lineCount }
        let dishes = own.filter { $0.kind == .dish }
        return Invoice(
            id: id, number: number.text, sale: sale, issuedOn: issuedOn, soldOn: soldOn,
            seller: InvoiceParty(name: sellerName, address: sellerAddress, taxNumber: sellerTaxNumber),
            recipient: InvoiceParty(name: name, address: address, taxNumber: taxNumber),
            currency: currency, lines: dishes.map(\.wire), taxes: dishes.taxes,
            tipMinor: own.filter { $0.kind == .tip }.reduce(0) { $0 + $1.amountMinor },
            totalMinor: own.reduce(0) { $0 + $1.amountMinor }, keptUntil: keptUntil,
            cancellation: cancellation)
    }
}

extension [SaleLineRow] {
    /// The sums of the lines by the rate, those without a rate last.
    fileprivate var taxes: [SalesTax] {
        let byRate = Dictionary(grouping: self) { $0.taxPPM ?? Int.max }.sorted { $0.key < $1.key }
        return byRate.map { _, lines in
            let tax = lines.reduce(0) { $0 + $1.taxMinor }
            return SalesTax(
                percent: lines.first?.taxPercent, netMinor: lines.reduce(0) { $0 + $1.amountMinor } - tax,
                taxMinor: tax)
        }
    }
}

/// The columns `id`, `year` and `sequence`.
extension SaleInvoice: PostgresJoinedRow {
    public init?(joined row: inout RowReader) throws(PostgresError) {
        let id: InvoiceID? = try row.next()
        let year: Int? = try row.next()
        let sequence: Int? = try row.next()
        guard let id, let year, let sequence else { return nil }
        self.init(id: id, number: InvoiceNumber(year: year, sequence: sequence).text)
    }
}

extension Query where Row == InvoiceRow {
    /// Returns no row for an invoice from before the venue was last claimed.
    static func invoice(_ id: InvoiceID, of venue: RestaurantID) -> Self {
        .select(
            "records.read_invoice",
            "WHERE i.restaurant_id = \(venue) AND i.id = \(id) AND \(fragment: InvoiceRow.isOfOwners)")
    }

    /// Returns the invoice of a sale, also one that the owners of the venue cannot read.
    static func invoice(ofSale sale: SaleID, at venue: RestaurantID) -> Self {
        .select("records.find_invoice", "WHERE i.restaurant_id = \(venue) AND i.sale_id = \(sale)")
    }

    /// Lists the invoices of a venue since it was last claimed by their numbers, newest first.
    ///
    /// - Parameter number: That of the last one of the page before.
    static func invoices(
        of venue: Capability<RestaurantID>, before number: InvoiceNumber?, limit: Int
    ) -> Self {
        .select(
            "records.list_invoices",
            """
             WHERE i.restaurant_id = \(venue.object)
               AND (i.year, i.sequence) < (\(number?.year ?? Int.max), \(number?.sequence ?? Int.max))
               AND \(fragment: InvoiceRow.isOfOwners)
             ORDER BY i.year DESC, i.sequence DESC
             LIMIT \(limit)
            """)
    }
}

extension Query where Row == InvoiceReference {
    /// Lists the newest 500 invoices to a member, newest first.
    static func invoices(to person: PersonID) -> Self {
        Query(
            "records.list_invoices_of_person",
            """
            SELECT i.restaurant_id, i.seller_name, i.year, i.sequence, i.issued_on::text, i.keep_until::text
              FROM invoice AS i
             WHERE i.person_id = \(person)
             ORDER BY i.issued_on DESC, i.id
             LIMIT 500
            """
        ) { row throws(PostgresError) in
            InvoiceReference(
                restaurant: try row.next(), venue: try row.next(),
                number: InvoiceNumber(year: try row.next(), sequence: try row.next()).text,
                issuedOn: try row.next(), keptUntil: try row.next())
        }
    }
}
