import Access
import Encoding
import Foundation
import Money
import NoonishAPI
import Postgres

/// The sums of a group of lines, or of the lines with one tax rate.
@Row
struct SalesSumRow: PostgresRow {
    let currency: String
    /// Whether it is of a tax rate.
    let isOfTax: Bool
    let key: String?
    let name: String?
    let taxPPM: Int?
    let sales: Int
    let quantity: Int
    let netMinor: Int
    let taxMinor: Int
    let tipMinor: Int
}

extension SalesSummary.Grouping {
    /// The column of `l` by which lines are put together first. Comparing it is cheap, unlike a text made of it.
    fileprivate var column: SQL {
        switch self {
        case .day, .weekday: "l.day"
        case .hour: "l.hour"
        case .category: "l.category"
        case .dish: "l.item_key"
        }
    }

    /// What identifies a group, made of ``column`` as `key`.
    fileprivate var key: SQL { self == .weekday ? "extract(isodow FROM key)::int::text" : "key::text" }

    /// The name of a group, of `l`.
    fileprivate var name: SQL { self == .dish ? "l.name" : "NULL::text" }

    /// Whether every line of a sale is in the same group.
    var keepsSales: Bool { self == .day || self == .hour || self == .weekday }
}

extension Query where Row == SalesSumRow {
    /// Sums up the lines of a period by a group and by the tax rate, in one pass. Voided sales sum to zero and are left out.
    ///
    /// The lines are first summed by a column, the rate and the kind, with one look-up for each, which PostgreSQL can do in
    /// several processes. Only these few sums are then converted and grouped twice. Days are numbers, because a text would be
    /// converted to a date again for every line.
    ///
    /// After five uses PostgreSQL would keep a plan for any period, which reads a year line by line through the key. The two joins
    /// with one row keep it from that: a plan that does not know the number expects many rows and is dearer.
    static func sums(_ period: ReportPeriod, by grouping: SalesSummary.Grouping, of venue: RestaurantID)
        -> Self
    {
        Query(
            "records.sum_by_\(grouping.rawValue)", on: .slow,
            """
            WITH part AS (
                 SELECT l.currency, \(fragment: grouping.column) AS key, \(fragment: grouping.name) AS name, l.tax_ppm, l.kind,
                        count(*) FILTER (WHERE l.number = 1) - count(*) FILTER (WHERE l.number = -1) AS sales,
                        sum(l.quantity) AS quantity, sum(l.amount_minor) AS amount, sum(l.tax_minor) AS tax
                   FROM sale_line AS l
                  WHERE l.restaurant_id = \(venue)
                    AND l.day BETWEEN date '1970-01-01' + \(period.days.lowerBound)::int
                                  AND date '1970-01-01' + \(period.days.upperBound)::int
                  GROUP BY 1, 2, 3, 4, 5)
            SELECT currency, grouping(key) = 1, key, name, tax_ppm, sum(sales)::bigint, sum(quantity)::bigint,
                   coalesce(sum(amount - tax) FILTER (WHERE kind = 'dish'), 0)::bigint, sum(tax)::bigint,
                   coalesce(sum(amount) FILTER (WHERE kind = 'tip'), 0)::bigint
              FROM (SELECT currency, \(fragment: grouping.key) AS key, name, tax_ppm, kind, sales, quantity, amount, tax
                      FROM part, generate_series(1, \(1)) AS once, generate_series(1, \(1)) AS again) AS line
             GROUP BY GROUPING SETS ((currency, key, name), (currency, tax_ppm))
            HAVING sum(quantity) <> 0 OR sum(amount) <> 0
             ORDER BY currency, key, name, tax_ppm
            """)
    }
}

extension SalesSummary {
    init(_ period: ReportPeriod, by grouping: Grouping, _ sums: [SalesSumRow]) {
        let currencies = Dictionary(grouping: sums, by: \.currency).sorted { $0.key < $1.key }
        self.init(
            from: period.from, to: period.to, by: grouping,
            currencies: currencies.map { SalesOfCurrency($0.key, by: grouping, $0.value) })
    }

    /// The rows as a table, for spreadsheets.
    var csv: String {
        let rows = currencies.flatMap { sums in
            sums.rows.map { row in
                let amounts = [row.netMinor, row.taxMinor, row.tipMinor, row.totalMinor]
                return [
                    row.key ?? "", row.name ?? "", row.sales.map { String($0) } ?? "", String(row.quantity),
                ]
                    + amounts.map { $0.decimal(in: sums.currency) } + [sums.currency]
            }
        }
        let header = [by.rawValue, "name", "sales", "quantity", "net", "tax", "tips", "total", "currency"]
        return CSVText.byteOrderMark + ([header] + rows).map(CSVText.row).joined()
    }
}

extension SalesOfCurrency {
    fileprivate init(_ currency: String, by grouping: SalesSummary.Grouping, _ sums: [SalesSumRow]) {
        let groups = sums.filter { !$0.isOfTax }
        var rows = groups.map { SalesRow($0, counts: grouping.keepsSales) }
        // Tips belong to sales and not to a dish.
        if !grouping.keepsSales {
            rows.removeAll { $0.quantity == 0 && $0.netMinor == 0 && $0.taxMinor == 0 }
        }
        switch grouping {
        case .day: break
        case .hour, .weekday: rows.sort { Int($0.key ?? "") ?? 0 < Int($1.key ?? "") ?? 0 }
        case .category, .dish: rows.sort { ($1.totalMinor, $0.name ?? "") < ($0.totalMinor, $1.name ?? "") }
        }
        self.init(
            currency: currency, rows: rows, total: SalesRow(sumOf: groups),
            taxes: sums.filter { $0.isOfTax && ($0.netMinor != 0 || $0.taxMinor != 0) }.map { row in
                SalesTax(
                    percent: row.taxPPM.flatMap(Percentage.init(stored:))?.decimal, netMinor: row.netMinor,
                    taxMinor: row.taxMinor)
            })
    }
}

extension SalesRow {
    fileprivate init(_ row: SalesSumRow, counts: Bool) {
        self.init(
            key: row.key, name: row.name, sales: counts ? row.sales : nil, quantity: row.quantity,
            netMinor: row.netMinor, taxMinor: row.taxMinor, tipMinor: counts ? row.tipMinor : 0,
            totalMinor: row.netMinor + row.taxMinor + (counts ? row.tipMinor : 0))
    }

    fileprivate init(sumOf rows: [SalesSumRow]) {
        func sum(_ field: KeyPath<SalesSumRow, Int>) -> Int { rows.reduce(0) { $0 + $1[keyPath: field] } }
        let (net, tax, tip) = (sum(\.netMinor), sum(\.taxMinor), sum(\.tipMinor))
        self.init(
            key: nil, name: nil, sales: sum(\.sales), quantity: sum(\.quantity), netMinor: net, taxMinor: tax,
            tipMinor: tip, totalMinor: net + tax + tip)
    }
}

extension Int {
    /// An amount of minor units for machines, such as `12.40`.
    package func decimal(in currency: String) -> String {
        Currency(currency).map { Money(Int64(self), $0).decimal } ?? String(self)
    }
}
