package import Access
import Initializers
package import News
import NoonishAPI
import Orders
import Outings
package import Postgres
package import Restaurants

/// Sends notices to webhooks. The `webhook-id` consists of watch and revision, so receivers can detect
/// duplicates.
@MemberwiseInit
package struct WebhookCarrier: Carrier {
    package let channel: Channel = .webhook
    private let database: any Database
    private let sender: WebhookSender
    private let key: SecretKey
    private let hours: HoursPatterns

    /// Returns the webhook instead of its host, which it may share with those of strangers: a receiver that fails
    /// must not stop their messages. ``FetchLimits/perDestination`` limits concurrent requests to a host.
    package func destination(of delivery: NoticeDelivery) -> String { delivery.endpoint.description }

    package func deliver(_ delivery: NoticeDelivery) async throws -> DeliveryOutcome {
        let person = delivery.notice.person
        let webhook = try await database.first(.webhook(delivery.endpoint, of: person))
        guard let webhook, webhook.endedAt == nil else {
            return .gone(why: "the webhook was disabled by its owner")
        }
        let draft = WebhookMessage(
            delivery, openThen: hours.openThen(delivery.notice.row.outing),
            orderState: try await database.first(.orderState(of: delivery.notice.outing)))
        guard webhook.wants(draft.type) else { return .sent }
        let secrets = try webhook.secrets(key)
        guard let url = webhook.url(key) else { throw WebhookSecret.DecryptionError() }
        let message = try await database.one(.store(draft, for: webhook)).message
        let attempt = await sender.send(message, to: url, signedBy: secrets)
        try await database.execute(.recordAttempt(attempt, at: message, to: webhook))
        if attempt.isAccepted { return .sent }
        guard attempt.status == 410 else {
            return .retry(after: attempt.retryAfter, why: attempt.description)
        }
        try await database.execute(.endWebhook(webhook.id, of: person, why: attempt.description))
        return .gone(why: attempt.description)
    }
}
