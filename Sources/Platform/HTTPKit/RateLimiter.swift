import Synchronization

/// The parameters of a token bucket: a burst of `capacity`, and `refillPerSecond` in the long run.
package struct RatePolicy: Hashable, Sendable {
    /// Name in the header fields; letters, digits, `_` and `-`.
    package let name: String
    package let capacity: Int
    package let refillPerSecond: Double

    package init(_ name: String, capacity: Int, refillPerSecond: Double) {
        precondition(capacity > 0 && refillPerSecond > 0, "a rate policy lets at least something through")
        self.name = name
        self.capacity = capacity
        self.refillPerSecond = refillPerSecond
    }

    /// Seconds to refill an empty bucket.
    var windowSeconds: Double { Double(capacity) / refillPerSecond }
}

/// In-memory token buckets of one process, one per key. Where several processes share a limit, each assumes that the
/// others see as many requests of a key as it does.
///
/// Buckets are kept in two generations. A bucket that has not been used for twice as long as it takes to fill
/// is full, and a full bucket need not be stored; so the older generation is dropped as a whole in one
/// assignment. If more than `keys` callers arrive in less time, it is dropped early. Some callers then get a
/// fresh bucket too soon, which is the price of bounded memory.
package final class RateLimiter: Sendable {
    private struct Bucket {
        var tokens: Double
        var at: ContinuousClock.Instant
    }

    private struct Generations {
        var young: [String: Bucket] = [:]
        var old: [String: Bucket] = [:]
        var since: ContinuousClock.Instant?
    }

    package let policy: RatePolicy
    private let keys: Int
    private let processCount: @Sendable () -> Int
    private let state = Mutex(Generations())

    /// Creates a limiter.
    ///
    /// - Parameters:
    ///   - policy: The parameters of each bucket.
    ///   - keys: Maximum number of keys per generation, about 150 bytes each.
    ///   - processCount: The number of processes that share the limit.
    package init(
        _ policy: RatePolicy, keys: Int = 50_000, processCount: @escaping @Sendable () -> Int = { 1 }
    ) {
        self.policy = policy
        self.keys = max(1, keys)
        self.processCount = processCount
    }

    /// Takes `cost` tokens from the bucket of `key`, or none if it holds fewer.
    package func take(_ key: String, cost: Int = 1, at now: ContinuousClock.Instant) -> RateDecision {
        let cost = sharedCost(cost)
        return withBucket(key, at: now) { bucket in
            let isAllowed = bucket.tokens >= Double(cost)
            if isAllowed { bucket.tokens -= Double(cost) }
            return RateDecision(policy: policy, isAllowed: isAllowed, tokens: bucket.tokens, cost: cost)
        }
    }

    /// Takes `cost` tokens even if the bucket of `key` holds fewer, for a cost that is known only afterwards.
    /// The bucket then refills from below zero, from minus its capacity at the lowest.
    package func charge(_ key: String, cost: Int, at now: ContinuousClock.Instant) {
        withBucket(key, at: now) { bucket in
            bucket.tokens = max(-Double(policy.capacity), bucket.tokens - Double(sharedCost(cost)))
        }
    }

    /// Returns what a request costs in all processes together. One that fits a full bucket always fits.
    private func sharedCost(_ cost: Int) -> Int {
        min(cost * max(1, processCount()), max(cost, policy.capacity))
    }

    /// Runs `change` on the refilled bucket of `key`.
    private func withBucket<Result>(
        _ key: String, at now: ContinuousClock.Instant, _ change: (inout Bucket) -> Result
    ) -> Result {
        state.withLock { state in
            rotateGenerations(&state, at: now)
            var bucket =
                state.young[key] ?? state.old[key] ?? Bucket(tokens: Double(policy.capacity), at: now)
            let elapsed = max(.zero, now - bucket.at) / .seconds(1)
            bucket.tokens = min(Double(policy.capacity), bucket.tokens + elapsed * policy.refillPerSecond)
            bucket.at = max(bucket.at, now)
            defer { state.young[key] = bucket }
            return change(&bucket)
        }
    }

    /// Number of stored buckets.
    package var count: Int { state.withLock { $0.young.count + $0.old.count } }

    private func rotateGenerations(_ state: inout Generations, at now: ContinuousClock.Instant) {
        let since = state.since ?? now
        let isStale = now - since >= .seconds(2 * policy.windowSeconds)
        if isStale || state.young.count >= keys {
            state.old = state.young
            state.young = [:]
            state.since = now
        } else {
            state.since = since
        }
    }
}
