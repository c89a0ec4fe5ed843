/// Limits of the Yelp client: the first block is Yelp's contract, the second our choice.
///
/// - Source: docs.developer.yelp.com, "Business Search", "Rate Limiting"; Yelp's API terms for caching.
enum YelpLimits {
    /// Maximum search radius in **metres**; Yelp rejects more.
    static let radius = 40_000.0
    /// Maximum number of businesses in one response.
    static let page = 50
    /// Seconds for which anything but a business's id may be cached.
    static let maximumCacheAge = 86_400.0

    /// Seconds for which a response is cached: short, because open states and places change.
    static let cacheSeconds = 3_600.0
    /// Maximum number of cached responses: a few megabytes.
    static let maximumCachedResponses = 200
    /// Factor for rounding degrees before they are sent: three places, about 100 m, so that no exact
    /// position is revealed and neighbours share a cached response.
    static let roundingFactor = 1_000.0
    /// Maximum size of a response in bytes: 50 businesses have about 80 kB.
    static let answerBytes = 1_024 * 1_024
    /// Seconds without requests after a failure, so that an unavailable source does not slow every search.
    static let pauseAfterFailure = 30.0
    /// Seconds without requests after the key was rejected, which only the operator can fix.
    static let pauseAfterRejection = 600.0
    /// Seconds without requests after 429 without a time to wait.
    static let pauseAfterRateLimit = 2.0
    /// Maximum pause that a `Retry-After` can cause, in seconds: a day.
    static let maximumPause = 86_400.0
}
