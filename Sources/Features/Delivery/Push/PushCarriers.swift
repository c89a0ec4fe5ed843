package import News
import NoonishAPI
package import Postgres

/// Sends notifications to browsers. The push service replaces an undelivered message about the same outing,
/// and the service worker replaces a displayed one, so a duplicate is shown once.
package struct WebPushCarrier: Carrier {
    package let channel = Channel.webPush
    private let database: any Database
    private let sender: WebPushSender

    package init(database: any Database, sender: WebPushSender) {
        self.database = database
        self.sender = sender
    }

    package func deliver(_ delivery: NoticeDelivery) async throws -> DeliveryOutcome {
        let device = try await database.first(.device(delivery.endpoint, of: delivery.notice.person))
        guard case .browser(let target)? = device?.target else {
            return .gone(why: "the subscription no longer exists")
        }
        return await sender.send(PushNotification(delivery), to: target)
    }
}

/// Sends notifications to Apple devices. The collapse id makes a second notification replace the first.
package struct ApplePushCarrier: Carrier {
    package let channel = Channel.applePush
    private let database: any Database
    private let sender: ApplePushSender

    package init(database: any Database, sender: ApplePushSender) {
        self.database = database
        self.sender = sender
    }

    package func deliver(_ delivery: NoticeDelivery) async throws -> DeliveryOutcome {
        let device = try await database.first(.device(delivery.endpoint, of: delivery.notice.person))
        guard case .apple(let target)? = device?.target else {
            return .gone(why: "the subscription no longer exists")
        }
        return await sender.send(PushNotification(delivery), to: target)
    }
}
