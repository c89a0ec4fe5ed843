import Access
import Encoding
import Menus
import NoonishAPI
import Postgres

/// The portions of an item in a period, as sums of its moves.
@Row
struct StockSumRow: PostgresRow {
    let item: String
    let isForEveryDay: Bool
    let opening: Int
    let received: Int
    let corrected: Int
    let sold: Int
    let wasted: Int
    let counts: Int
    let difference: Int
}

extension Query where Row == StockSumRow {
    /// Sums up the moves of a period. Portions for every day count by the time of their moves, those of single days by their day.
    ///
    /// What there was at the start is what there is now, less all moves since, so that no earlier move is read. A count begins
    /// the counting if it is the first, or the first after a `stop`: what it finds was there, and differs from nothing.
    static func portions(in period: ReportPeriod, of venue: RestaurantID) -> Self {
        Query(
            "records.compare_stock", on: .slow,
            """
            WITH level AS (
                 SELECT s.item_key, s.day, s.day = '-infinity' AS is_for_every_day, s.counted - s.sold AS present,
                        (date '1970-01-01' + \(period.days.lowerBound)::int + \(RecordLimits.dayStart))
                        AT TIME ZONE coalesce(r.time_zone, 'UTC') AS first,
                        (date '1970-01-01' + \(period.days.upperBound)::int + 1 + \(RecordLimits.dayStart))
                        AT TIME ZONE coalesce(r.time_zone, 'UTC') AS last
                   FROM stock AS s
                   JOIN restaurant AS r ON r.id = s.restaurant_id
                  WHERE s.restaurant_id = \(venue)
                    AND (s.day = '-infinity' OR s.day BETWEEN date '1970-01-01' + \(period.days.lowerBound)::int
                                                          AND date '1970-01-01' + \(period.days.upperBound)::int)),
                 move AS (
                 SELECT l.item_key, l.day, m.quantity, l.is_for_every_day AND m.at >= l.last AS is_later,
                        CASE WHEN m.kind <> 'count' THEN m.kind
                             WHEN coalesce((SELECT b.kind
                                              FROM stock_move AS b
                                             WHERE b.restaurant_id = \(venue) AND b.item_key = m.item_key AND b.day = m.day
                                               AND b.kind IN ('count', 'receipt', 'stop') AND (b.at, b.id) < (m.at, m.id)
                                             ORDER BY b.at DESC, b.id DESC
                                             LIMIT 1), 'stop') = 'stop' THEN 'begin'
                             ELSE 'count' END AS kind,
                        CASE WHEN m.kind IN ('count', 'receipt', 'correction') THEN m.quantity
                             WHEN m.kind IN ('waste', 'sale') THEN -m.quantity ELSE 0 END AS effect
                   FROM level AS l
                   JOIN stock_move AS m
                     ON m.restaurant_id = \(venue) AND m.item_key = l.item_key AND m.day = l.day
                    AND (NOT l.is_for_every_day OR m.at >= l.first)
                  WHERE m.kind NOT IN ('hold', 'release', 'stop')),
                 item AS (
                 SELECT l.item_key, l.is_for_every_day,
                        l.present - coalesce(sum(m.effect), 0)
                        + coalesce(sum(m.quantity) FILTER (WHERE m.kind = 'begin' AND NOT m.is_later), 0) AS opening,
                        coalesce(sum(m.quantity) FILTER (WHERE m.kind = 'receipt' AND NOT m.is_later), 0) AS received,
                        coalesce(sum(m.quantity) FILTER (WHERE m.kind = 'correction' AND NOT m.is_later), 0) AS corrected,
                        coalesce(sum(m.quantity) FILTER (WHERE m.kind = 'sale' AND NOT m.is_later), 0) AS sold,
                        coalesce(sum(m.quantity) FILTER (WHERE m.kind = 'waste' AND NOT m.is_later), 0) AS wasted,
                        count(*) FILTER (WHERE m.kind = 'count' AND NOT m.is_later) AS counts,
                        coalesce(sum(m.quantity) FILTER (WHERE m.kind = 'count' AND NOT m.is_later), 0) AS difference
                   FROM level AS l
                   LEFT JOIN move AS m ON m.item_key = l.item_key AND m.day = l.day
                  GROUP BY l.item_key, l.day, l.is_for_every_day, l.present)
            SELECT item_key, is_for_every_day, sum(opening)::bigint, sum(received)::bigint, sum(corrected)::bigint,
                   sum(sold)::bigint, sum(wasted)::bigint, sum(counts)::bigint, sum(difference)::bigint
              FROM item
             GROUP BY item_key, is_for_every_day
            HAVING bool_or(opening <> 0 OR received <> 0 OR corrected <> 0 OR sold <> 0 OR wasted <> 0 OR counts <> 0)
             ORDER BY item_key, is_for_every_day DESC
            """)
    }
}

extension StockReport {
    /// - Parameter menu: The newest menu, which has the names and prices.
    init(_ period: ReportPeriod, _ sums: [StockSumRow], on menu: RestaurantMenu?) {
        let rows = sums.map { StockReportRow($0, on: menu) }
        self.init(
            from: period.from, to: period.to, currency: menu?.currency, rows: rows,
            differenceMinor: rows.compactMap(\.differenceMinor).reduce(0) { RecordLimits.amount($0 + $1) })
    }

    static let header = [
        "item", "name", "days", "opening", "received", "corrected", "sold", "wasted", "expected", "counted",
        "difference", "price", "difference_amount", "currency",
    ]

    /// The rows as a table, for spreadsheets.
    var csv: String {
        let cells = rows.map { row in
            let portions = [row.opening, row.received, row.corrected, row.sold, row.wasted, row.expected]
            let amounts = [row.priceMinor, row.differenceMinor]
            return [row.item, row.name ?? "", row.everyDay ? "every" : "single"] + portions.map { String($0) }
                + [row.counted.map { String($0) } ?? "", String(row.difference)]
                + amounts.map { $0?.decimal(in: currency ?? "") ?? "" } + [currency ?? ""]
        }
        return CSVText.byteOrderMark + ([Self.header] + cells).map(CSVText.row).joined()
    }
}

extension StockReportRow {
    fileprivate init(_ row: StockSumRow, on menu: RestaurantMenu?) {
        let item = menu?.item(row.item)
        let price = item.flatMap { menu?.lowestPriceMinor(of: $0) }
        let expected = row.opening + row.received + row.corrected - row.sold - row.wasted
        self.init(
            item: row.item, name: item?.name, everyDay: row.isForEveryDay, opening: row.opening,
            received: row.received, corrected: row.corrected, sold: row.sold, wasted: row.wasted,
            expected: expected, counted: row.counts > 0 ? expected + row.difference : nil,
            difference: row.difference, priceMinor: price,
            differenceMinor: price.map { price in
                let (amount, isTooLarge) = price.multipliedReportingOverflow(by: row.difference)
                return RecordLimits.amount(isTooLarge ? (row.difference < 0 ? .min : .max) : amount)
            })
    }
}
