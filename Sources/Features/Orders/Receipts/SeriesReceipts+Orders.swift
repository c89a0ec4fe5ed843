import Access
import Encoding
import Foundation
import NoonishAPI
import Outings
import Postgres
import Records

/// An order of a series that was placed, with the date of the rule.
@Row
struct SeriesDateOrder: PostgresRow {
    @Column("to_char(t.series_date, 'YYYY-MM-DD')") let date: String
    @Column(OrderRow.self) let order: OrderRow
}

extension Query where Row == SeriesDateOrder {
    /// Returns the orders of the series' outings in a period that were placed, by date.
    static func placedOrders(of series: SeriesID, in period: ReportPeriod) -> Self {
        Query(
            "orders.list_placed_series_orders",
            """
            SELECT \(fragment: SeriesDateOrder.columns)
              \(fragment: placedOrderTables)
              JOIN person AS c ON c.id = o.coordinator_id
             WHERE series.id = \(series)
               AND t.series_date BETWEEN \(period.from)::text::date AND \(period.to)::text::date
             ORDER BY t.series_date
            """)
    }
}

/// A live line of an order.
@Row
struct PlacedLine: PostgresRow, PeopleNaming {
    @Column("l.order_id") let order: GroupOrderID
    @Column(OrderLineRow.self) var line: OrderLineRow

    mutating func updatePeople(_ update: (inout Person) -> Void) { line.updatePeople(update) }
}

extension Query where Row == PlacedLine {
    /// Returns the lines of ``Query/placedOrders(of:in:)``.
    static func placedLines(of series: SeriesID, in period: ReportPeriod) -> Self {
        Query(
            "orders.list_placed_series_lines",
            // Of each order by itself, so that only its sharers are read.
            """
            SELECT lines.*
              \(fragment: placedOrderTables)
             CROSS JOIN LATERAL (
                   SELECT \(fragment: PlacedLine.columns)
                     FROM \(fragment: OrderLineRow.tables)
                    WHERE l.outing_id = o.outing_id AND l.order_id = o.id AND l.struck_at IS NULL
                    ORDER BY l.id) AS lines
             WHERE series.id = \(series)
               AND t.series_date BETWEEN \(period.from)::text::date AND \(period.to)::text::date
            """)
    }
}

/// The orders `o` of the outings `t` of series that were placed. Outings that were handed over to another host are not the
/// series' any more.
private let placedOrderTables: SQL = """
    FROM series
    JOIN outing AS t ON t.series_id = series.id AND t.host_id = series.host_id
    JOIN group_order AS o ON o.outing_id = t.id AND o.placed_at IS NOT NULL AND o.state <> 'cancelled'
    """

extension SeriesReceipts {
    /// - Parameter receipts: Those of the orders in the period, by date.
    init(_ period: ReportPeriod, _ receipts: [(date: String, receipt: OrderReceipt)]) {
        let rows = receipts.flatMap { date, receipt in
            receipt.people.map { one in
                Row(
                    date: date, outing: receipt.outing, place: receipt.place, person: one.person,
                    currency: receipt.currency, totalMinor: one.totalMinor,
                    aboveLimitMinor: one.aboveLimitMinor, unpriced: one.unpriced)
            }
        }
        let sums = Dictionary(grouping: rows, by: \.currency).sorted { $0.key < $1.key }.flatMap { _, rows in
            let people = Dictionary(grouping: rows, by: \.person.id).values.sorted {
                ($0[0].person.name.lowercased(), $0[0].person.id)
                    < ($1[0].person.name.lowercased(), $1[0].person.id)
            }
            return people.map { Sum($0, of: $0[0].person) } + [Sum(rows, of: nil)]
        }
        self.init(from: period.from, to: period.to, rows: rows, sums: sums)
    }

    /// The rows as a table, for spreadsheets.
    var csv: String {
        let header = ["date", "place", "person", "total", "above_limit", "unpriced", "currency"]
        let lines = rows.map { row in
            [
                row.date, row.place, row.person.name, row.totalMinor.decimal(in: row.currency),
                row.aboveLimitMinor.decimal(in: row.currency), String(row.unpriced), row.currency,
            ]
        }
        return CSVText.byteOrderMark + ([header] + lines).map(CSVText.row).joined()
    }
}

extension SeriesReceipts.Sum {
    fileprivate init(_ rows: [SeriesReceipts.Row], of person: Person?) {
        self.init(
            person: person, currency: rows[0].currency, orders: Set(rows.map(\.outing)).count,
            totalMinor: rows.reduce(0) { $0 + $1.totalMinor },
            aboveLimitMinor: rows.reduce(0) { $0 + $1.aboveLimitMinor })
    }
}
