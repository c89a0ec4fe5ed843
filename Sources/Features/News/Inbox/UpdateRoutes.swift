package import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
package import Journal
import NoonishAPI
import OpenAPI
package import Outings
package import Postgres

/// The caller's updates, as a list.
package struct UpdateRoutes: RouteGroup {
    let database: PostgresClient
    let kinds: ChangeRegistry
    let merging: GuestMerger?

    /// Creates the routes.
    ///
    /// - Parameter merging: Merges guests into the member who lists their updates; `nil` when guests are never
    ///   merged.
    package init(database: PostgresClient, kinds: ChangeRegistry, merging: GuestMerger? = nil) {
        self.database = database
        self.kinds = kinds
        self.merging = merging
    }

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
            handler: list),
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
        let limit = query.optional(
            "limit", .integer(1...PageLimits.maximum), default: PageLimits.standard)
        let isFolded = query.optional("folded", .boolean, default: false)
        try query.finish()
        let person = try call.person
        _ = try decide(call.actor, .readUpdates, person, as: .oneself)
        try await merging?.claimNew(for: person, in: database)
        let page = try await UpdateReading(
            database: database, catalogue: call.site.catalogue, kinds: kinds
        )
        .page(
            InboxRequest(
                person: person, after: max(after, cursor ?? 0), outing: nil, languages: call.acceptLanguage),
            limit: limit, isFolded: isFolded)
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
