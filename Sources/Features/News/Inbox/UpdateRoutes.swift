package import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import JSON
package import Journal
import NoonishAPI
import OpenAPI
package import Outings
package import Postgres

/// The caller's updates, as a list.
@MemberwiseInit
package struct UpdateRoutes: RouteGroup {
    let database: PostgresClient
    let kinds: ChangeRegistry
    /// Merges guests into the member who lists their updates; `nil` when guests are never merged.
    var merging: GuestMerger? = nil

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listUpdates, .readUpdates, scope: .member, "List updates",
            parameters: [
                .query("after", .integer(0...Int.max), "The number of the last update that the client has."),
                .limit(PageLimits.standard, most: PageLimits.maximum),
                .query("cursor", .string("12"), "`next` of the previous page."),
                .query(
                    "folded", .boolean,
                    "Whether the updates of one outing on the page become one, with what holds after the last; by default false. Read and unread ones, invitations and removals stay apart."
                ),
            ],
            answers: [
                .ok(.page(of: .update), "A page of updates, oldest first", isTagged: true, isPaged: true)
            ],
            checksSession: true, handler: list),
        RouteDefinition(
            .markUpdatesRead, .readUpdates, scope: .member, "Mark updates as read",
            "`Idempotency-Key` is ignored: repeating the request changes nothing.",
            body: .json(
                .object(
                    .field("upTo", .integer(0...Int.max, 12)),
                    .optional("outing", Schema.id.orNull, "Only the updates of this outing."))),
            answers: [
                .ok(
                    .object(.field("upTo", .integer(0...Int.max, 12))),
                    "The number up to which updates are read")
            ],
            problems: [.faults("malformed_id")], isIdempotent: false, handler: markRead),
    ]

    /// Lists updates, oldest first, from the number `after` or the `cursor` of the previous page.
    func list(_ call: Call) async throws -> Response {
        var query = call.query
        let after = query.optional("after", .integer(0...Int.max), default: 0)
        let cursor = query.optional("cursor", .parsed("a cursor from `next`") { Int($0) })
        let limit = query.limit()
        let isFolded = query.optional("folded", .boolean, default: false)
        try query.finish()
        let person = try call.person
        _ = try decide(call.actor, .readUpdates, person, as: .oneself)
        let ask = InboxRequest(
            person: person, after: max(after, cursor ?? 0), outing: nil, languages: call.acceptLanguage)
        let rows = try await GuestMerger.all(
            .inboxes([ask], limit: limit + 1), for: call, merging: merging, in: database)
        let page = try await UpdateReading(
            database: database, catalogue: call.site.catalogue, kinds: kinds
        )
        .page(of: rows, for: ask, limit: limit, isFolded: isFolded)
        return .json(.ok, page, etag: .content, headers: call.link(toNext: page.next))
    }

    func markRead(_ call: Call) async throws -> Response {
        var body = try await call.body()
        let upTo = body.required("upTo", .integer(0...Int.max))
        let outing: OutingID? = body.optional("outing", .id())
        let number = try body.finish(upTo)
        let person = try call.person
        _ = try decide(call.actor, .readUpdates, person, as: .oneself)
        let readUpTo = try await database.one(
            outing.map { .markRead(by: person, outing: $0, upTo: number) }
                ?? .markRead(by: person, upTo: number))
        return .json(.ok, ["upTo": readUpTo])
    }
}
