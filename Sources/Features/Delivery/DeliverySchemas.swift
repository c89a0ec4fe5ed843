import JSON
import News
import NoonishAPI
import OpenAPI

/// The wire types of notification settings and subscriptions, as schemas.
extension Schema {
    static let channel = Schema.named(
        "ChannelPreference",
        .object(
            .field("channel", .words(Self.channels)),
            .field("wanted", .boolean, "Whether notifications are sent through it."),
            .field("quietHours", quietHours.orNull, "Null if there are none."),
            .field("urgent", .boolean, "Whether urgent notifications are sent during quiet hours.")))

    /// Every channel except the inbox, which cannot be turned off.
    static let channels = Channel.allCases.filter { $0 != .inbox }.map(\.rawValue)

    static let quietHours = Schema.named(
        "QuietHours",
        .object(
            .field(
                "from", .pattern("^([01][0-9]|2[0-3]):[0-5][0-9]$", "22:00"),
                "A local time in the person's time zone."),
            .field(
                "until", .pattern("^([01][0-9]|2[0-3]):[0-5][0-9]$", "07:00"),
                "On the next day if it is before `from`.")))

    static let subscription = Schema.named(
        "Subscription",
        .object(
            .field("id", .id), .field("kind", .oneOf(Subscription.Kind.self)),
            .field("name", .string("My phone").orNull),
            .field("destination", .string("fcm.googleapis.com"), "The host that messages are sent to."),
            .field("createdAt", .instant),
            .optional("url", .string("https://example.org/hook"), "For a webhook: its URL."),
            .optional(
                "events", .array(of: .oneOf(WebhookMessage.Kind.self)),
                "For a webhook: the events that it receives; empty for all."),
            .optional(
                "formerSecretUntil", .instant.orNull, "Until when the previous secret also signs messages."),
            .optional(
                "secret", .string("whsec_kYd3wJ0m8Qe2"),
                "For a webhook, in one response only: the key that signs messages."),
            .field("endedAt", .instant.orNull, "Nothing is sent to it any more."),
            .field("endedBecause", .string("It answered 410.").orNull)))

    static let subscriptionTest = Schema.named(
        "SubscriptionTest",
        .object(
            .field("delivered", .boolean),
            .field("detail", .string("It answered 500.").orNull, "The reason of a failure.")))

    static let attempt = Schema.named(
        "WebhookAttempt",
        .object(
            .field(
                "message", .string("test:0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05"),
                "The `webhook-id` of the message."),
            .field("type", .oneOf(WebhookMessage.Kind.self, .updated)), .field("at", .instant),
            .field("status", .integer(100...599, 204).orNull, "Null if there was no response."),
            .field("failure", .string("connection refused").orNull),
            .field("milliseconds", .integer(0...Int.max, 31))))

    static let newSubscription = Schema.any(
        of: .object(
            .field("kind", .constant("webPush")), .optional("name", name.orNull),
            .field(
                "endpoint",
                .text(1...SubscriptionLimits.addressBytes, "https://fcm.googleapis.com/fcm/send/x")),
            .field(
                "keys",
                .object(
                    .field(
                        "p256dh",
                        .text(
                            1...200,
                            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
                        )),
                    .field("auth", .text(1...200, "BTBZMqHH6r4Tts7J_aSIgg"))))),
        .object(
            .field("kind", .constant("applePush")), .optional("name", name.orNull),
            .field("token", .pattern("^([0-9a-fA-F]{2}){32,100}$", String(repeating: "0af1", count: 16))),
            .optional("topic", .text(1...200, "org.example.noonish").orNull),
            .optional("environment", .words(["production", "sandbox"]).orNull)),
        .object(
            .field("kind", .constant("webhook")), .optional("name", name.orNull),
            .field("url", .text(1...SubscriptionLimits.addressBytes, "https://example.org/hook")),
            .optional("events", events.orNull)))

    static let subscriptionPatch = Schema.object(
        .optional("name", name.orNull), .optional("events", events.orNull),
        .optional("enabled", boolean.orNull))

    private static let name = Schema.text(SubscriptionLimits.name, "My phone")

    private static let events = Schema.array(
        of: .words(WebhookMessage.Kind.choosable.map(\.rawValue)), max: WebhookMessage.Kind.choosable.count)
}
