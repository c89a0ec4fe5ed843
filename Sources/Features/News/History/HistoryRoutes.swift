package import Access
import Accounts
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
package import Journal
import Localization
import NoonishAPI
import OpenAPI
import Outings
package import Postgres

/// The changes of an outing as text, with their authors and times.
@MemberwiseInit
package struct HistoryRoutes: RouteGroup {
    let database: any Database
    let kinds: ChangeRegistry

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .readHistory, .readHistory, scope: .guest, "List the history of an outing",
            "Newest first. Revisions for hosts only are left out for others, so a page may have fewer items than `limit`.",
            parameters: [.limit(PageLimits.standard, most: PageLimits.maximum), .cursor],
            answers: [.ok(.page(of: .historyItem), "A page of revisions", isTagged: true, isPaged: true)],
            problems: [.forbidden, .faults("malformed_cursor")], handler: list)
    ]

    /// Lists revisions, newest first. A page may have fewer items than `limit`, because some revisions are not for
    /// everyone.
    func list(_ call: Call) async throws -> Response {
        let outing = try await OutingRoutes.outing(call, .readHistory, from: database)
        var query = call.query
        let limit = query.limit()
        let before = query.cursor { Int($0) }
        try query.finish()
        let reading = HistoryReading(
            outing: outing, reader: try call.person, database: database, catalogue: call.site.catalogue,
            kinds: kinds)
        let page = try await reading.page(before: before, limit: limit, languages: call.acceptLanguage)
        return .json(.ok, page, etag: .content, headers: call.link(toNext: page.next))
    }
}

extension Schema {
    static let historyItem = Schema.named(
        "HistoryItem",
        .object(
            .field("revision", .integer(1...Int.max, 6)), .field("at", .instant),
            .field("actor", person.orNull, "Null for the service itself."),
            .field("changes", .array(of: change)),
            .field("text", .string("13:00 instead of 12:30."), "The changes, as text for people."),
            .field("undoable", .boolean, "Whether the caller can undo it.")))
}
