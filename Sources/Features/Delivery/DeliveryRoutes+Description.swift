package import Access
internal import Accounts
internal import HTTPKit
internal import HTTPTypes
import News
internal import OpenAPI

extension PreferenceRoutes {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/v1/me/channels", id: "listChannels", .member, "How I am told",
            answers: [.ok(.page(of: .channel), "Every channel but the inbox", isTagged: true)]),
        RouteDescription(
            .patch, "/v1/me/channels/{channel}", id: "editChannel", .member, "Change how I am told",
            parameters: [.path("channel", .words(Schema.channels), "What is not a channel is 404.")],
            body: .mergePatch(
                .object(
                    .optional("wanted", Schema.boolean.orNull),
                    .optional("quietHours", Schema.quietHours.orNull),
                    .optional("urgent", Schema.boolean.orNull))),
            answers: [.ok(.channel, "The channel as it is now", isTagged: true)], problems: [.faults("empty")]
        ),
    ]
}

extension UnsubscribePage {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/unsubscribe/{token}", id: "showUnsubscribePage", .anyone, kind: .page,
            "The page that ends mail about an outing", parameters: [.token], answers: [.page("The page")]),
        RouteDescription(
            .post, "/unsubscribe/{token}", id: "unsubscribe", .anyone, kind: .page,
            "End mail about an outing",
            "By the page's button or by a mail program's own (RFC 8058). The body is not read.",
            parameters: [.token], answers: [.page("Ended")]),
    ]
}

extension Parameter {
    fileprivate static let token = Parameter.path(
        "token", .string("0197f2a0….kYd3wJ0m8Qe2"), "As it stands in the mail.")
}

extension SubscriptionRoutes {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/v1/push/key", id: "readPushKey", .anyone, "What a browser needs to subscribe",
            answers: [
                .ok(
                    .object(.field("key", .string("BCVxsr7N_eNgVRqvHtD0zTZsEc6"), "`applicationServerKey`.")),
                    "The key",
                    isTagged: true)
            ]),
        RouteDescription(
            .get, "/v1/subscriptions", id: "listSubscriptions", .member, "Devices and programs that are told",
            parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .subscription), "All of them, on one page", isTagged: true)]),
        RouteDescription(
            .post, "/v1/subscriptions", id: "subscribe", .member, "Tell a device or a program",
            "A webhook must answer a challenge first; its secret is in the answer, this once. What is known already is told again.",
            body: .json(.newSubscription), answers: [.created(.subscription, "The subscription")],
            problems: [
                .faults(
                    "unknown_push_service", "not_a_key", "apple_push_not_configured", "unknown_topic",
                    "address_refused"),
                .of(SubscriptionProblems.tooManyDevices), .of(SubscriptionProblems.tooManyWebhooks),
                .of(SubscriptionProblems.notConfirmed("It did not answer.")), .of(SubscriptionProblems.endpointTaken),
                .signInAgain,
            ]),
        RouteDescription(
            .patch, "/v1/subscriptions/{id}", id: "editSubscription", .member, "Change a subscription",
            body: .mergePatch(.subscriptionPatch), answers: [.ok(.subscription, "As it is now")],
            problems: [.of(SubscriptionProblems.notAWebhook)]),
        RouteDescription(
            .delete, "/v1/subscriptions/{id}", id: "unsubscribeDevice", .member, "Tell it no more",
            answers: [.done("Nothing is sent to it any more")]),
        RouteDescription(
            .post, "/v1/subscriptions/{id}/test", id: "testSubscription", .member, "Send it something now",
            "`Idempotency-Key` is ignored: each time something is sent.",
            answers: [.ok(.subscriptionTest, "What became of it")], isIdempotent: false),
        RouteDescription(
            .post, "/v1/subscriptions/{id}/secret", id: "renewWebhookSecret", .member,
            "Another secret for a webhook", "The one until now signs along for a day.",
            answers: [.ok(.subscription, "With the secret, this once")], problems: [.signInAgain]),
        RouteDescription(
            .get, "/v1/subscriptions/{id}/attempts", id: "listWebhookAttempts", .member,
            "What became of messages to a webhook", "The newest first, for 30 days.",
            parameters: [
                .limit(SubscriptionLimits.attempts, most: SubscriptionLimits.maximumAttempts),
                .query("cursor", .id, "`next` of the page before."),
            ],
            answers: [.ok(.page(of: .attempt), "A page of attempts", isTagged: true, isPaged: true)]),
        RouteDescription(
            .post, "/v1/subscriptions/{id}/replay", id: "replayWebhookMessage", .member,
            "Send a message once more", "`Idempotency-Key` is ignored: each time it is sent.",
            body: .json(
                .object(.field("message", .text(1...200, "test:0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05")))),
            answers: [.ok(.subscriptionTest, "What became of it")],
            problems: [.of(SubscriptionProblems.ended)],
            isIdempotent: false),
    ]
}
