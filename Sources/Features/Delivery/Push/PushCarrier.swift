import Access
import News
import NoonishAPI
import Postgres

/// Sends notifications to devices over one push service, which replaces an undelivered message about the same outing.
/// The device replaces a displayed one, so a duplicate is shown once.
struct PushCarrier: Carrier {
    let channel: Channel
    private let database: any Database
    private let key: SecretKey
    /// Sends a notification; `nil` if the device does not belong to this service.
    private let send: @Sendable (PushNotification, DeviceRow.Target) async -> DeliveryOutcome?

    init(database: any Database, sender: WebPushSender, key: SecretKey) {
        channel = .webPush
        self.database = database
        self.key = key
        send = { notification, device in
            guard case .browser(let target) = device else { return nil }
            return await sender.send(notification, to: target)
        }
    }

    init(database: any Database, sender: ApplePushSender, key: SecretKey) {
        channel = .applePush
        self.database = database
        self.key = key
        send = { notification, device in
            guard case .apple(let target) = device else { return nil }
            return await sender.send(notification, to: target)
        }
    }

    func deliver(_ delivery: NoticeDelivery) async throws -> DeliveryOutcome {
        let device = try await database.first(.device(delivery.endpoint, of: delivery.notice.person))
        guard let target = device?.target(key), let outcome = await send(PushNotification(delivery), target)
        else {
            return .gone(why: "the subscription no longer exists, or is encrypted with another key")
        }
        return outcome
    }
}
