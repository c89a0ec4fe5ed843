package import Access
import HTTPKit
package import HTTPTypes
import Hummingbird
import JSON
import NIOCore
package import NoonishAPI
package import OpenAPI
package import Postgres
import Venues

/// What the reports of a venue have in common.
extension [Parameter] {
    package static let reportPeriod: [Parameter] = [
        .query("from", .date, "The first business day; by default the 30 days until `to`."),
        .query("to", .date, "The last business day; today by default."),
    ]
}

extension RouteProblem {
    package static let reportPeriodFaults = faults("malformed_date", "end_before_start", "period_too_long")
}

/// How a report is sent.
package enum ReportFormat: String, CaseIterable, Sendable {
    case csv, json
}

extension PeriodInput {
    /// Returns the verified venue of a request, of which the caller is an owner, and the period of the report.
    ///
    /// - Throws: ``Denial/notFound`` for others, 409 for a venue that is not verified, 422 for the period.
    package func authorize(
        _ call: Call, in database: any Database
    ) async throws -> (venue: RestaurantID, period: ReportPeriod) {
        let venue = try await call.verifiedVenue(.readSales, in: database).object
        let today = try await database.one(.businessDay(at: venue))
        return (venue, try ReportPeriod(self, today: today))
    }
}

extension ReportFormat {
    /// Returns the response with a report.
    ///
    /// - Parameters:
    ///   - csv: The report as a table.
    ///   - name: The name of the table's file, without its ending.
    func response(
        _ report: some JSONEncodable, csv: @autoclosure () -> String, named name: String
    ) -> Response {
        switch self {
        case .json: .json(.ok, report, etag: .content)
        case .csv:
            Response(
                status: .ok, headers: .report(.csv, name),
                body: ResponseBody(byteBuffer: ByteBuffer(string: csv())))
        }
    }
}

extension HTTPFields {
    /// The fields of a report that a browser stores as a file.
    package static func report(_ format: ReportFormat, _ name: String) -> HTTPFields {
        [
            .contentType: format == .csv ? "text/csv; charset=utf-8" : "application/json",
            .contentDisposition: "attachment; filename=\"\(name).\(format.rawValue)\"",
            .cacheControl: "no-store",
        ]
    }
}
