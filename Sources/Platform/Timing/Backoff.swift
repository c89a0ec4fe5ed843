/// Exponential back-off with jitter: the longest pause doubles with each failure up to a limit, and the pause is
/// a random part of it, so that clients which failed together do not retry together.
///
/// - Source: M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog.
public struct Backoff: Hashable, Sendable {
    /// The longest pause after the first failure.
    public var first: Duration
    /// The longest pause after any number of failures.
    public var longest: Duration
    /// The random part of the longest pause that is waited.
    public var jitter: Jitter

    /// How much of a pause is random.
    public enum Jitter: Hashable, Sendable {
        /// Between nothing and all of it: spreads clients widest.
        case full
        /// Between half and all of it: never returns at once.
        case half

        fileprivate var factors: ClosedRange<Double> {
            switch self {
            case .full: 0...1
            case .half: 0.5...1
            }
        }
    }

    public init(first: Duration, longest: Duration, jitter: Jitter = .full) {
        self.first = first
        self.longest = longest
        self.jitter = jitter
    }

    /// Returns the pause before the next attempt.
    ///
    /// - Parameter failures: The number of failures in a row; 1 or more.
    public func pause(after failures: Int) -> Duration {
        min(first * (1 << min(max(failures, 1) - 1, 20)), longest).jittered(jitter)
    }
}

extension Duration {
    /// Returns a random part of this duration, so that processes which wait for the same time do not act in
    /// lockstep.
    public func jittered(_ jitter: Backoff.Jitter = .half) -> Duration {
        self * Double.random(in: jitter.factors)
    }

    /// Returns a duration that is shorter by a random part of at most `share`, from 0 to 1.
    public func shortened(byUpTo share: Double) -> Duration { self * Double.random(in: 1 - share...1) }
}
