/// Every number of devices and webhooks.
enum SubscriptionLimits {
    /// Browsers and phones of one person: a household's, with some that were forgotten. Those that are gone are removed
    /// by their push service's word.
    static let devices = 20
    /// Webhooks of one person: each costs a request for each piece of news.
    static let webhooks = 5
    /// Bytes of an address. Push services' are 200 to 700 long; the unique index takes 2,700.
    static let addressBytes = 2_000
    static let name = 1...80
    /// Hexadecimal digits of an Apple device token: 64 today, "of variable length" by Apple's word.
    static let deviceToken = 64...200

    /// Tests and challenges that one person may cause in a burst, and how many come back a second: each makes this
    /// service send a request to an address that the person chose.
    static let outboundBurst = 5
    static let outboundPerSecond = 1.0 / 30

    /// Messages on their way that a push service keeps for a device that is off: until the outing is over, but at least
    /// and at most this long, and this long without a time. Seconds.
    static let keptAtPushService = 3_600.0...604_800.0
    static let keptWithoutTime = 259_200.0
    /// Characters of a notification's text. Devices show two to four lines.
    static let notificationText = 400

    /// How long a former secret signs along.
    static let formerSecretLife = Duration.seconds(86_400)
    /// What was said to a webhook and what became of it is kept this long.
    static let webhookLog = Duration.seconds(30 * 86_400)
    /// Attempts in a page of the log, unless the reader says otherwise, and the most.
    static let attempts = 20
    static let mostAttempts = 100
    /// A receiver answers within this; below ``DeliveryLimits/sendTime``, so that what became of it is always noted.
    static let webhookTime = Duration.seconds(8)
    static let webhookConnect = Duration.seconds(3)
    static let webhookAnswerBytes = 65_536
}
