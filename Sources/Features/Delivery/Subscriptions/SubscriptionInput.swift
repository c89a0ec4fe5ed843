import Access
import Fetch
import HTTPKit
import JSON
import News
import NoonishAPI
import WebPush

/// A validated request for a subscription.
struct NewSubscription: Sendable {
    let name: String?
    let endpoint: Endpoint

    enum Endpoint: Sendable {
        case device(NewDevice)
        case webhook(NewWebhook)
    }

    /// Parses the request.
    ///
    /// - Throws: 400 or 422, naming every fault.
    init(_ body: ObjectReader, _ ways: SubscriptionChannels) throws(Problem) {
        var body = body
        let kind = body.required("kind", .oneOf(Subscription.Kind.self))
        let name = body.optional("name", .text(SubscriptionLimits.name))
        let way: Endpoint? =
            switch kind {
            case .webPush: NewDevice(browser: &body, ways).map(Endpoint.device)
            case .applePush: NewDevice(apple: &body, ways).map(Endpoint.device)
            case .webhook: NewWebhook(&body, ways).map(Endpoint.webhook)
            case nil: nil
            }
        self.endpoint = try body.finish(way)
        self.name = name
    }
}

/// A browser or phone that is to be notified.
struct NewDevice: Hashable, Sendable {
    let channel: Channel
    let address: DeviceAddress
    let destination: String
    let environment: ApplePushSender.Environment?

    /// Parses `{endpoint, keys: {p256dh, auth}}`, as written by `PushSubscription.toJSON()`; `nil` after
    /// recording a fault.
    init?(browser body: inout ObjectReader, _ ways: SubscriptionChannels) {
        let address = body.required("endpoint", .text(1...SubscriptionLimits.addressBytes))
        if [nil, .null].contains(body.value("keys")) { body.refuse("keys", "missing", "Required.") }
        let keys = body.object("keys") { (keys: inout ObjectReader) -> PushKeys? in
            let point = keys.required("p256dh", .text(1...200))
            let secret = keys.required("auth", .text(1...200))
            guard let point, let secret else { return nil }
            do throws(WebPushFault) {
                return try PushKeys(p256dh: point, auth: secret)
            } catch {
                keys.refuse(
                    error == .notAPublicKey ? "p256dh" : "auth", "not_a_key", "Invalid key: \(error).")
                return nil
            }
        }
        guard let address, let keys else { return nil }
        guard let url = try? NetworkURL(address), ways.browsers.services.way(to: url) != nil else {
            body.refuse(
                "endpoint", "unknown_push_service", "This is not an address of a supported push service.")
            return nil
        }
        self.init(
            channel: .webPush, address: DeviceAddress(text: address, keys: keys), destination: url.host,
            environment: nil)
    }

    /// Parses `{token, topic?, environment?}`; `nil` after recording a fault.
    init?(apple body: inout ObjectReader, _ ways: SubscriptionChannels) {
        let token = body.required(
            "token",
            .parsed("a device token in hexadecimal digits") { text in
                SubscriptionLimits.deviceToken.contains(text.count) && text.count.isMultiple(of: 2)
                    && text.allSatisfy(\.isHexDigit) && text.allSatisfy(\.isASCII) ? text.lowercased() : nil
            })
        let topic = body.optional("topic", .text(1...200))
        let environment =
            body.optional("environment", .oneOf(ApplePushSender.Environment.self)) ?? .production
        guard let apple = ways.apple else {
            body.refuse(
                "kind", "apple_push_not_configured", "This service has no key for Apple's push service.")
            return nil
        }
        if let topic, topic != apple.topic {
            body.refuse("topic", "unknown_topic", "This service sends notifications to another app.")
            return nil
        }
        guard let token else { return nil }
        self.init(
            channel: .applePush, address: DeviceAddress(text: token, keys: nil),
            destination: apple.host(of: environment), environment: environment)
    }

    private init(
        channel: Channel, address: DeviceAddress, destination: String,
        environment: ApplePushSender.Environment?
    ) {
        self.channel = channel
        self.address = address
        self.destination = destination
        self.environment = environment
    }
}

/// A program that is to be notified over HTTP.
struct NewWebhook: Hashable, Sendable {
    let url: String
    let host: String
    let events: [WebhookMessage.Kind]

    /// Parses `{url, events?}`; `nil` after recording a fault.
    init?(_ body: inout ObjectReader, _ ways: SubscriptionChannels) {
        let url = body.required("url", .text(1...SubscriptionLimits.addressBytes))
        events = Self.events(&body)
        guard let url else { return nil }
        if let refusalReason = ways.webhooks.refusalReason(to: url) {
            body.refuse("url", "address_refused", "The address \(refusalReason).")
            return nil
        }
        guard let parsed = try? NetworkURL(url) else {
            body.refuse("url", "malformed", "Expected an https:// address.")
            return nil
        }
        self.url = parsed.text
        host = parsed.host
    }

    static func events(_ body: inout ObjectReader) -> [WebhookMessage.Kind] {
        let words = WebhookMessage.Kind.choosable
        let list = words.map(\.rawValue).joined(separator: ", ")
        return body.array(
            "events",
            .parsed("one of \(list)", code: "not_one_of") { text in words.first { $0.rawValue == text } },
            max: words.count)
    }
}

/// A validated change of a subscription.
struct SubscriptionPatch: Sendable {
    let name: PatchField<String>
    /// For webhooks only.
    let events: [WebhookMessage.Kind]?
    /// For webhooks only: false ends the webhook, true resumes it from the present state.
    let isEnabled: Bool?

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        name = body.field("name", .text(SubscriptionLimits.name))
        events = body.has("events") ? NewWebhook.events(&body) : nil
        isEnabled = body.optional("enabled", .boolean)
        try body.finish()
    }
}
