package import HTTPTypes

/// The decision of a rate limiter, and its header fields.
package struct RateDecision: Hashable, Sendable {
    package let policy: RatePolicy
    package let isAllowed: Bool

    /// Whole tokens left.
    package let remaining: Int

    /// Seconds, rounded up, until the bucket is full.
    package let secondsUntilFull: Int

    /// Seconds, rounded up, until the same request would be allowed; 0 if it was allowed.
    package let retryAfterSeconds: Int

    init(policy: RatePolicy, isAllowed: Bool, tokens: Double, cost: Int) {
        self.policy = policy
        self.isAllowed = isAllowed
        remaining = Int(tokens)
        secondsUntilFull = Int(((Double(policy.capacity) - tokens) / policy.refillPerSecond).rounded(.up))
        retryAfterSeconds =
            isAllowed ? 0 : max(1, Int(((Double(cost) - tokens) / policy.refillPerSecond).rounded(.up)))
    }

    /// The fields `RateLimit-Policy` and `RateLimit`: quota `q` in a window of `w` seconds; `r` left, full
    /// again in `t` seconds.
    ///
    /// - Source: draft-ietf-httpapi-ratelimit-headers-11.
    package var headers: HTTPFields {
        let window = max(1, Int(policy.windowSeconds.rounded(.up)))
        return [
            .rateLimitPolicy: "\"\(policy.name)\";q=\(policy.capacity);w=\(window)",
            .rateLimit: "\"\(policy.name)\";r=\(remaining);t=\(secondsUntilFull)",
        ]
    }

    /// Throws unless the request is allowed.
    ///
    /// - Throws: 429 with `Retry-After`.
    package func require() throws(Problem) {
        guard !isAllowed else { return }
        throw .tooManyRequests(retryAfterSeconds: retryAfterSeconds, headers: headers)
    }
}

extension HTTPField.Name {
    package static let rateLimit = constant("RateLimit")
    package static let rateLimitPolicy = constant("RateLimit-Policy")
}
