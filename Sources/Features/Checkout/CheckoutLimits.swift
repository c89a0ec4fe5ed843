/// The limits of checkouts, with their units and reasons.
enum CheckoutLimits {
    /// How long a page of the provider is open, in seconds: at least half an hour by the provider's rules.
    static let life = 3_600
    /// How old a checkout whose page was never made may be to be tried again, in seconds: the page must stay open for
    /// half an hour.
    static let retryAge = 1_500
    /// Checkouts that one person can start in a day: a bill each, with some second thoughts. Each asks the provider.
    static let perDay = 30
    /// The time between two reads of the provider is doubled from `firstRead` to `longestRead`, in seconds, so that a
    /// payment whose event is lost is booked within five minutes.
    static let firstRead = 15
    static let longestRead = 240
    /// How often a paid checkout is read, for refunds at the provider of which no event came, and for how long.
    static let paidRead = 86_400
    static let paidReads = 30
    /// How long a process that asks the provider has the checkout to itself, in seconds: longer than it asks.
    static let claim = 60
    /// How long after its end, in seconds, a page is known to have been read for the last time.
    static let lastRead = 600
    static let interval = Duration.seconds(3)
    static let cardInterval = Duration.seconds(60)
    static let batch = 50
    /// For one request to the provider, which answers within two seconds as a rule.
    static let timeout = Duration.seconds(8)
    static let responseBytes = 262_144
    /// The maximum age of an event's signature, in seconds, and how far its clock may be ahead.
    static let tolerance = 300
    /// How long checkouts are kept at least: as long as bills keep who paid.
    static let kept = Duration.seconds(3 * 365 * 86_400)
    static let faultLength = 500
}
