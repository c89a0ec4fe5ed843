/// When something is tried again that can be: a read, a write that comes to the same when it is done twice, and a POST, whose
/// attempts share an `Idempotency-Key` so that the service does it once.
public struct Retries: Hashable, Sendable {
    /// How often at most, the first time counted.
    public var attempts = 4

    /// The first pause is at most this, every further one at most twice as long.
    public var pause = Duration.milliseconds(250)
    public var longestPause = Duration.seconds(8)

    /// A service that says `Retry-After` is believed up to here; whoever should wait longer is told so instead.
    public var patience = Duration.seconds(60)

    public init() {}

    /// None at all.
    public static var none: Retries {
        var retries = Retries()
        retries.attempts = 1
        return retries
    }

    /// A random part of a pause that doubles, so that many programs do not come back at once.
    func pause(after attempt: Int) -> Duration {
        let doubled = pause * (1 << min(attempt - 1, 20))
        return min(doubled, longestPause) * Double.random(in: 0...1)
    }
}
