import Delivery
import Fetch
import Logging
import ServiceLifecycle
import WebPush

/// The notification channels besides mail, with their shared clients.
struct NotificationChannels: Sendable {
    let subscriptions: SubscriptionChannels
    /// Webhooks have a separate client, so that a host name that is slow to resolve does not delay push
    /// services.
    let clients: [any Service]

    static let keyFile = "push.key"

    /// Creates the channels from the settings.
    ///
    /// - Throws: ``CommandError`` for invalid settings.
    init(_ settings: Settings) throws {
        do {
            let configuration = FetchConfiguration(userAgent: "Noonish/\(Version.text)")
            let push = try FetchClient(configuration, logger: Logger(label: "push"))
            let webhooks = try FetchClient(configuration, logger: Logger(label: "webhooks"))
            let apple = settings.applePush.map {
                ApplePushSender(
                    client: push, key: $0.key, keyID: $0.keyID, teamID: $0.teamID, topic: $0.topic)
            }
            subscriptions = SubscriptionChannels(
                browsers: WebPushSender(
                    client: push, identity: try Self.identity(settings),
                    services: settings.webPush.services),
                apple: apple, webhooks: WebhookSender(client: webhooks))
            clients = [push, webhooks]
        } catch let fault as WebPushFault {
            throw CommandError(.settings, "webPush: \(fault)")
        }
    }

    /// Returns the identity of this service for push services.
    static func identity(_ settings: Settings) throws -> VAPIDIdentity {
        let contact =
            settings.webPush.contact.isEmpty ? "mailto:\(settings.mail.from)" : settings.webPush.contact
        if let key = settings.webPush.key { return try VAPIDIdentity(key: key, contact: contact) }
        let text = try SecretFile.read(keyFile, in: settings.data.folder) { SigningKey.random().text }
        return try VAPIDIdentity(key: try SigningKey(text), contact: contact)
    }
}
