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
    /// What identifies a group of lines, of `l`.
    fileprivate var key: SQL {
        switch self {
        case .day: "l.day::text"
        case .hour: "l.hour::text"
        case .weekday: "extract(isodow FROM l.day)::int::text"
        case .category: "l.category"
        case .dish: "l.item_key"
        }
    }

    /// The name of a group, of `l`.
    fileprivate var name: SQL { self == .dish ? "l.name" : "NULL::text" }

    /// Whether every line of a sale is in the same group.
    var keepsSales: Bool { self == .day || self == .hour || self == .weekday }
}

extension Query where Row == SalesSumRow {
    /// Sums up the lines of a period by a group and by the tax rate, in one pass. Voided sales sum to zero and are left out.
    static func sums(_ period: SalesPeriod, by grouping: SalesSummary.Grouping, of venue: RestaurantID)
        -> Self
    {
        Query(
            "records.sum_by_\(grouping.rawValue)", on: .slow,
            """
            SELECT currency, grouping(key) = 1, key, name, tax_ppm,
                   count(*) FILTER (WHERE number = 1) - count(*) FILTER (WHERE number = -1), sum(quantity)::bigint, coalesce(sum(amount_minor - tax_minor) FILTER (WHERE kind = 'dish'), 0)::bigint,
                   sum(tax_minor)::bigint, coalesce(sum(amount_minor) FILTER (WHERE kind = 'tip'), 0)::bigint
              FROM (SELECT l.currency, \(fragment: grouping.key) AS key, \(fragment: grouping.name) AS name, l.tax_ppm, l.number,
                           l.kind, l.quantity, l.amount_minor, l.tax_minor
                      FROM sale_line AS l
                     WHERE l.restaurant_id = \(venue)
                       AND l.day BETWEEN \(period.from)::text::date AND \(period.to)::text::date) AS line
             GROUP BY GROUPING SETS ((currency, key, name), (currency, tax_ppm))
            HAVING sum(quantity) <> 0 OR sum(amount_minor) <> 0
             ORDER BY currency, key, name, tax_ppm
            """)
    }
}

extension SalesSummary {
    init(_ period: SalesPeriod, by grouping: Grouping, _ sums: [SalesSumRow]) {
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
    func decimal(in currency: String) -> String {
        Currency(currency).map { Money(Int64(self), $0).decimal } ?? String(self)
    }
}
