package import News
import NoonishAPI
package import Postgres

/// Notifies browsers. A push service replaces an undelivered message of the same outing, and our service worker a shown
/// one, so that sending twice shows once.
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
        guard case .browser(let target)? = device?.target else { return .gone(why: "nobody subscribes") }
        return await sender.send(PushText(delivery), to: target)
    }
}

/// Notifies Apple's devices; a collapse id makes a second notification replace the first.
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
        guard case .apple(let target)? = device?.target else { return .gone(why: "nobody subscribes") }
        return await sender.send(PushText(delivery), to: target)
    }
}
