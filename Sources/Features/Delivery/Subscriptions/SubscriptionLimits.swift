/// Limits of devices and webhooks.
enum SubscriptionLimits {
    /// Browsers and phones of one person: enough for a household, with some forgotten ones. Devices are
    /// removed when their push service reports them gone.
    static let devices = 20
    /// Webhooks of one person; each costs a request for every notice.
    static let webhooks = 5
    /// Bytes of an address. Those of push services are 200 to 700 bytes long; the unique index permits 2,700.
    static let addressBytes = 2_000
    static let name = 1...80
    /// Hexadecimal digits of an Apple device token: 64 today, but "of variable length" according to Apple.
    static let deviceToken = 64...200

    /// Tests and challenges of one person: the burst and the rate for each second. Each makes this service
    /// send a request to an address that the person chose.
    static let outboundBurst = 5
    static let outboundPerSecond = 1.0 / 30

    /// How long a push service keeps an undelivered message, in seconds: until the outing is over, within these
    /// bounds, or ``defaultPushTimeToLive`` if it has no time.
    static let pushTimeToLive = 3_600.0...604_800.0
    static let defaultPushTimeToLive = 259_200.0
    /// Characters of a notification's text. Devices show two to four lines.
    static let notificationText = 400

    /// How long a former secret also signs.
    static let formerSecretLife = Duration.seconds(86_400)
    /// How long messages to webhooks and their attempts are kept.
    static let webhookLog = Duration.seconds(30 * 86_400)
    /// Attempts on a page of the log by default, and at most.
    static let attempts = 20
    static let maximumAttempts = 100
    /// Time limits for a webhook's response and connection. The total is less than
    /// ``DeliveryLimits/sendTimeout``, so that the outcome is always recorded.
    static let webhookTimeout = Duration.seconds(8)
    static let webhookConnectTimeout = Duration.seconds(3)
    static let webhookResponseBytes = 65_536
}
