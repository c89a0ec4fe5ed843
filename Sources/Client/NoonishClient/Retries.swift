import Timing

/// The retry policy for requests that can be repeated safely: reads, idempotent writes, and POST, whose
/// attempts share an `Idempotency-Key` so that the service processes only one.
public struct Retries: Hashable, Sendable {
    /// The maximum number of attempts, including the first.
    public var attempts = 4

    /// The maximum delay before the first retry; the maximum doubles with every further one.
    public var pause = Duration.milliseconds(250)
    public var longestPause = Duration.seconds(8)

    /// The longest `Retry-After` that is honoured. If the service requests a longer wait, the problem is
    /// thrown
    /// instead.
    public var longestRetryAfter = Duration.seconds(60)

    public init() {}

    /// No retries.
    public static var none: Retries {
        var retries = Retries()
        retries.attempts = 1
        return retries
    }

    /// Returns a random part of an exponentially growing delay (full jitter), so that many clients do not
    /// retry at once.
    func pause(after attempt: Int) -> Duration {
        Backoff(first: pause, longest: longestPause).pause(after: attempt)
    }
}
