import HTTPKit

/// Problems of subscriptions.
enum SubscriptionProblems {
    static let tooManyDevices = Problem.conflict(
        "too_many_devices",
        "You already have \(SubscriptionLimits.devices) devices with notifications. Remove one that you no longer use."
    ).withLimit(SubscriptionLimits.devices)

    static let tooManyWebhooks = Problem.conflict(
        "too_many_webhooks", "You already have \(SubscriptionLimits.webhooks) webhooks. Remove one first."
    ).withLimit(SubscriptionLimits.webhooks)

    /// The endpoint is registered with different keys. Knowing its address is not enough to take over another
    /// person's browser.
    static let endpointTaken = Problem.conflict(
        "endpoint_taken", "This endpoint was registered with different keys. Subscribe again in the browser.")

    static func notConfirmed(_ why: String) -> Problem {
        .unprocessable(
            "webhook_not_confirmed",
            "The receiver must answer the challenge with status 200 and return data.challenge. \(why)",
            pointer: "/url")
    }

    static let notAWebhook = Problem.unprocessable("not_a_webhook", "This setting applies to webhooks only.")
    static let ended = Problem.conflict("webhook_ended", "This webhook is disabled; enable it first.")
}
