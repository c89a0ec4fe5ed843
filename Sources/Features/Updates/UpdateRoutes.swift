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
    let resolvers: [any TokenResolver]

    package init(database: any Database, hub: StreamHub, resolvers: [any TokenResolver]) {
        self.database = database
        self.hub = hub
        self.resolvers = resolvers
    }

    package var routes: [Route] {
        [
            Route(.get, "/v1/updates", .readUpdates, scope: .member, list),
            Route(.post, "/v1/updates/read", .readUpdates, scope: .member, markRead),
            Route(.get, "/v1/updates/stream", .streamUpdates, scope: .guest, stream),
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
        var updates = try await UpdateReading(database: database)
            .updates(of: person, after: max(after, cursor ?? 0), limit: limit + 1)
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
        let subscription = try hub.subscribe(person, to: followed, onlyOuting: wish.guestOf)
        let stream = UpdateStream(
            subscription: subscription, wish: wish, database: database, hub: hub,
            stillHolds: { await stillHolds(call) })
        return stream.response(to: call.request)
    }

    /// Whether the token that opened a stream still proves the same.
    private func stillHolds(_ call: Call) async -> Bool {
        do {
            return try await resolvers.actor(for: Credential.all(in: call.request, site: call.site)).0
                == call.actor
        } catch {
            return true  // the database did not answer; the next look will tell
        }
    }
}
