package import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import NIOCore
import NoonishAPI
import OpenAPI
package import Postgres
import Venues

/// Reports and exports of what a venue has sold, for its owners.
package struct SalesReportRoutes: RouteGroup {
    let database: PostgresClient

    package init(database: PostgresClient) { self.database = database }

    private static let period: [Parameter] = [
        .query("from", .date, "The first business day; by default the 30 days until `to`."),
        .query("to", .date, "The last business day; today by default."),
    ]

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .sumSales, .readSales, scope: .member, "Sum up the sales of a venue",
            """
            In its business days, which end at 4:00 in its time zone, and its hours and weekdays. Voided sales count zero. Tips belong \
            to sales: they are in the total, and not in rows by category or dish.
            """,
            parameters: period + [
                .query("by", .oneOf(SalesSummary.Grouping.self), "`day` by default."),
                .query("format", .oneOf(SalesExport.Format.self), "`json` by default."),
            ],
            answers: [
                .ok(.salesSummary, "The sums", isTagged: true),
                .text(
                    "text/csv; charset=utf-8", "The rows as a table",
                    example: "day,name,sales,quantity,net,tax,tips,total,currency\r\n"),
            ],
            problems: [
                .forbidden, .of(VenueProblems.provisional),
                .faults("malformed_date", "end_before_start", "period_too_long"),
            ], handler: sum),
        RouteDefinition(
            .exportSales, .readSales, scope: .member, "Export what a venue has sold",
            "Line by line, as a table or as JSON. The lines of a voided sale are taken back by lines with negative numbers.",
            parameters: period + [.query("format", .oneOf(SalesExport.Format.self), "`csv` by default.")],
            answers: [
                .ok(.soldLines, "The lines"),
                .text(
                    "text/csv; charset=utf-8", "The lines as a table",
                    example:
                        "day,hour,sale,line,kind,item,name,options,category,quantity,net,tax,tax_percent,total,currency\r\n"
                ),
            ],
            problems: [
                .forbidden, .of(VenueProblems.provisional),
                .faults("malformed_date", "end_before_start", "period_too_long"),
            ], handler: export),
    ]

    func sum(_ call: Call) async throws -> Response {
        var query = call.query
        let input = PeriodInput(&query)
        let grouping = query.optional("by", .oneOf(SalesSummary.Grouping.self)) ?? .day
        let format = query.optional("format", .oneOf(SalesExport.Format.self)) ?? .json
        try query.finish()
        let (venue, period) = try await authorize(call, input)
        let sums = try await database.all(.sums(period, by: grouping, of: venue))
        let summary = SalesSummary(period, by: grouping, sums)
        guard format == .csv else { return .json(.ok, summary, etag: .content) }
        return Response(
            status: .ok, headers: Self.headers(.csv, "\(grouping.rawValue)-\(period.from)-\(period.to)"),
            body: .init(byteBuffer: ByteBuffer(string: summary.csv)))
    }

    /// The response begins before all lines are read, and reads on as the client does.
    func export(_ call: Call) async throws -> Response {
        var query = call.query
        let input = PeriodInput(&query)
        let format = query.optional("format", .oneOf(SalesExport.Format.self)) ?? .csv
        try query.finish()
        let (venue, period) = try await authorize(call, input)
        let export = SalesExport(database: database, venue: venue, period: period, format: format)
        return Response(
            status: .ok, headers: Self.headers(format, "sales-\(period.from)-\(period.to)"),
            body: ResponseBody { writer in
                try await export.run { try await writer.write($0) }
                try await writer.finish(nil)
            })
    }

    private func authorize(
        _ call: Call, _ input: PeriodInput
    ) async throws -> (venue: RestaurantID, period: ReportPeriod) {
        let (venue, _) = try await VenueEdits.authorize(
            call.actor, .readSales, on: try call.id("id"), in: database)
        try venue.requireVerified()
        let today = try await database.one(.businessDay(at: venue.id))
        return (venue.id, try ReportPeriod(input, today: today))
    }

    private static func headers(_ format: SalesExport.Format, _ name: String) -> HTTPFields {
        [
            .contentType: format == .csv ? "text/csv; charset=utf-8" : "application/json",
            .contentDisposition: "attachment; filename=\"\(name).\(format.rawValue)\"",
            .cacheControl: "no-store",
        ]
    }
}
