import Access
import Foundation
import HTTPKit
import Hummingbird
import JSON
import NoonishAPI
import Postgres

// Messages that are sent on request of their owner: tests, challenges and replays.

extension SubscriptionRoutes {
    /// Sends a test message at once and returns the outcome.
    @Sendable func test(_ call: Call) async throws -> Response {
        let me = try owner(call)
        let id = try call.id("id", EndpointID.self)
        try takeOutbound(me)
        if let device = try await database.first(.device(id, of: me)) {
            let language = call.language(of: try await database.one(.locale(of: me)))
            let text = PushNotification(test: "test:\(UUID.v7())", in: language)
            let outcome =
                switch device.target(site.key) {
                case .browser(let target)?: await ways.browsers.send(text, to: target)
                case .apple(let target)?: await ways.apple?.send(text, to: target)
                case nil:
                    DeliveryOutcome.gone(
                        why: "The device must subscribe again, because the service has another key.")
                }
            return .json(.ok, outcome.map(SubscriptionTest.init) ?? .notConfigured)
        }
        let webhook = try await webhook(id, of: me)
        let draft = WebhookMessage(.test, at: ways.webhooks.now(), data: [:], id: "test:\(UUID.v7())")
        let message = try await database.one(.store(draft, for: webhook)).message
        return .json(.ok, try await send(message, to: webhook))
    }

    /// Sends an earlier message to a webhook again, unchanged and with the same id.
    @Sendable func replay(_ call: Call) async throws -> Response {
        let me = try owner(call)
        let id = try call.id("id", EndpointID.self)
        let message = try await call.body("message", .text(1...200))
        let webhook = try await webhook(id, of: me)
        guard webhook.endedAt == nil else { throw SubscriptionProblems.ended }
        guard let kept = try await database.first(.message(message, of: webhook)) else {
            throw Problem.notFound
        }
        try takeOutbound(me)
        return .json(.ok, try await send(kept.message, to: webhook))
    }

    @Sendable func attempts(_ call: Call) async throws -> Response {
        let me = try owner(call)
        var query = call.query
        let cursor = query.optional("cursor", .parsed("a cursor from `next`") { UUID(uuidString: $0) })
        let limit = query.optional(
            "limit", .integer(1...SubscriptionLimits.maximumAttempts), default: SubscriptionLimits.attempts)
        try query.finish()
        let webhook = try await webhook(try call.id("id"), of: me)
        let rows = try await database.all(.attempts(of: webhook, before: cursor, limit: limit + 1))
        let shown = rows.prefix(limit)
        let next = rows.count > limit ? shown.last.map { $0.id.canonicalText } : nil
        return .json(
            .ok, Page(items: shown.map(\.wire), next: next), etag: .content, headers: call.link(toNext: next))
    }

    /// Sends a nonce that the receiver must repeat, so that no one can direct messages to an address that they do
    /// not control.
    ///
    /// - Throws: 422 `webhook_not_confirmed`. It reports the status of the response, but never its content.
    func challenge(_ webhook: NewWebhook, _ secret: WebhookSecret, for person: PersonID) async throws {
        try takeOutbound(person)
        let nonce = RandomToken.make()
        let message = WebhookMessage(
            .challenge, at: ways.webhooks.now(), data: ["challenge": nonce], id: "challenge:\(UUID.v7())")
        let attempt = await ways.webhooks.send(message, to: webhook.url, signedBy: [secret])
        guard attempt.isAccepted else { throw SubscriptionProblems.notConfirmed(attempt.description) }
        guard String(decoding: attempt.body, as: UTF8.self).contains(nonce) else {
            throw SubscriptionProblems.notConfirmed("The response didn't contain the challenge.")
        }
    }

    private func webhook(_ id: EndpointID, of person: PersonID) async throws -> WebhookRow {
        guard let webhook = try await database.first(.webhook(id, of: person)) else { throw Problem.notFound }
        return webhook
    }

    private func send(_ message: WebhookMessage, to webhook: WebhookRow) async throws -> SubscriptionTest {
        let secrets = try webhook.secrets(site.key)
        guard let url = webhook.url(site.key) else { throw WebhookSecret.DecryptionError() }
        let attempt = await ways.webhooks.send(message, to: url, signedBy: secrets)
        try await database.execute(.recordAttempt(attempt, at: message, to: webhook))
        return SubscriptionTest(
            delivered: attempt.isAccepted, detail: attempt.isAccepted ? nil : attempt.description)
    }
}

extension SubscriptionTest {
    static let notConfigured = SubscriptionTest(
        delivered: false, detail: "This service has no key for Apple's push service any more.")

    init(_ outcome: DeliveryOutcome) {
        switch outcome {
        case .sent: self.init(delivered: true, detail: nil)
        case .retry(_, let why), .gone(let why), .refused(let why): self.init(delivered: false, detail: why)
        }
    }
}

extension Query where Row == String? {
    fileprivate static func locale(of person: PersonID) -> Self {
        Query("delivery.read_locale", "SELECT locale FROM person WHERE id = \(person)")
    }
}
