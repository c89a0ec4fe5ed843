/// Every number of Yelp: the first block is its contract, the second our choice.
///
/// - Source: docs.developer.yelp.com, "Business Search", "Rate Limiting"; Yelp's API terms for caching.
enum YelpLimits {
    /// **Metres**; more is refused.
    static let radius = 40_000.0
    /// Businesses of one answer.
    static let page = 50
    /// Nothing but a business's id may be kept longer.
    static let longestKept = 86_400.0

    /// How long an answer is shown again, in seconds: what is open now changes, and so does what is there.
    static let kept = 3_600.0
    /// Answers in memory: a few megabytes.
    static let answers = 200
    /// Decimals of the degrees that are sent: about 100 m, so that nobody's door is told, and neighbours share an answer.
    static let decimals = 1_000.0
    /// Bytes of an answer: 50 businesses have about 80 kB.
    static let answerBytes = 1_024 * 1_024
    /// Seconds without asking after a failure, so that a dead source does not slow every search.
    static let pauseAfterFailure = 30.0
    /// Seconds without asking after the key was refused: only the operator can help.
    static let pauseAfterRefusal = 600.0
    /// Seconds without asking when it says "too fast" and not for how long.
    static let pauseAfterHaste = 2.0
    /// The longest pause that a `Retry-After` can ask for, in seconds: a day.
    static let longestPause = 86_400.0
}
