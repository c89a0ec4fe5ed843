package import Access
internal import Outings
package import Postgres
package import Restaurants

/// The ways out that subscriptions can ask for in this service.
package struct SubscriptionWays: Sendable {
    let browsers: WebPushSender
    /// Nil: the operator has no key of Apple's.
    let apple: ApplePushSender?
    let webhooks: WebhookSender

    package init(browsers: WebPushSender, apple: ApplePushSender?, webhooks: WebhookSender) {
        self.browsers = browsers
        self.apple = apple
        self.webhooks = webhooks
    }

    /// What takes news out by these ways.
    package func carriers(
        on database: any Database, key: SecretKey, hours: HoursPatterns
    ) -> [any Carrier] {
        let always: [any Carrier] = [
            WebPushCarrier(database: database, sender: browsers),
            WebhookCarrier(database: database, sender: webhooks, key: key, hours: hours),
        ]
        return always + (apple.map { [ApplePushCarrier(database: database, sender: $0)] } ?? [])
    }
}
