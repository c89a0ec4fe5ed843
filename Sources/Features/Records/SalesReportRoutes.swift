package import Access
import Encoding
import HTTPKit
import HTTPTypes
import Hummingbird
package import Menus
import NoonishAPI
import OpenAPI
package import Postgres
import Venues

/// Reports and exports of what a venue has sold, for its owners.
package struct SalesReportRoutes: RouteGroup {
    let database: PostgresClient
    let menus: PublishedMenus

    package init(database: PostgresClient, menus: PublishedMenus) {
        self.database = database
        self.menus = menus
    }

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .sumSales, .readSales, scope: .member, "Sum up the sales of a venue",
            """
            In its business days, which end at 4:00 in its time zone, and its hours and weekdays. Voided sales count zero. Tips belong \
            to sales: they are in the total, and not in rows by category or dish.
            """,
            parameters: .reportPeriod + [
                .query("by", .oneOf(SalesSummary.Grouping.self), "`day` by default."),
                .query("format", .oneOf(ReportFormat.self), "`json` by default."),
            ],
            answers: [
                .ok(.salesSummary, "The sums", isTagged: true),
                .text(
                    "text/csv; charset=utf-8", "The rows as a table",
                    example: "day,name,sales,quantity,net,tax,tips,total,currency\r\n"),
            ],
            problems: [.forbidden, .of(VenueProblems.provisional), .reportPeriodFaults], handler: sum),
        RouteDefinition(
            .exportSales, .readSales, scope: .member, "Export what a venue has sold",
            "Line by line, as a table or as JSON. The lines of a voided sale are taken back by lines with negative numbers.",
            parameters: .reportPeriod + [.query("format", .oneOf(ReportFormat.self), "`csv` by default.")],
            answers: [
                .ok(.soldLines, "The lines"),
                .text(
                    "text/csv; charset=utf-8", "The lines as a table",
                    example:
                        "day,hour,sale,line,kind,item,name,options,category,quantity,net,tax,tax_percent,total,currency\r\n"
                ),
            ],
            problems: [.forbidden, .of(VenueProblems.provisional), .reportPeriodFaults], handler: export),
        RouteDefinition(
            .compareStock, .readSales, scope: .member, "Compare the stock of a venue with what was counted",
            """
            For each item that the venue counts: the portions that it had, received, sold and wasted, what is left of them, and what the \
            counts of the period found, with the difference at the menu’s price. A count that begins the counting finds no difference.
            """,
            parameters: .reportPeriod + [
                .query("format", .oneOf(ReportFormat.self), "`json` by default.")
            ],
            answers: [
                .ok(.stockReport, "The portions", isTagged: true),
                .text(
                    "text/csv; charset=utf-8", "The rows as a table", example: CSVText.row(StockReport.header)
                ),
            ],
            problems: [.forbidden, .of(VenueProblems.provisional), .reportPeriodFaults],
            handler: compareStock),
    ]

    func sum(_ call: Call) async throws -> Response {
        var query = call.query
        let input = PeriodInput(&query)
        let grouping = query.optional("by", .oneOf(SalesSummary.Grouping.self)) ?? .day
        let format = query.optional("format", .oneOf(ReportFormat.self)) ?? .json
        try query.finish()
        let (venue, period) = try await input.authorize(call, in: database)
        let sums = try await database.all(.sums(period, by: grouping, of: venue))
        let summary = SalesSummary(period, by: grouping, sums)
        return format.response(
            summary, csv: summary.csv, named: "\(grouping.rawValue)-\(period.from)-\(period.to)")
    }

    /// The response begins before all lines are read, and reads on as the client does.
    func export(_ call: Call) async throws -> Response {
        var query = call.query
        let input = PeriodInput(&query)
        let format = query.optional("format", .oneOf(ReportFormat.self)) ?? .csv
        try query.finish()
        let (venue, period) = try await input.authorize(call, in: database)
        let export = SalesExport(database: database, venue: venue, period: period, format: format)
        return Response(
            status: .ok, headers: .report(format, "sales-\(period.from)-\(period.to)"),
            body: ResponseBody { writer in
                try await export.run { try await writer.write($0) }
                try await writer.finish(nil)
            })
    }

    func compareStock(_ call: Call) async throws -> Response {
        var query = call.query
        let input = PeriodInput(&query)
        let format = query.optional("format", .oneOf(ReportFormat.self)) ?? .json
        try query.finish()
        let (venue, period) = try await input.authorize(call, in: database)
        let menu = try await menus.newest(of: venue, from: database)?.menu
        let report = StockReport(
            period, try await database.all(.portions(in: period, of: venue)), on: menu)
        return format.response(report, csv: report.csv, named: "stock-\(period.from)-\(period.to)")
    }
}
