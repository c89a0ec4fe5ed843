package import Access
import Accounts
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import JSON
import News
import NoonishAPI
import OpenAPI
package import Postgres
import Privacy
import WebPush

/// The devices and webhooks that receive a person's updates.
@MemberwiseInit
package struct SubscriptionRoutes: RouteGroup {
    let database: PostgresClient
    let ways: SubscriptionChannels
    let site: Site
    let outbound: RateLimiter = RateLimiter(
        RatePolicy(
            "outbound", capacity: SubscriptionLimits.outboundBurst,
            refillPerSecond: SubscriptionLimits.outboundPerSecond))

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .readPushKey, .readPushKey, scope: .anyone, "Read the key for Web Push",
            answers: [
                .ok(
                    .object(.field("key", .string("BCVxsr7N_eNgVRqvHtD0zTZsEc6"), "`applicationServerKey`.")),
                    "The key",
                    isTagged: true)
            ], handler: pushKey),
        RouteDefinition(
            .listSubscriptions, .manageSubscriptions, scope: .member, "List subscriptions",
            parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .subscription), "All of them, on one page", isTagged: true)],
            handler: list),
        RouteDefinition(
            .subscribe, .manageSubscriptions, scope: .guest, "Add a subscription",
            "For a device or a webhook. A webhook must answer a challenge first; the response contains its secret, only this once. Adding a device again returns the existing subscription. Guests can add devices, which end with the guest; a member's personal link cannot.",
            body: .json(.newSubscription), answers: [.created(.subscription, "The subscription")],
            problems: [
                .faults(
                    "unknown_push_service", "not_a_key", "apple_push_not_configured", "unknown_topic",
                    "address_refused"),
                .limit(SubscriptionProblems.tooManyDevices), .limit(SubscriptionProblems.tooManyWebhooks),
                .of(SubscriptionProblems.notConfirmed("It did not answer.")),
                .of(SubscriptionProblems.endpointTaken),
                .signInAgain, .membersOnly, .forbidden,
            ], handler: add),
        RouteDefinition(
            .editSubscription, .manageSubscriptions, scope: .member, "Edit a subscription",
            body: .mergePatch(.subscriptionPatch), answers: [.ok(.subscription, "The edited subscription")],
            problems: [.of(SubscriptionProblems.notAWebhook)], handler: edit),
        RouteDefinition(
            .unsubscribeDevice, .manageSubscriptions, scope: .guest, "Remove a subscription",
            "Guests can remove their own devices; a member's personal link cannot.",
            answers: [.done("Removed")], problems: [.membersOnly], handler: remove),
        RouteDefinition(
            .testSubscription, .manageSubscriptions, scope: .member, "Send a test message",
            "`Idempotency-Key` is ignored: every request sends a message.",
            answers: [.ok(.subscriptionTest, "The outcome")], isIdempotent: false, handler: test),
        RouteDefinition(
            .renewWebhookSecret, .manageSubscriptions, scope: .member, "Replace the secret of a webhook",
            "The previous secret also signs messages for a day.",
            answers: [.ok(.subscription, "The subscription with its secret, only this once")],
            problems: [.signInAgain],
            handler: renewSecret),
        RouteDefinition(
            .listWebhookAttempts, .manageSubscriptions, scope: .member,
            "List delivery attempts of a webhook", "Newest first, for 30 days.",
            parameters: [
                .limit(SubscriptionLimits.attempts, most: SubscriptionLimits.maximumAttempts),
                .query("cursor", .id, "`next` of the previous page."),
            ], answers: [.ok(.page(of: .attempt), "A page of attempts", isTagged: true, isPaged: true)],
            handler: attempts),
        RouteDefinition(
            .replayWebhookMessage, .manageSubscriptions, scope: .member, "Send a message again",
            "`Idempotency-Key` is ignored: every request sends the message.",
            body: .json(
                .object(.field("message", .text(1...200, "test:0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05")))),
            answers: [.ok(.subscriptionTest, "The outcome")],
            problems: [.of(SubscriptionProblems.ended)], isIdempotent: false, handler: replay),
    ]

    func pushKey(_ call: Call) async throws -> Response {
        .json(.ok, ["key": ways.browsers.identity.publicKey], etag: .content)
    }

    /// Lists the subscriptions on one page, because their number is limited.
    func list(_ call: Call) async throws -> Response {
        let me = try owner(call)
        try call.query.finishWholeList()
        let devices = try await database.all(.devices(of: me)).map(\.wire)
        let webhooks = try await database.all(.webhooks(of: me)).map { $0.wire(site.key) }
        return .json(.ok, Page(items: devices + webhooks, next: nil), etag: .content)
    }

    /// Adds a browser, `{kind: "webPush", endpoint, keys: {p256dh, auth}}`; an Apple device, `{kind: "applePush",
    /// token, topic?, environment?}`; or a webhook, `{kind: "webhook", url, events?}`. A webhook requires a recent
    /// sign-in, and so an account.
    func add(_ call: Call) async throws -> Response {
        let me = try await call.authorizeForAllData(.manageSubscriptions, database).object
        let new = try NewSubscription(try await call.body(), ways)
        let edits = SubscriptionEdits(person: me, key: site.key)
        switch new.endpoint {
        case .device(let device):
            return try await call.write(database) { tx in
                .json(.created, try await edits.add(device, name: new.name, in: tx))
            }
        case .webhook(let webhook):
            guard case .person = call.actor else { throw Denial.forbidden }
            try await call.requireRecentSignIn(database)
            let secret = WebhookSecret.random()
            if try await database.all(.webhooks(of: me, on: .write)).first(at: webhook.url, site.key) == nil {
                try await challenge(webhook, secret, for: me)
            }
            return try await call.write(database) { tx in
                .json(.created, try await edits.add(webhook, name: new.name, secret: secret, in: tx))
            }
        }
    }

    func edit(_ call: Call) async throws -> Response {
        let me = try owner(call)
        let id = try call.id("id", EndpointID.self)
        let patch = try SubscriptionPatch(try await call.body())
        return try await call.write(database) { tx in
            .json(.ok, try await SubscriptionEdits(person: me, key: site.key).edit(id, patch, in: tx))
        }
    }

    func remove(_ call: Call) async throws -> Response {
        let me = try await call.authorizeForAllData(.manageSubscriptions, database).object
        let id = try call.id("id", EndpointID.self)
        return try await call.write(database) { tx in
            try await SubscriptionEdits(person: me, key: site.key).remove(id, in: tx)
            return .empty()
        }
    }

    func renewSecret(_ call: Call) async throws -> Response {
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

    /// Counts a request that makes the service connect to an address chosen by the caller.
    ///
    /// - Throws: 429.
    func takeOutbound(_ person: PersonID) throws {
        try outbound.take(person.description, at: .now).require()
    }
}
