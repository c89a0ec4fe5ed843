package import Access
import Initializers
import Outings
package import Postgres
package import Restaurants

/// The channels that subscriptions can use, as configured.
@MemberwiseInit
package struct SubscriptionChannels: Sendable {
    let browsers: WebPushSender
    /// `nil` if no Apple key is configured.
    let apple: ApplePushSender?
    let webhooks: WebhookSender

    /// Returns the carriers of these channels.
    package func carriers(
        on database: any Database, key: SecretKey, hours: HoursPatterns
    ) -> [any Carrier] {
        let always: [any Carrier] = [
            PushCarrier(database: database, sender: browsers, key: key),
            WebhookCarrier(database: database, sender: webhooks, key: key, hours: hours),
        ]
        return always + (apple.map { [PushCarrier(database: database, sender: $0, key: key)] } ?? [])
    }
}
