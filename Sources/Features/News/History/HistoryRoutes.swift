package import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Localization
import NoonishAPI
import Outings
package import Postgres

/// `/v1/outings/{id}/history`: what changed, in words, who did it and when.
package struct HistoryRoutes: Sendable {
    let database: any Database

    package init(database: any Database) { self.database = database }

    package var routes: [Route] {
        [Route(.get, "/v1/outings/{id}/history", .readHistory, scope: .guest, list)]
    }

    /// `GET /v1/outings/{id}/history?limit=&cursor=`
    ///
    /// The newest first. A page may have fewer than `limit`, for not everything concerns everybody.
    @Sendable func list(_ call: Call) async throws -> Response {
        let outing = try await OutingRoutes.outing(call, .readHistory, from: database)
        var query = call.query
        let limit = query.optional(
            "limit", .integer(1...PageLimits.maximum), default: PageLimits.standard)
        let before = query.optional(
            "cursor", .parsed("a cursor from next", code: "malformed_cursor") { Int($0) })
        try query.finish()
        let reading = HistoryReading(
            outing: outing, reader: try call.person, database: database, catalogue: call.site.catalogue)
        let page = try await reading.page(before: before, limit: limit, languages: call.acceptLanguage)
        return .json(.ok, page, etag: .content, headers: call.link(toNext: page.next))
    }
}
