package import Access
import Encoding
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NIOCore
import NoonishAPI
import OpenAPI
package import Postgres
import Records
import Venues

/// How long a venue took for its orders, for its owners.
@MemberwiseInit
package struct OrderTimesRoutes: RouteGroup {
    let database: PostgresClient

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .timeOrders, .readSales, scope: .member, "Report how long a venue took for its orders",
            """
            For each business day: the orders with a number that were not cancelled, how long they waited for an answer and then for the kitchen, and how many \
            were ready at the time that was promised. Orders that skipped a step have no time for it.
            """,
            parameters: .reportPeriod + [
                .query("format", .oneOf(ReportFormat.self), "`json` by default.")
            ],
            answers: [
                .ok(.orderTimes, "The times", isTagged: true),
                .text(
                    "text/csv; charset=utf-8", "The days as a table", example: CSVText.row(OrderTimes.header)),
            ],
            problems: [.forbidden, .of(VenueProblems.provisional), .reportPeriodFaults], handler: report)
    ]

    func report(_ call: Call) async throws -> Response {
        var query = call.query
        let input = PeriodInput(&query)
        let format = query.optional("format", .oneOf(ReportFormat.self)) ?? .json
        try query.finish()
        let (venue, period) = try await input.authorize(call, in: database)
        let times = OrderTimes(period, try await database.all(.times(of: venue, in: period)))
        guard format == .csv else { return .json(.ok, times, etag: .content) }
        return Response(
            status: .ok, headers: .report(.csv, "times-\(period.from)-\(period.to)"),
            body: .init(byteBuffer: ByteBuffer(string: times.csv)))
    }
}

extension Query where Row == OrderTimesRow {
    /// The days, and one row without a day for all of them, which is last.
    static func times(of venue: RestaurantID, in period: ReportPeriod) -> Self {
        Query(
            "orders.sum_times", on: .slow,
            """
            SELECT o.board_day::text, count(*),
                   percentile_disc(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM o.accepted_at - o.placed_at)::bigint),
                   percentile_disc(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM o.ready_at - o.accepted_at)::bigint),
                   percentile_disc(0.9) WITHIN GROUP (ORDER BY extract(epoch FROM o.ready_at - o.accepted_at)::bigint),
                   count(*) FILTER (WHERE o.promised_at IS NOT NULL AND o.ready_at IS NOT NULL),
                   count(*) FILTER (WHERE o.ready_at <= o.promised_at)
              FROM group_order AS o
             WHERE o.restaurant_id = \(venue) AND o.board_number IS NOT NULL AND o.state <> 'cancelled'
               AND o.board_day BETWEEN \(period.from)::text::date AND \(period.to)::text::date
             GROUP BY GROUPING SETS ((o.board_day), ())
             ORDER BY o.board_day NULLS LAST
            """
        ) { row throws(PostgresError) in
            OrderTimesRow(
                day: try row.next(), orders: try row.next(), answerSeconds: try row.next(),
                readySeconds: try row.next(), slowReadySeconds: try row.next(), promised: try row.next(),
                onTime: try row.next())
        }
    }
}

extension OrderTimes {
    fileprivate init(_ period: ReportPeriod, _ rows: [OrderTimesRow]) {
        let none = OrderTimesRow(
            day: nil, orders: 0, answerSeconds: nil, readySeconds: nil, slowReadySeconds: nil, promised: 0,
            onTime: 0)
        self.init(
            from: period.from, to: period.to, days: rows.filter { $0.day != nil },
            total: rows.first { $0.day == nil } ?? none)
    }

    fileprivate static let header = [
        "day", "orders", "answer_seconds", "ready_seconds", "ready_seconds_slowest_tenth", "promised",
        "on_time",
    ]

    /// The days as a table, for spreadsheets.
    fileprivate var csv: String {
        let cells = days.map { row in
            let seconds = [row.answerSeconds, row.readySeconds, row.slowReadySeconds]
            return [row.day ?? "", String(row.orders)] + seconds.map { $0.map { String($0) } ?? "" }
                + [String(row.promised), String(row.onTime)]
        }
        return CSVText.byteOrderMark + ([Self.header] + cells).map(CSVText.row).joined()
    }
}

extension Schema {
    private static let seconds = Schema.integer(0...Int.max, 420).orNull

    private static let orderTimesRow = Schema.named(
        "OrderTimesRow",
        .object(
            .field("day", Schema.date.orNull, "Null in the total."),
            .field("orders", .integer(0...Int.max, 31), "With a number on the board, and not cancelled."),
            .field("answerSeconds", seconds, "From placing to accepting; half took at most that long."),
            .field("readySeconds", seconds, "From accepting to ready; half took at most that long."),
            .field("slowReadySeconds", seconds, "Nine in ten took at most that long."),
            .field("promised", .integer(0...Int.max, 28), "Orders with a promised time that were ready."),
            .field("onTime", .integer(0...Int.max, 25), "Of these, ready at that time.")))

    fileprivate static let orderTimes = Schema.named(
        "OrderTimes",
        .object(
            .field("from", .date), .field("to", .date), .field("days", .array(of: orderTimesRow)),
            .field("total", orderTimesRow)))
}
