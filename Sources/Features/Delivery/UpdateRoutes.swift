package import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import NoonishAPI
package import Postgres

/// `/v1/updates`: what happened to one's outings, as a list and live.
package struct UpdateRoutes: Sendable {
    let database: any Database
    let hub: StreamHub

    package init(database: any Database, hub: StreamHub) {
        self.database = database
        self.hub = hub
    }

    package var routes: [Route] {
        [
            Route(.get, "/v1/updates", .readUpdates, scope: .member, list),
            Route(.post, "/v1/updates/read", .readUpdates, scope: .member, markRead),
            Route(.get, Self.streamPath, .streamUpdates, scope: .guest, stream),
        ]
    }

    /// `GET /v1/updates?after=&limit=`
    ///
    /// Oldest first. `after` is the number of the last one that the reader has, `cursor` what a page said is next.
    @Sendable func list(_ call: Call) async throws -> Response {
        var query = call.query
        let after = query.optional("after", .integer(0...Int.max), default: 0)
        let cursor = query.optional("cursor", .parsed("a cursor from `next`") { Int($0) })
        let limit = query.optional(
            "limit", .integer(1...UpdateLimits.longestPage), default: UpdateLimits.page)
        try query.finish()
        let person = try call.person
        _ = try decide(call.actor, .readUpdates, person, as: .oneself)
        var updates = try await UpdateReading(database: database, catalogue: call.site.catalogue)
            .updates(
                of: person, after: max(after, cursor ?? 0), languages: call.acceptLanguage, limit: limit + 1)
        let isLast = updates.count <= limit
        updates = Array(updates.prefix(limit))
        let next = isLast ? nil : updates.last.map { String($0.seq) }
        return .json(
            .ok, Page(items: updates, next: next), etag: .content, headers: call.link(toNext: next))
    }

    /// `POST /v1/updates/read {upTo}`
    @Sendable func markRead(_ call: Call) async throws -> Response {
        var body = try await call.body()
        let upTo = try body.finish(body.required("upTo", .integer(0...Int.max)))
        let person = try call.person
        _ = try decide(call.actor, .readUpdates, person, as: .oneself)
        let readUpTo = try await database.one(.markRead(by: person, upTo: upTo))
        return .json(.ok, ["upTo": readUpTo])
    }

    /// Where streams are. A connection that asks for it is theirs alone.
    package static let streamPath = "/v1/updates/stream"

    /// `GET /v1/updates/stream?outings=id,…&after=` with `Last-Event-ID`
    ///
    /// 404 if one of the outings is not the reader's; 429 with more streams than one person needs.
    @Sendable func stream(_ call: Call) async throws -> Response {
        let wish = try StreamWish(call)
        let person = try call.person
        _ = try decide(call.actor, .streamUpdates, person, as: .oneself)
        let followed = try await database.all(
            .followed(by: person, of: wish.outings, limit: UpdateLimits.outingsPerStream))
        guard wish.outings.map({ Set($0).count == followed.count }) ?? true else { throw Problem.notFound }
        let headers: HTTPFields = [
            .contentType: MediaType.eventStream, .cacheControl: "no-store", .accelBuffering: "no",
        ]
        guard call.request.method != .head else { return Response(status: .ok, headers: headers) }
        let end = try await database.first(.inboxEnd(of: person))?.seq ?? 0
        let subscription = try hub.subscribe(
            call.actor, person, to: followed, followsNew: wish.outings == nil,
            from: StreamStart(wish.cursor, end: end), guestOf: wish.guestOf, languages: call.acceptLanguage,
            on: call.context.loop)
        return .events(from: subscription, to: call.request, headers: headers, in: call.context)
    }
}

extension HTTPField.Name {
    /// Tells nginx, which holds answers back otherwise, to pass every event on.
    static let accelBuffering = HTTPField.Name.constant("X-Accel-Buffering")
}
