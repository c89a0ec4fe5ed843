package import Access
internal import Accounts
import Foundation
import HTTPKit
import Hummingbird
import JSON
import News
import NoonishAPI
package import Postgres
import WebPush

/// `/v1/subscriptions`: where somebody's news goes besides their inbox and their mailbox.
package struct SubscriptionRoutes: Sendable {
    let database: PostgresClient
    let ways: SubscriptionChannels
    let site: Site
    let outbound = RateLimiter(
        RatePolicy(
            "outbound", capacity: SubscriptionLimits.outboundBurst,
            refillPerSecond: SubscriptionLimits.outboundPerSecond))

    package init(database: PostgresClient, ways: SubscriptionChannels, site: Site) {
        self.database = database
        self.ways = ways
        self.site = site
    }

    package var routes: [Route] {
        [
            Route(.get, "/v1/push/key", .readPushKey, scope: .anyone, pushKey),
            Route(.get, "/v1/subscriptions", .manageSubscriptions, scope: .member, list),
            Route(.post, "/v1/subscriptions", .manageSubscriptions, scope: .member, add),
            Route(.patch, "/v1/subscriptions/{id}", .manageSubscriptions, scope: .member, edit),
            Route(.delete, "/v1/subscriptions/{id}", .manageSubscriptions, scope: .member, remove),
            Route(.post, "/v1/subscriptions/{id}/test", .manageSubscriptions, scope: .member, test),
            Route(.post, "/v1/subscriptions/{id}/secret", .manageSubscriptions, scope: .member, renewSecret),
            Route(.get, "/v1/subscriptions/{id}/attempts", .manageSubscriptions, scope: .member, attempts),
            Route(.post, "/v1/subscriptions/{id}/replay", .manageSubscriptions, scope: .member, replay),
        ]
    }

    /// `GET /v1/push/key`: what a browser needs to subscribe (`applicationServerKey`).
    @Sendable func pushKey(_ call: Call) async throws -> Response {
        .json(.ok, ["key": ways.browsers.identity.publicKey], etag: .content)
    }

    /// `GET /v1/subscriptions`
    ///
    /// One page holds them all, for their number is limited.
    @Sendable func list(_ call: Call) async throws -> Response {
        let me = try owner(call)
        var query = call.query
        _ = query.optional("limit", .integer(1...PageLimits.maximum))
        try query.finish()
        let devices = try await database.all(.devices(of: me)).map(\.wire)
        let webhooks = try await database.all(.webhooks(of: me)).map { $0.wire() }
        return .json(.ok, Page(items: devices + webhooks, next: nil), etag: .content)
    }

    /// `POST /v1/subscriptions {kind, …}`
    ///
    /// A browser: `{kind: "webPush", endpoint, keys: {p256dh, auth}}`. An Apple device: `{kind: "applePush", token, topic?,
    /// environment?}`. A program: `{kind: "webhook", url, events?}`, which must answer a challenge first and needs a
    /// recent sign-in; its answer here has the secret, this once. 201; what is known already is told again.
    @Sendable func add(_ call: Call) async throws -> Response {
        let me = try owner(call)
        let new = try NewSubscription(try await call.body(), ways)
        let edits = SubscriptionEdits(person: me, key: site.key)
        switch new.way {
        case .device(let device):
            return try await call.write(database) { tx in
                .json(.created, try await edits.add(device, name: new.name, in: tx))
            }
        case .webhook(let webhook):
            try await call.requireRecentSignIn(database)
            let secret = WebhookSecret.random()
            if try await database.first(.webhook(at: webhook.url, of: me)) == nil {
                try await challenge(webhook, secret, for: me)
            }
            return try await call.write(database) { tx in
                .json(.created, try await edits.add(webhook, name: new.name, secret: secret, in: tx))
            }
        }
    }

    /// `PATCH /v1/subscriptions/{id} {name?, events?, enabled?}`
    @Sendable func edit(_ call: Call) async throws -> Response {
        let me = try owner(call)
        let id = try call.id("id", EndpointID.self)
        let patch = try SubscriptionPatch(try await call.body())
        return try await call.write(database) { tx in
            .json(.ok, try await SubscriptionEdits(person: me, key: site.key).edit(id, patch, in: tx))
        }
    }

    /// `DELETE /v1/subscriptions/{id}`
    @Sendable func remove(_ call: Call) async throws -> Response {
        let me = try owner(call)
        let id = try call.id("id", EndpointID.self)
        return try await call.write(database) { tx in
            try await SubscriptionEdits(person: me, key: site.key).remove(id, in: tx)
            return .empty()
        }
    }

    /// `POST /v1/subscriptions/{id}/secret`: another secret for a webhook, in the answer, this once.
    /// Needs a recent sign-in.
    @Sendable func renewSecret(_ call: Call) async throws -> Response {
        let me = try owner(call)
        let id = try call.id("id", EndpointID.self)
        try await call.requireRecentSignIn(database)
        return try await call.write(database) { tx in
            .json(.ok, try await SubscriptionEdits(person: me, key: site.key).renewSecret(id, in: tx))
        }
    }

    func owner(_ call: Call) throws -> PersonID {
        let person = try call.person
        _ = try decide(call.actor, .manageSubscriptions, person, as: .oneself)
        return person
    }

    /// - Throws: 429. Each of these makes this service speak to an address that the person chose.
    func takeOutbound(_ person: PersonID) throws {
        try outbound.take(person.description, at: .now).require()
    }
}
