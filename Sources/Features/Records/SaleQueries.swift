import Access
import Foundation
import Money
public import NoonishAPI
public import Postgres

extension Sale.Source: PostgresDecodable {}
extension SaleLine.Kind: PostgresDecodable {}

/// A row of `sale`. In its columns, `s` is the sale, `m` the person who made it, `v` the one who voided it, `c` its customer and
/// `i` its invoice.
@Row
struct SaleRow: TableRow {
    @Column("s.id") let id: SaleID
    @Column("s.day::text") let day: String
    @Column("s.at") let at: Date
    @Column("s.source") let source: Sale.Source
    @Column("s.order_number") let number: Int?
    @Column("s.currency") let currency: String
    @Column("s.total_minor") let totalMinor: Int
    @Column("m.id", "m.name") let madeBy: Person?
    @Column("s.voided_at") let voidedAt: Date?
    @Column("v.id", "v.name") let voidedBy: Person?
    @Column("s.void_reason") let voidReason: String?
    @Column("c.id", "c.name") let customer: SaleCustomer?
    @Column("i.id", "i.year", "i.sequence") let invoice: SaleInvoice?

    static let tables: SQL = """
        sale AS s
          LEFT JOIN person AS m ON m.id = s.made_by
          LEFT JOIN person AS v ON v.id = s.voided_by
          LEFT JOIN customer AS c ON c.restaurant_id = s.restaurant_id AND c.id = s.customer_id AND c.deleted_at IS NULL
          LEFT JOIN invoice AS i ON i.restaurant_id = s.restaurant_id AND i.sale_id = s.id
        """

    func wire(_ lines: [SaleLineRow]) -> Sale {
        Sale(
            id: id, day: day, at: at, source: source, number: number, currency: currency,
            totalMinor: totalMinor, madeBy: madeBy, voidedAt: voidedAt, voidedBy: voidedBy,
            voidReason: voidReason, customer: customer, invoice: invoice, lines: lines.map(\.wire))
    }
}

/// A row of `sale_line`, `l` in its columns.
@Row
struct SaleLineRow: TableRow {
    @Column("l.sale_id") let sale: SaleID
    @Column("l.number") let number: Int
    @Column("l.day::text") let day: String
    @Column("l.hour") let hour: Int
    @Column("l.currency") let currency: String
    @Column("l.kind") let kind: SaleLine.Kind
    @Column("l.item_key") let item: String?
    @Column("l.name") let name: String?
    @Column("l.options") let options: String?
    @Column("l.category") let category: String?
    @Column("l.quantity") let quantity: Int
    @Column("l.amount_minor") let amountMinor: Int
    @Column("l.tax_minor") let taxMinor: Int
    @Column("l.tax_ppm") let taxPPM: Int?

    static let tables: SQL = "sale_line AS l"

    var taxPercent: String? { taxPPM.flatMap(Percentage.init(stored:))?.decimal }

    var wire: SaleLine {
        SaleLine(
            kind: kind, item: item, name: name, options: options, category: category, quantity: quantity,
            amountMinor: amountMinor, taxMinor: taxMinor, taxPercent: taxPercent)
    }
}

extension Percentage {
    /// Reads a rate of the database, in parts per million.
    init?(stored rate: Int) { self.init(partsPerMillion: Int64(rate)) }
}

extension Query where Row == SaleRow {
    static func sale(_ id: SaleID, at venue: RestaurantID) -> Self {
        .select("records.read_sale", "WHERE s.restaurant_id = \(venue) AND s.id = \(id)")
    }

    /// Lists the sales of a venue, newest first. Their ids are in the order of time.
    ///
    /// - Parameters:
    ///   - day: `nil` for all days. The lane plans for the value, so that a day is found by its index.
    ///   - customer: `nil` for all. The sales of a customer that is deleted are none.
    ///   - condition: That of a filter.
    static func sales(
        of venue: Capability<RestaurantID>, on day: String?, to customer: CustomerID?, where condition: SQL?,
        before sale: SaleID?, limit: Int
    ) -> Self {
        .select(
            "records.list_sales", on: .slow,
            """
             WHERE \(statement: condition ?? "true")
               AND s.restaurant_id = \(venue.object) AND s.day = coalesce(\(day)::text::date, s.day)
               AND (\(customer)::uuid IS NULL OR s.customer_id = \(customer) AND c.id IS NOT NULL)
               AND s.id < coalesce(\(sale)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
             ORDER BY s.id DESC
             LIMIT \(limit)
            """)
    }
}

extension Database {
    /// Reads the lines of sales as they were sold, in order, by the sale.
    func lines(
        of sales: [(sale: SaleID, day: String)], at venue: RestaurantID
    ) async throws -> [SaleID: [SaleLineRow]] {
        guard !sales.isEmpty else { return [:] }
        return Dictionary(grouping: try await all(.lines(of: sales, at: venue)), by: \.sale)
    }
}

extension Query where Row == SaleLineRow {
    fileprivate static func lines(of sales: [(sale: SaleID, day: String)], at venue: RestaurantID) -> Self {
        .select(
            "records.list_lines",
            """
             WHERE l.restaurant_id = \(venue) AND l.day = ANY (\(Array(Set(sales.map { $0.day })))::text[]::date[])
               AND l.sale_id = ANY (\(sales.map { $0.sale })) AND l.number > 0
             ORDER BY l.sale_id, l.number
            """)
    }

    /// Lists a page of the lines of a period, by their keys.
    ///
    /// - Parameter line: The last line of the page before.
    static func exported(_ period: ReportPeriod, of venue: RestaurantID, after line: SaleLineRow?) -> Self {
        .select(
            "records.list_exported_lines", on: .slow,
            """
             WHERE l.restaurant_id = \(venue) AND l.day <= \(period.to)::text::date
               AND (l.day, l.sale_id, l.number) > (\(line?.day ?? period.from)::text::date,
                    coalesce(\(line?.sale)::uuid, '00000000-0000-0000-0000-000000000000'),
                    \(line?.number ?? Int(Int32.min))::bigint)
             ORDER BY l.day, l.sale_id, l.number
             LIMIT \(RecordLimits.exportPage)
            """)
    }
}

extension Query where Row == String {
    /// Returns the business day of a venue.
    static func businessDay(at venue: RestaurantID) -> Self {
        Query(
            "records.read_business_day",
            """
            SELECT ((now() AT TIME ZONE coalesce(r.time_zone, 'UTC')) - \(RecordLimits.dayStart))::date::text
              FROM restaurant AS r
             WHERE r.id = \(venue)
            """)
    }
}
